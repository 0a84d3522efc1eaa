package io.github.camelsms.observe;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts of the messages of unknown outcome that an account has looked up by date, since its first use. Thread-safe.
 */
public final class ReconciliationMonitor {

    private final LongAdder settled = new LongAdder();
    private final LongAdder parked = new LongAdder();
    private final LongAdder resent = new LongAdder();
    private final LongAdder expired = new LongAdder();

    /** Records messages that the service knows. */
    public void settled(int messages) {
        settled.add(messages);
    }

    /** Records messages that were parked for an operator. */
    public void parked(int messages) {
        parked.add(messages);
    }

    /** Records messages that are sent again. */
    public void resent(int messages) {
        resent.add(messages);
    }

    /** Records messages that are NOT_SENT instead of being sent again, because their time to live has ended. */
    public void expired(int messages) {
        expired.add(messages);
    }

    public long settled() {
        return settled.sum();
    }

    public long parked() {
        return parked.sum();
    }

    public long resent() {
        return resent.sum();
    }

    public long expired() {
        return expired.sum();
    }
}
