package io.github.camelsms.observe;

import java.time.Duration;
import java.util.function.ToDoubleFunction;

import org.jspecify.annotations.Nullable;

/**
 * Read-only view of an account for meters, health checks, the console and JMX. Thread-safe.
 */
public interface ObservedAccount {

    /** Returns the name of the account's component in the Camel context; two components may share an account's key. */
    String component();

    /** Returns the account's display name, <code>user@host</code>. */
    String label();

    /** Returns the counts since the account's first use, with its last requests and incidents. */
    AccountMonitor monitor();

    /** Returns the current state of sending, or null if no <code>sms:send</code> has started. */
    @Nullable
    SendFigures sending();

    /** Returns how long a message may wait before the account's health is down. */
    Duration maxBacklogAge();

    /** Returns how long a message may wait in the message store before the account's health is down. */
    Duration maxStoredAge();

    /** Returns the number of statuses that were read and whose exchanges have not succeeded. */
    int heldStatuses();

    /** Returns the unreadable responses to polls. */
    KeptResponses keptResponses();

    /** Returns the figures of the message store, or null if messages are kept in memory. */
    @Nullable
    StoreFigures storeFigures();

    /** Returns which node polls the statuses, or null if this process does not poll into a message store. */
    @Nullable
    Ownership pollOwnership();

    /** Returns which node owns the account, or null if messages are kept in memory. */
    @Nullable
    Ownership ownership();

    /** Returns a figure of sending, or <code>unused</code> if no <code>sms:send</code> has started. */
    default double sending(ToDoubleFunction<SendFigures> figure, double unused) {
        SendFigures figures = sending();
        return figures == null ? unused : figure.applyAsDouble(figures);
    }
}
