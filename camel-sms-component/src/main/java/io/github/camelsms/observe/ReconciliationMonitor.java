package io.github.camelsms.observe;

/**
 * Counts of the messages of unknown outcome that an account has looked up by date, since its first use. Thread-safe.
 */
public final class ReconciliationMonitor {

    private final EnumCounts<Result> counts = new EnumCounts<>(Result.class);

    /** Result of the lookups of a message. */
    public enum Result {
        /** The service knows it. */
        SETTLED,
        /** It was parked for an operator. */
        PARKED,
        /** It is resent. */
        RESENT,
        /** It is NOT_SENT instead of being resent, because its time to live has ended. */
        EXPIRED
    }

    public void add(Result result, int messages) {
        counts.add(result, messages);
    }

    public long count(Result result) {
        return counts.get(result);
    }
}
