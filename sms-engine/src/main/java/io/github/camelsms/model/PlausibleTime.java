package io.github.camelsms.model;

import java.time.Instant;

/**
 * Range of times that a user or the service can mean: from 1973 to 5138, in epoch seconds 9 to 11 digits.
 */
public final class PlausibleTime {

    /**
     * Smaller numbers may be days such as 20260331 or relative seconds, and larger numbers may be milliseconds. As
     * epoch seconds they would be times before 1973 or after 5138.
     */
    private static final long MIN_EPOCH_SECOND = 100_000_000L;
    private static final long MAX_EPOCH_SECOND = 99_999_999_999L;

    private PlausibleTime() {
    }

    /** Returns whether a time is in the range. Others are probably milliseconds instead of seconds, or no times. */
    public static boolean isPlausible(Instant time) {
        return time.getEpochSecond() >= MIN_EPOCH_SECOND && time.getEpochSecond() <= MAX_EPOCH_SECOND;
    }
}
