package io.github.camelsms.send;

import java.time.Duration;
import java.util.Map;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.observe.BacklogFigures;
import io.github.camelsms.observe.SendFigures;
import io.github.camelsms.observe.StoreFigures;
import io.github.camelsms.options.SmsOptions;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import org.jspecify.annotations.Nullable;

/**
 * Messages that an account has to send before those of a dry run, and its pace.
 *
 * @param messages number of these messages
 * @param pace     the account's figures; those of its rate limit if it does not send in this process
 */
record DryRunBacklog(long messages, SendFigures pace) {

    /**
     * Reads the current backlog. May block until the message store has counted its messages.
     *
     * @param  store                                      the message store, or null
     * @throws io.github.camelsms.store.SmsStoreException if it cannot be counted
     */
    static DryRunBacklog of(EndpointAccount endpointAccount, SmsConfiguration options, @Nullable MessageStore store) {
        SmsAccount account = endpointAccount.current();
        SendFigures sending = account == null ? null : account.sending();
        StoreFigures figures = account == null ? null : account.storeFigures();
        Map<SmsMessageState, Long> counts = figures == null ? Map.of() : figures.counts();
        if (store != null && counts.isEmpty()) {
            counts = StoreCalls.await(store.operations().count(endpointAccount.label()));
        }
        return new DryRunBacklog(
                BacklogFigures.messages(sending, counts),
                sending == null ? SendFigures.idle(SmsOptions.engine(options)) : sending);
    }

    /** Returns the estimated time until this number of messages is sent after the backlog; null if nothing is sent. */
    @Nullable
    Duration timeToDrain(long more) {
        return switch (pace.sending()) {
            case SUSPENDED, HALTED -> null;
            case RUNNING, THROTTLED, TROUBLED -> more == 0 ? Duration.ZERO : pace.timeToDrain(messages + more);
        };
    }
}
