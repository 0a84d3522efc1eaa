package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.stored.LookUp.Verdict;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.model.StatusLookUp;
import io.github.camelsms.model.StatusQuery;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsUnknownMessage;
import org.jspecify.annotations.Nullable;

/**
 * Lookups of messages of unknown outcome, one at a time, while this process holds the account's lease. When all due
 * messages have a verdict, the verdicts are written to the message store, and the next round begins. Blocks; used by
 * one thread at a time.
 */
final class ReconciliationRound {

    /** Maximum number of messages in a round. */
    private static final int MAX_MESSAGES = 20;

    private final OwnedAccount stored;
    private final MessageStore store;
    private final String account;
    private final Function<StatusQuery, StatusLookUp> service;
    private final ReconciliationListener listener;
    private final Deque<LookUp> open = new ArrayDeque<>();
    private final List<LookUp> done = new ArrayList<>();
    private @Nullable SmsLease lease;

    /**
     * @param service sends one query and waits for its response
     */
    ReconciliationRound(OwnedAccount stored, Function<StatusQuery, StatusLookUp> service,
                        ReconciliationListener listener) {
        this.stored = stored;
        this.store = stored.store();
        this.account = stored.name();
        this.service = service;
        this.listener = listener;
    }

    /**
     * Sends the next query. A failed query ends the round.
     *
     * @param  interval                                   the interval between two queries, for the listener
     * @return                                            the response, or null if no message is due or this process
     *                                                    does not hold the lease
     * @throws io.github.camelsms.store.SmsStoreException if the store fails or does not respond; {@link #clear} the
     *                                                    round. Messages that were not written are still due
     */
    @Nullable
    StatusLookUp lookUpNext(ReconciliationSettings settings, Supplier<Duration> interval) {
        SmsLease current = stored.lease();
        if (current == null || !current.equals(lease)) {
            clear();
        }
        lease = current;
        if (current == null || open.isEmpty() && !begin(settings, interval)) {
            return null;
        }
        LookUp lookUp = open.element();
        StatusLookUp response = send(lookUp.query());
        if (lookUp.respond(response) != Verdict.OPEN) {
            done.add(open.remove());
        }
        // After a failure, because a message whose query always fails would block the others.
        if (open.isEmpty() || response instanceof StatusLookUp.Failed) {
            write(current, settings);
            clear();
        }
        return response;
    }

    /** Ends the round. */
    void clear() {
        open.clear();
        done.clear();
    }

    /** Begins a round with the messages that are due; returns whether there are any. */
    private boolean begin(ReconciliationSettings settings, Supplier<Duration> interval) {
        for (SmsUnknownMessage each : StoreCalls.await(store.reconciliation().due(account, MAX_MESSAGES))) {
            open.add(new LookUp(each, settings.atMost(), settings.zone()));
        }
        if (open.size() == MAX_MESSAGES) {
            listener.hasBacklog(
                    interval.get(), () -> store.operations().count(account)
                            .thenApply(counts -> counts.getOrDefault(SmsMessageState.UNKNOWN, 0L)));
        }
        return !open.isEmpty();
    }

    private StatusLookUp send(StatusQuery query) {
        try {
            return service.apply(query);
        } catch (RuntimeException e) {
            return new StatusLookUp.Failed(SafeText.internalError(e), false, null);
        }
    }

    /** Writes the verdicts. If this fails, repeating it is safe. */
    private void write(SmsLease current, ReconciliationSettings settings) {
        settle(done.stream().flatMap(each -> each.evidence().stream()).toList());
        List<SmsStoredMessage> withoutRecord = done.stream().filter(each -> each.verdict() == Verdict.NO_RECORD)
                .map(LookUp::message).toList();
        List<SmsStoredMessage> toSend = withoutRecord.stream()
                .filter(message -> settings.isResent() && message.message().messageText() != null).toList();
        List<SmsStoredMessage> toPark = withoutRecord.stream().filter(message -> !toSend.contains(message)).toList();
        resend(current, toSend);
        park(current, toPark, reason(settings));
        lookAgain(done.stream().filter(each -> each.verdict() == Verdict.LATER).toList());
    }

    private void settle(List<SmsStatus> evidence) {
        if (!evidence.isEmpty()) {
            List<SmsStoredMessage> settled
                    = Settlement.await(stored, listener, store.statuses().recordEvidence(account, evidence));
            listener.settled(settled);
        }
    }

    private void resend(SmsLease current, List<SmsStoredMessage> messages) {
        if (!messages.isEmpty()) {
            List<SmsStoredMessage> decided
                    = Settlement.await(stored, listener, store.reconciliation().resend(current, revisions(messages)));
            List<SmsStoredMessage> resent = decided.stream()
                    .filter(message -> message.state() == SmsMessageState.WAITING).toList();
            listener.resent(resent);
            List<SmsStoredMessage> expired = decided.stream()
                    .filter(message -> message.state() != SmsMessageState.WAITING).toList();
            listener.expired(expired);
            stored.wakeOwner();
        }
    }

    private void park(SmsLease current, List<SmsStoredMessage> messages, String reason) {
        if (!messages.isEmpty()) {
            List<SmsStoredMessage> parked
                    = StoreCalls.await(store.reconciliation().park(current, revisions(messages), reason));
            listener.parked(parked);
        }
    }

    private void lookAgain(List<LookUp> lookUps) {
        Map<Duration, List<SmsStoredMessage>> byBackoff = new LinkedHashMap<>();
        lookUps.forEach(
                each -> byBackoff.computeIfAbsent(each.backoff(), backoff -> new ArrayList<>()).add(each.message()));
        byBackoff.forEach(
                (backoff, messages) -> StoreCalls
                        .await(store.reconciliation().lookAgain(revisions(messages), backoff)));
    }

    private static String reason(ReconciliationSettings settings) {
        String known = "the service has no record of this message " + display(settings.atMost())
                       + " after its request had no response; it was probably not sent. ";
        return known
               + (settings.isResent()
                       ? "Its text is no longer stored, so it cannot be sent again: use sms:messages with operation=settle"
                       : "Use sms:messages with operation=resend to send it, or operation=settle");
    }

    /** Returns a duration in its largest whole unit, such as 1 h or 90 min. */
    private static String display(Duration duration) {
        if (duration.equals(Duration.ofHours(duration.toHours()))) {
            return duration.toHours() + " h";
        }
        if (duration.equals(Duration.ofMinutes(duration.toMinutes()))) {
            return duration.toMinutes() + " min";
        }
        return duration.equals(Duration.ofSeconds(duration.toSeconds()))
                ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }

    private static List<SmsMessageRevision> revisions(List<SmsStoredMessage> messages) {
        return messages.stream().map(SmsStoredMessage::named).toList();
    }
}
