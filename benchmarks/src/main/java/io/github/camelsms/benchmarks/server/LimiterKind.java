package io.github.camelsms.benchmarks.server;

/**
 * Known limiters of services, each with one request per interval.
 */
enum LimiterKind {

    /** Serves each request. */
    none,
    /** Sliding window: throttles requests within an interval of the last served request. */
    sliding,
    /** Fixed windows of the server's clock: serves the first request of each. */
    fixed,
    /**
     * Token bucket with one token, refilled at one token per interval. It decides like {@link #sliding}, because a
     * bucket of one is full exactly an interval after its token was taken.
     */
    bucket,
    /** Minimum interval: throttles requests within an interval of the previous request, served or not. */
    interval;

    /**
     * Returns a new limiter of this kind.
     *
     * @param nanos interval, greater than 0
     */
    Limiter create(long nanos) {
        return switch (this) {
            case none -> now -> true;
            case sliding, bucket -> new Gap(nanos, false);
            case fixed -> new Windows(nanos);
            case interval -> new Gap(nanos, true);
        };
    }

    /** Throttles requests within an interval of the last request, or of the last served one. */
    private static final class Gap implements Limiter {

        private final long interval;
        private final boolean countsThrottled;
        private boolean any;
        private long last;

        Gap(long interval, boolean countsThrottled) {
            this.interval = interval;
            this.countsThrottled = countsThrottled;
        }

        @Override
        public boolean admits(long now) {
            boolean admitted = !any || now - last >= interval;
            if (admitted || countsThrottled) {
                any = true;
                last = now;
            }
            return admitted;
        }
    }

    /** Serves one request in each window. */
    private static final class Windows implements Limiter {

        private final long interval;
        private boolean any;
        private long window;

        Windows(long interval) {
            this.interval = interval;
        }

        @Override
        public boolean admits(long now) {
            long current = Math.floorDiv(now, interval);
            boolean admitted = !any || current != window;
            any = true;
            window = current;
            return admitted;
        }
    }
}
