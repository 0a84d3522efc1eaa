package io.github.camelsms.benchmarks.server;

/**
 * The limiters that services are known to use, each allowing one request an interval.
 */
enum LimiterKind {

    /** Every request is served. */
    none {
        @Override
        Limiter create(long interval) {
            return now -> true;
        }
    },

    /** Strict sliding window: refuses what arrives within an interval of the last request that was served. */
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
     * Token bucket that holds one token, is full at first and refills steadily, one token an interval. It decides as
     * {@link #sliding} does: a bucket of one is full again exactly an interval after its token was taken.
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

    /** Minimum interval: refuses what arrives within an interval of the previous request, served or not. */
    interval {
        @Override
        Limiter create(long interval) {
            return new Gap(interval, true);
        }
    };

    /**
     * A new limiter of this kind.
     *
     * @param interval nanoseconds, above 0
     */
    abstract Limiter create(long interval);

    /** Refuses what arrives within an interval of the last request, or of the last one that was served. */
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
