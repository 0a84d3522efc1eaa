package io.github.camelsms.simulator.ratelimit;

import java.util.ArrayDeque;
import java.util.Deque;

import io.github.camelsms.simulator.RateLimiterKind;

/** A rate limiter. Not thread-safe. */
interface RateLimiter {

    double NANOS_PER_SECOND = 1e9;

    /**
     * Creates a limiter.
     *
     * <p>
     * A fractional rate is exact: 2.5 means two requests per 0.8 s, 0.5 means one per 2 s.
     *
     * @param requestsPerSecond zero or less for no limit
     * @param countThrottled    whether throttled requests count as well
     */
    static RateLimiter of(RateLimiterKind kind, double requestsPerSecond, boolean countThrottled) {
        if (requestsPerSecond <= 0) {
            return now -> 0;
        }
        int permits = (int) Math.max(1, Math.floor(requestsPerSecond));
        long windowNanos = Math.max(1, Math.round(permits / requestsPerSecond * NANOS_PER_SECOND));
        return switch (kind) {
            case SLIDING_SECOND -> new SlidingWindow(permits, windowNanos, countThrottled);
            case FIXED_SECOND -> new FixedWindow(permits, windowNanos);
            case TOKEN_BUCKET -> new TokenBucket(permits, requestsPerSecond, countThrottled);
            case MINIMUM_INTERVAL -> new SlidingWindow(
                    1, Math.round(NANOS_PER_SECOND / requestsPerSecond), countThrottled);
        };
    }

    /** Returns zero if the request is admitted, else the nanoseconds until a request can be admitted. */
    long tryAdmit(long nowNanos);

    /** A limiter that admits a request when the oldest of the last admissions has left the window. */
    final class SlidingWindow implements RateLimiter {

        private final int permits;
        private final long windowNanos;
        private final boolean countThrottled;
        private final Deque<Long> admitted = new ArrayDeque<>();

        SlidingWindow(int permits, long windowNanos, boolean countThrottled) {
            this.countThrottled = countThrottled;
            this.permits = permits;
            this.windowNanos = windowNanos;
        }

        /** Returns the number of admissions that it remembers. */
        int size() {
            return admitted.size();
        }

        @Override
        public long tryAdmit(long nowNanos) {
            while (!admitted.isEmpty() && waitFor(admitted.element(), nowNanos) <= 0) {
                admitted.remove();
            }
            if (admitted.size() == permits) {
                if (countThrottled) {
                    admitted.remove();
                    admitted.add(nowNanos);
                }
                return waitFor(admitted.element(), nowNanos);
            }
            admitted.add(nowNanos);
            return 0;
        }

        private long waitFor(long admittedNanos, long nowNanos) {
            return admittedNanos + windowNanos - nowNanos;
        }
    }

    /** A limiter that counts requests from zero in each window, where throttled requests change nothing. */
    final class FixedWindow implements RateLimiter {

        private final int permits;
        private final long windowNanos;
        private long window = Long.MIN_VALUE;
        private int admitted;

        FixedWindow(int permits, long windowNanos) {
            this.permits = permits;
            this.windowNanos = windowNanos;
        }

        @Override
        public long tryAdmit(long nowNanos) {
            long current = Math.floorDiv(nowNanos, windowNanos);
            if (current != window) {
                window = current;
                admitted = 0;
            }
            if (admitted == permits) {
                return (current + 1) * windowNanos - nowNanos;
            }
            admitted++;
            return 0;
        }
    }

    /** A bucket that starts full and is refilled at an even rate. */
    final class TokenBucket implements RateLimiter {

        private final int capacity;
        private final double tokensPerNano;
        private double tokens;
        private long filledAt;
        private final boolean countThrottled;
        private boolean used;

        TokenBucket(int capacity, double requestsPerSecond, boolean countThrottled) {
            this.countThrottled = countThrottled;
            this.capacity = capacity;
            this.tokensPerNano = requestsPerSecond / NANOS_PER_SECOND;
        }

        @Override
        public long tryAdmit(long nowNanos) {
            tokens = used ? Math.min(capacity, tokens + (nowNanos - filledAt) * tokensPerNano) : capacity;
            used = true;
            filledAt = nowNanos;
            // The tolerance prevents rounding from throttling a request that arrives exactly on time.
            if (tokens >= 1 - 1e-9) {
                tokens -= 1;
                return 0;
            }
            if (countThrottled) {
                tokens = 0;
            }
            return (long) Math.ceil((1 - tokens) / tokensPerNano);
        }
    }
}
