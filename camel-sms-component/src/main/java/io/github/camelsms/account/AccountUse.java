package io.github.camelsms.account;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Use of an account by one user, from the start of a producer or consumer to its stop. The account is released after
 * its last use was closed. Thread-safe.
 */
public final class AccountUse implements AutoCloseable {

    /** Purpose of a use. */
    public enum Purpose {
        /** Sending messages. */
        SENDING,
        /** Polling the statuses not consulted yet; only one use at a time may have this purpose. */
        POLLING,
        /** Querying statuses. */
        QUERYING
    }

    private final SmsAccount account;
    private final AccountUser user;
    private final Purpose purpose;
    private final AtomicBoolean closed = new AtomicBoolean();

    AccountUse(SmsAccount account, AccountUser user, Purpose purpose) {
        this.account = account;
        this.user = user;
        this.purpose = purpose;
    }

    public SmsAccount account() {
        return account;
    }

    /** Returns the user with its settings. */
    AccountUser user() {
        return user;
    }

    boolean isSender() {
        return purpose == Purpose.SENDING;
    }

    /** Ends the use. Further calls have no effect. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            account.leave(this);
        }
    }
}
