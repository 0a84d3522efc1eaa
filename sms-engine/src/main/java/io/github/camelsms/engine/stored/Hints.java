package io.github.camelsms.engine.stored;

import java.time.Duration;

import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsHint;

/**
 * Hints of this engine to the other nodes, which would otherwise notice changes at their next poll. Confined to the
 * account's loop.
 */
final class Hints {

    /** How long a node with waiting callers receives hints about outcomes. */
    private static final long AWAITED_NANOS = Duration.ofMinutes(10).toNanos();

    private final MessageStore store;
    private final String account;
    /** Whether the next hint tells the owner that messages are waiting. */
    private boolean isOwnerToldNext;
    /** Until when other nodes receive hints that messages have their outcomes. */
    private long awaitedUntil;

    Hints(MessageStore store, String account) {
        this.store = store;
        this.account = account;
    }

    /**
     * Records that messages are waiting.
     *
     * @param isOwner whether this process sends them itself
     */
    void messagesWait(boolean isOwner) {
        isOwnerToldNext = !isOwner;
    }

    /** Records that another node has callers that wait for outcomes. */
    void awaitedByOthers(long now) {
        awaitedUntil = now + AWAITED_NANOS;
    }

    /**
     * Sends the hints that are due.
     *
     * @param isAnyCallerWaiting whether callers of this process wait for outcomes
     * @param isAnyOutcomeNew    whether messages have received their outcomes since the last call
     */
    void send(boolean isAnyCallerWaiting, boolean isAnyOutcomeNew, long now) {
        if (isOwnerToldNext) {
            isOwnerToldNext = false;
            StoreCalls.hint(store, account, isAnyCallerWaiting ? SmsHint.AWAITED : SmsHint.WAITING);
        }
        if (isAnyOutcomeNew && now < awaitedUntil) {
            StoreCalls.hint(store, account, SmsHint.SETTLED);
        }
    }
}
