package io.github.camelsms.observe;

import java.time.Duration;
import java.util.function.ToDoubleFunction;

import org.jspecify.annotations.Nullable;

/**
 * An account as meters, health checks, the console and JMX see it. Thread-safe.
 */
public interface ObservedAccount {

    /** Name of the account's component in the Camel context: two components may each have such an account. */
    String component();

    /** The account as people may see it, <code>user@host</code>. */
    String label();

    /** Counts since the account's first use, and its last requests and errors. */
    AccountMonitor monitor();

    /** The current state of sending, or null if no <code>sms:send</code> has started. */
    @Nullable
    SendFigures sending();

    /** How long a message may wait before the account's health is down. */
    Duration maxBacklogAge();

    /** Number of statuses that were read and whose exchanges have not succeeded. */
    int heldStatuses();

    /** Responses to polls that were not understood. */
    KeptResponses keptResponses();

    /** Returns a figure of sending, or another value if no <code>sms:send</code> has started. */
    default double sending(ToDoubleFunction<SendFigures> figure, double unused) {
        SendFigures figures = sending();
        return figures == null ? unused : figure.applyAsDouble(figures);
    }
}
