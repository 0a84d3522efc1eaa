package io.github.camelsms.account;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One user's hold on an account, from the start of a producer or consumer to its stop. An account is released some time
 * after its last lease was closed. Thread-safe.
 */
public final class AccountLease implements AutoCloseable {

    /** What an account is used for. */
    public enum Purpose {
        /** To send messages. */
        SENDING,
        /** To poll the statuses not consulted yet, which one user at a time may do. */
        POLLING,
        /** To query statuses. */
        QUERYING
    }

    private final SmsAccount account;
    private final AccountUser user;
    private final AtomicBoolean closed = new AtomicBoolean();

    AccountLease(SmsAccount account, AccountUser user) {
        this.account = account;
        this.user = user;
    }

    public SmsAccount account() {
        return account;
    }

    /** The user, whose settings count. */
    AccountUser user() {
        return user;
    }

    /** Gives the account up. Further calls have no effect. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            account.leave(this);
        }
    }
}
