package io.github.camelsms.simulator;

import java.util.ArrayDeque;
import java.util.Deque;

/** Decides whether a request may pass now; not safe for concurrent use. */
interface RateLimiter {

    double NANOS_PER_SECOND = 1e9;

    /**
     * A limiter of the given kind.
     *
     * <p>
     * A rate with a fraction is held exactly: 2.5 means two requests per 0.8 s, 0.5 means one per 2 s.
     *
     * @param requestsPerSecond zero or less for no limit
     */
    static RateLimiter of(RateLimiterKind kind, double requestsPerSecond) {
        if (requestsPerSecond <= 0) {
            return now -> 0;
        }
        int permits = (int) Math.max(1, Math.floor(requestsPerSecond));
        long windowNanos = Math.round(permits / requestsPerSecond * NANOS_PER_SECOND);
        return switch (kind) {
            case SLIDING_SECOND -> new SlidingWindow(permits, windowNanos);
            case FIXED_SECOND -> new FixedWindow(permits, windowNanos);
            case TOKEN_BUCKET -> new TokenBucket(permits, requestsPerSecond);
            case MINIMUM_INTERVAL -> new SlidingWindow(1, Math.round(NANOS_PER_SECOND / requestsPerSecond));
        };
    }

    /** Zero if the request is admitted, else the nanoseconds after which one could be. */
    long tryAdmit(long nowNanos);

    /** Remembers the last admissions: the oldest of them must have left the window. */
    final class SlidingWindow implements RateLimiter {

        private final int permits;
        private final long windowNanos;
        private final Deque<Long> admitted = new ArrayDeque<>();

        SlidingWindow(int permits, long windowNanos) {
            this.permits = permits;
            this.windowNanos = windowNanos;
        }

        @Override
        public long tryAdmit(long nowNanos) {
            if (admitted.size() == permits) {
                long wait = admitted.element() + windowNanos - nowNanos;
                if (wait > 0) {
                    return wait;
                }
                admitted.remove();
            }
            admitted.add(nowNanos);
            return 0;
        }
    }

    /** Counts within the current window and forgets at its end. */
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

    /** Starts full and refills evenly. */
    final class TokenBucket implements RateLimiter {

        private final int capacity;
        private final double tokensPerNano;
        private double tokens;
        private long filledAt;
        private boolean used;

        TokenBucket(int capacity, double requestsPerSecond) {
            this.capacity = capacity;
            this.tokensPerNano = requestsPerSecond / NANOS_PER_SECOND;
        }

        @Override
        public long tryAdmit(long nowNanos) {
            tokens = used ? Math.min(capacity, tokens + (nowNanos - filledAt) * tokensPerNano) : capacity;
            used = true;
            filledAt = nowNanos;
            // The tolerance keeps rounding from refusing a request that comes exactly on time.
            if (tokens >= 1 - 1e-9) {
                tokens -= 1;
                return 0;
            }
            return (long) Math.ceil((1 - tokens) / tokensPerNano);
        }
    }
}
