package io.github.camelsms.account;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.account.LookUp.Verdict;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.observe.ReconciliationLog;
import io.github.camelsms.observe.ReconciliationMonitor;
import io.github.camelsms.observe.ReconciliationMonitor.Result;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;

/**
 * Writer of the verdicts of look-ups to the message store. It blocks until the store has completed. Stateless.
 */
final class Verdicts {

    private final AccountStore stored;
    private final MessageStore store;
    private final String account;
    private final ReconciliationMonitor monitor;
    private final ReconciliationLog log;

    Verdicts(AccountStore stored, ReconciliationMonitor monitor, ReconciliationLog log) {
        this.stored = stored;
        this.store = stored.store();
        this.account = stored.name();
        this.monitor = monitor;
        this.log = log;
    }

    /**
     * Writes verdicts. If this fails, messages that were not written are still due, and repeating it is safe.
     *
     * @throws io.github.camelsms.store.SmsStoreException if the store fails or does not respond
     */
    void write(List<LookUp> lookUps, SmsLease lease, Reconciliation settings) {
        settle(lookUps.stream().flatMap(each -> each.evidence().stream()).toList());
        List<SmsStoredMessage> withoutRecord = lookUps.stream().filter(each -> each.verdict() == Verdict.NO_RECORD)
                .map(LookUp::message).toList();
        List<SmsStoredMessage> toSend = withoutRecord.stream()
                .filter(message -> settings.isResent() && message.message().messageText() != null).toList();
        List<SmsStoredMessage> toPark = withoutRecord.stream().filter(message -> !toSend.contains(message)).toList();
        resend(lease, toSend);
        park(lease, toPark, reason(settings));
        lookAgain(lookUps.stream().filter(each -> each.verdict() == Verdict.LATER).toList());
    }

    private void settle(List<SmsStatus> evidence) {
        if (!evidence.isEmpty()) {
            List<SmsStoredMessage> settled = stored.awaitSettled(store.statuses().learn(account, evidence));
            monitor.add(Result.SETTLED, settled.size());
            log.settled(settled);
        }
    }

    private void resend(SmsLease lease, List<SmsStoredMessage> messages) {
        if (!messages.isEmpty()) {
            List<SmsStoredMessage> decided
                    = stored.awaitSettled(store.reconciliation().resend(lease, revisions(messages)));
            List<SmsStoredMessage> resent = decided.stream()
                    .filter(message -> message.state() == SmsMessageState.WAITING).toList();
            monitor.add(Result.RESENT, resent.size());
            log.resent(resent);
            List<SmsStoredMessage> expired = decided.stream()
                    .filter(message -> message.state() != SmsMessageState.WAITING).toList();
            monitor.add(Result.EXPIRED, expired.size());
            log.expired(expired);
            stored.wakeOwner();
        }
    }

    private void park(SmsLease lease, List<SmsStoredMessage> messages, String reason) {
        if (!messages.isEmpty()) {
            List<SmsStoredMessage> parked
                    = StoreStages.await(store.reconciliation().park(lease, revisions(messages), reason));
            monitor.add(Result.PARKED, parked.size());
            log.parked(parked);
        }
    }

    private void lookAgain(List<LookUp> lookUps) {
        Map<Duration, List<SmsStoredMessage>> byBackoff = new LinkedHashMap<>();
        lookUps.forEach(
                each -> byBackoff.computeIfAbsent(each.backoff(), backoff -> new ArrayList<>()).add(each.message()));
        byBackoff.forEach(
                (backoff, messages) -> StoreStages
                        .await(store.reconciliation().lookAgain(revisions(messages), backoff)));
    }

    private static String reason(Reconciliation settings) {
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
