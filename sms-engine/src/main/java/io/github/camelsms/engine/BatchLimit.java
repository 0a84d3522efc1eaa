package io.github.camelsms.engine;

/**
 * Maximum number of messages in a request, learned from requests that failed as a whole: a firewall, a proxy or the
 * service may reject only large requests.
 * <p>
 * A failure halves the limit. It grows again when some requests of that size have succeeded; more of them after each
 * attempt that failed. A failure of a request with one message shows that the size is not the reason. Not thread-safe.
 */
final class BatchLimit {

    /** Requests in a row of the maximum size after which the limit grows. */
    static final int FIRST_PATIENCE = 2;
    /** Factor of that number after the larger size has failed again. */
    static final int PATIENCE_FACTOR = 8;
    private static final int MAX_PATIENCE = 8192;
    /** Divisor of the limit: minimum growth. Otherwise the size that failed is tried again. */
    private static final int MIN_GROWTH_SHARE = 4;

    private static final Learned NOTHING = new Learned(Integer.MAX_VALUE, 0);

    private Learned learned = NOTHING;
    /** What was learned when a request last succeeded. */
    private Learned learnedBefore = NOTHING;
    /** Largest request that has succeeded since one of its size failed. */
    private int largestServed;
    private int servedInARow;
    private int patience = FIRST_PATIENCE;
    private boolean hasFailed;
    private boolean isSizeInQuestion;

    /**
     * @param limit      maximum number of messages
     * @param failedSize smallest size above the limit that has failed, or 0
     */
    private record Learned(int limit, int failedSize) {

        Learned afterFailure(int size, int newLimit) {
            return new Learned(Math.min(limit, newLimit), failedSize == 0 ? size : Math.min(failedSize, size));
        }

        Learned grown() {
            int middle = (limit + failedSize) / 2;
            if (failedSize == 0) {
                return new Learned(2 * limit, 0);
            }
            boolean isEnough = middle > limit && middle - limit >= limit / MIN_GROWTH_SHARE;
            return new Learned(isEnough ? middle : failedSize, failedSize);
        }
    }

    /** Returns the maximum number of messages in the next request. */
    int of(int batchSize) {
        return isSizeInQuestion ? 1 : Math.min(batchSize, learned.limit());
    }

    /** Records a request with a usable response. */
    void served(int size) {
        isSizeInQuestion = false;
        hasFailed = false;
        largestServed = Math.max(largestServed, size);
        if (learned.failedSize() > 0 && size >= learned.failedSize()) {
            learned = new Learned(learned.limit(), 0);
            patience = FIRST_PATIENCE;
        }
        if (size >= learned.limit()) {
            servedInARow++;
            if (servedInARow >= patience) {
                servedInARow = 0;
                learned = learned.grown();
            }
        }
        learnedBefore = learned;
    }

    /**
     * Records a request that failed as a whole, for a reason that may be its size. A single failure has another one if
     * a larger request has succeeded.
     */
    void failed(int size) {
        if (hasFailed || size >= largestServed) {
            reduce(size);
        }
        hasFailed = true;
    }

    /** Records a request that was rejected for its size (413). */
    void tooLarge(int size) {
        reduce(size);
        hasFailed = true;
    }

    /**
     * Records a request that was rejected for its credentials or its size (403). The next request has one message, and
     * shows which of them it was.
     */
    void forbidden(int size) {
        tooLarge(size);
        isSizeInQuestion = size > 1;
    }

    private void reduce(int size) {
        servedInARow = 0;
        if (size == 1) {
            isSizeInQuestion = false;
            learned = learnedBefore;
            return;
        }
        if (largestServed >= size) {
            largestServed = 0;
        } else if (largestServed > 0 && size <= learned.limit() && learned.failedSize() > 0) {
            patience = Math.min(MAX_PATIENCE, patience * PATIENCE_FACTOR);
        }
        learned = learned.afterFailure(size, Math.max(size / 2, largestServed));
    }
}
