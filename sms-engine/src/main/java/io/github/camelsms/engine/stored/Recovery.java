package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.engine.LoopAlarm;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.Nanos;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.MessageSending;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsRecovered;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Recovery of requests that earlier owners of the account had in flight, and of those that a late claim has left behind
 * or whose outcomes the database has lost. Confined to the account's loop.
 */
final class Recovery {

    private static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();
    /** Late claims and lost commits are rare, so frequent searches are not necessary. */
    private static final long SEARCH_NANOS = Duration.ofMinutes(5).toNanos();

    private final EngineContext context;
    private final MessageSending sending;
    private final Outcomes outcomes;
    private final Claims claims;
    private long next = LoopAlarm.NEVER;

    Recovery(EngineContext context, Claims claims, Outcomes outcomes) {
        this.context = context;
        this.sending = context.store().sending();
        this.claims = claims;
        this.outcomes = outcomes;
    }

    /** Starts the recovery at this time, under a new lease. */
    void begin(long now) {
        next = now;
    }

    /** Returns the time of the next call, or {@link LoopAlarm#NEVER}. */
    long next() {
        return next;
    }

    /**
     * Ends requests whose deadline has passed, of earlier owners and of this one if it no longer knows them.
     *
     * @param lease of the current epoch, or null
     */
    void recover(@Nullable SmsLease lease, long now) {
        if (lease != null && now >= next) {
            next = LoopAlarm.NEVER;
            long firstOpen = claims.firstOpen();
            context.calls().call(
                    () -> StoreCalls.start(() -> sending.recover(lease, firstOpen, context.settings().get().whenUnknown()))
                            .thenApply(Recovery::checked),
                    this::recovered,
                    failure -> next = Math.min(next, context.clock().nanos() + RETRY_NANOS));
        }
    }

    private static SmsRecovered checked(SmsRecovered result) {
        StoreCalls.each(result.messages(), result.messages().size());
        return result;
    }

    private void recovered(SmsRecovered recovered) {
        List<SmsSendResult> unknown = new ArrayList<>();
        for (SmsStoredMessage message : recovered.messages()) {
            SmsSendResult result = message.result();
            if (result != null && result.outcome() == SmsOutcome.UNKNOWN) {
                unknown.add(result);
            }
            outcomes.recorded(message);
        }
        if (!unknown.isEmpty()) {
            context.listeners().publish(it -> it.unknown(unknown));
        }
        Duration untilNext = recovered.untilNext();
        if (recovered.isLeaseHeld()) {
            long delay = untilNext == null ? SEARCH_NANOS : Nanos.of(untilNext) + 1;
            next = Math.min(next, context.clock().nanos() + delay);
        }
    }
}
