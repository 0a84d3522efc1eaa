package io.github.camelsms.metrics;

import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.github.camelsms.monitor.AccountMonitor;
import io.github.camelsms.monitor.SendFigures;
import org.jspecify.annotations.Nullable;

/**
 * An account as its meters see it.
 *
 * @param component     name of its component in the Camel context
 * @param label         the account as people may see it
 * @param monitor       what has happened to it
 * @param sending       what its sending looks like now, or null if no <code>sms:send</code> has started
 * @param heldStatuses  statuses that were read and whose exchanges have not succeeded
 * @param keptResponses responses to polls that were not understood and are kept
 */
public record MeteredAccount(String component, String label, AccountMonitor monitor, Supplier<@Nullable SendFigures> sending,
        IntSupplier heldStatuses, IntSupplier keptResponses) {

    /** A figure of its sending, or another value if no <code>sms:send</code> has started. */
    double sending(ToDoubleFunction<SendFigures> figure, double unused) {
        SendFigures figures = sending.get();
        return figures == null ? unused : figure.applyAsDouble(figures);
    }
}
