package io.github.camelsms.body;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Exact conversion of numbers to whole numbers. A number that is not exact is rejected and never rounded, because a
 * message must not get another id, destination or date.
 */
final class WholeNumbers {

    /** More digits than any field has, but few enough that a large exponent cannot exhaust the memory. */
    private static final int MAX_DIGITS = 160;
    private static final int MAX_BITS = 532;
    /** From here on, a floating-point number no longer identifies one whole number. */
    private static final double FIRST_INEXACT_DOUBLE = 1L << 53;
    private static final double FIRST_INEXACT_FLOAT = 1 << 24;

    private WholeNumbers() {
    }

    /**
     * Converts a number.
     *
     * @throws IllegalArgumentException if it has a fraction, is not exact in its type, or is not a number; the message
     *                                  completes "a field is"
     */
    static BigInteger of(Number value) {
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
