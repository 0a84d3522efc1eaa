package io.github.camelsms.message;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Whole numbers of any size, out of numbers of any type. A number that does not stand for certain digits is refused
 * rather than rounded: a message must not leave under another id, number or date.
 */
public final class WholeNumbers {

    /** More than any field takes, and few enough that an exponent cannot exhaust the memory. */
    private static final int MAX_DIGITS = 160;
    private static final int MAX_BITS = 532;
    /** From here on neighboring whole numbers become the same floating-point number. */
    private static final double FIRST_INEXACT_DOUBLE = 1L << 53;
    private static final double FIRST_INEXACT_FLOAT = 1 << 24;

    private WholeNumbers() {
    }

    /**
     * The number without a fraction.
     *
     * @throws IllegalArgumentException if it has a fraction, is larger than its type holds exactly, or is no number;
     *                                  the message goes on from "a field is"
     */
    public static BigInteger of(Number value) {
        if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
            return BigInteger.valueOf(value.longValue());
        } else if (value instanceof BigInteger whole) {
            return bounded(whole);
        }
        boolean isInexact = value instanceof Double && Math.abs(value.doubleValue()) >= FIRST_INEXACT_DOUBLE
                || value instanceof Float && Math.abs(value.doubleValue()) >= FIRST_INEXACT_FLOAT;
        if (isInexact) {
            throw new IllegalArgumentException("a number that its type cannot hold exactly: give it as text");
        }
        return bounded(decimal(value));
    }

    private static BigDecimal decimal(Number value) {
        try {
            return value instanceof BigDecimal decimal ? decimal : new BigDecimal(value.toString());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a " + value.getClass().getSimpleName() + " that is not a whole number", e);
        }
    }

    private static BigInteger bounded(BigDecimal value) {
        BigDecimal shortest = value.stripTrailingZeros();
        if (shortest.scale() > 0) {
            throw new IllegalArgumentException("a number with a fraction: give a whole number, or a text");
        } else if ((long) shortest.precision() - shortest.scale() > MAX_DIGITS) {
            throw tooLarge();
        }
        return shortest.toBigIntegerExact();
    }

    private static BigInteger bounded(BigInteger value) {
        if (value.bitLength() > MAX_BITS) {
            throw tooLarge();
        }
        return value;
    }

    private static IllegalArgumentException tooLarge() {
        return new IllegalArgumentException("a number of more than " + MAX_DIGITS + " digits");
    }
}
