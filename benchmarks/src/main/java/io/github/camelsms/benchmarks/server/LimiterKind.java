package io.github.camelsms.benchmarks.server;

/**
 * Known limiters of services, each with one request per interval.
 */
enum LimiterKind {

    /** Serves each request. */
    none {
        @Override
        Limiter create(long interval) {
            return now -> true;
        }
    },

    /** Sliding window: throttles requests within an interval of the last served request. */
    sliding {
        @Override
        Limiter create(long interval) {
            return new Gap(interval, false);
        }
    },

    /** Fixed windows of the server's clock: serves the first request of each. */
    fixed {
        @Override
        Limiter create(long interval) {
            return new Limiter() {
                private boolean any;
                private long window;

                @Override
                public boolean admits(long now) {
                    long current = Math.floorDiv(now, interval);
                    if (any && current == window) {
                        return false;
                    }
                    any = true;
                    window = current;
                    return true;
                }
            };
        }
    },

    /**
     * Token bucket with one token, full at first and refilled at one token per interval. It decides like
     * {@link #sliding}, because a bucket of one is full exactly an interval after its token was taken.
     */
    bucket {
        @Override
        Limiter create(long interval) {
            return new Limiter() {
                private boolean any;
                private long level = interval;
                private long last;

                @Override
                public boolean admits(long now) {
                    level = any ? Math.min(interval, level + (now - last)) : interval;
                    any = true;
                    last = now;
                    if (level < interval) {
                        return false;
                    }
                    level = 0;
                    return true;
                }
            };
        }
    },

    /** Minimum interval: throttles requests within an interval of the previous request, served or not. */
    interval {
        @Override
        Limiter create(long interval) {
            return new Gap(interval, true);
        }
    };

    /**
     * Returns a new limiter of this kind.
     *
     * @param interval nanoseconds, greater than 0
     */
    abstract Limiter create(long interval);

    /** Throttles requests within an interval of the last request, or of the last served one. */
    private static final class Gap implements Limiter {

        private final long interval;
        private final boolean countsRefused;
        private boolean any;
        private long last;

        Gap(long interval, boolean countsRefused) {
            this.interval = interval;
            this.countsRefused = countsRefused;
        }

        @Override
        public boolean admits(long now) {
            boolean admitted = !any || now - last >= interval;
            if (admitted || countsRefused) {
                any = true;
                last = now;
            }
            return admitted;
        }
    }
}
