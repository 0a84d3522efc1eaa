package io.github.camelsms.model;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MaskedTest {

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
            "11987654321,****4321", "+55 (11) 98765-4321,****4321", "１１９８７６５４３２１,****4321", "12345678,****5678",
            "1234567,****", "4711,****", "'',****", "-,null", "code 11987654321,****", "1198765432x,****",
            "11900000001,****0001", "11 98765 43-21,****4321", "12-34-567,****", "⑨⑨⑨⑨⑨⑨⑨⑨,****9999" })
    void number_anyFormat_showsOnlyTheLastFourDigits(String number, String masked) {
        assertThat(Masked.number(number)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "11987654321", "+5511987654321", "(11) 98765-4321", "11/98765/4321", "11_98765_4321", "11:98765:4321",
            "11–98765—4321", "11−98765‑4321", "11\u00A098765\u20094321", "１１９８７６５４３２１", "١١٩٨٧٦٥٤٣٢١",
            "१११९८७६५४३२१", "1.1.9.8.7.6.5.4.3.2.1", "11 | 98765 | 4321", "①①⑨⑧⑦⑥⑤④③②①",
            "1\uFE0F\u20E31\uFE0F\u20E3987654321" })
    void numbersIn_numberInAnyFormat_showsItsLastFourDigits(String number) {
        assertThat(Masked.numbersIn("to " + number + " failed")).isEqualTo("to ****4321 failed");
    }

    @Test
    void numbersIn_numberWithZeros_isMasked() {
        assertThat(Masked.numbersIn("to 11987650000 failed")).isEqualTo("to ****0000 failed");
        assertThat(Masked.numbersIn("to (10) 90000-0001 failed")).isEqualTo("to ****0001 failed");
    }

    @Test
    void numbersIn_numberInBrackets_keepsBoth() {
        assertThat(Masked.numbersIn("not sent (11987654321)")).isEqualTo("not sent (****4321)");
        assertThat(Masked.numbersIn("(11) 98765-4321")).isEqualTo("****4321");
    }

    @Test
    void numbersIn_severalNumbers_masksEach() {
        assertThat(Masked.numbersIn("11987654321, and (11) 3333-4444")).isEqualTo("****4321, and ****4444");
    }

    @Test
    void numbersIn_shortNumbers_areUnchanged() {
        assertThat(Masked.numbersIn("1234567 of HTTP 503")).isEqualTo("1234567 of HTTP 503");
        assertThat(Masked.numbersIn("")).isEmpty();
        assertThat(Masked.numbersIn("12345678")).isEqualTo("****5678");
    }

    @Test
    void digits_gapOfUpToThreeNonLetters_joinsTheDigits() {
        assertThat(Masked.digits("12...34", 4, run -> "<" + run + ">")).isEqualTo("<1234>");
        assertThat(Masked.digits("12....34", 4, run -> "<" + run + ">")).isEqualTo("12....34");
        assertThat(Masked.digits("12a34", 4, run -> "<" + run + ">")).isEqualTo("12a34");
        assertThat(Masked.digits("123", 4, run -> "<" + run + ">")).isEqualTo("123");
    }
}
