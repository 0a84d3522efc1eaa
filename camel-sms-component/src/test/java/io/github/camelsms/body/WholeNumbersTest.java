package io.github.camelsms.body;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests that numbers keep all their digits or are rejected.
 */
class WholeNumbersTest {

    private static final long NUMBER = 11987654321L;

    static Stream<Number> number() {
        return Stream.of(
                NUMBER, BigInteger.valueOf(NUMBER), BigDecimal.valueOf(NUMBER), new BigDecimal("11987654321.00"),
                new BigDecimal("1.1987654321E10"), (double) NUMBER, new AtomicLong(NUMBER));
    }

    @ParameterizedTest
    @MethodSource("number")
    void of_anyType_hasAllDigits(Number value) {
        assertThat(WholeNumbers.of(value)).isEqualTo(NUMBER);
    }

    /** The next number has the same floating-point value as this one. */
    @Test
    void of_floatingPoint_isExactOrRejected() {
        assertThat(WholeNumbers.of((double) (1L << 53) - 1)).isEqualTo((1L << 53) - 1);
        assertThat(WholeNumbers.of((float) (1 << 24) - 1)).isEqualTo((1 << 24) - 1);
        for (Number value : new Number[] {
                (double) (1L << 53), -(double) (1L << 53), (float) (1 << 24), -(float) (1 << 24), (float) NUMBER }) {
            assertThatThrownBy(() -> WholeNumbers.of(value)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("cannot hold exactly");
        }
    }

    @Test
    void of_fractionOrNoNumber_isRejected() {
        for (Number value : new Number[] { 0.5, 11987654321.5, new BigDecimal("0.1"), new BigDecimal("1E-9") }) {
            assertThatThrownBy(() -> WholeNumbers.of(value)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a fraction");
        }
        assertThatThrownBy(() -> WholeNumbers.of(Float.NaN)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a Float that is not a whole number");
    }

    @Test
    void of_moreThan160Digits_isRejected() {
        String longest = "9".repeat(160);
        assertThat(WholeNumbers.of(new BigDecimal(longest))).hasToString(longest);
        assertThat(WholeNumbers.of(new BigInteger(longest))).hasToString(longest);
        for (Number value : new Number[] {
                new BigDecimal("1E160"), new BigDecimal("1E2147483647"), BigInteger.TEN.pow(161) }) {
            assertThatThrownBy(() -> WholeNumbers.of(value)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("more than 160 digits");
        }
    }
}
