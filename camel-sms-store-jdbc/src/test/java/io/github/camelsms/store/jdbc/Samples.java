package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsWhenUnknown;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Messages and requests shared by tests.
 */
final class Samples {

    static final String ACCOUNT = "https://sms.example|user";
    static final String NUMBER = "11987654321";
    /** Later than the clock of any test, because a status that is much older than its message is ignored. */
    static final Instant SENT = Instant.parse("2099-03-01T12:00:01Z");
    static final SmsWhenUnknown RECONCILED = new SmsWhenUnknown(Duration.ofSeconds(30), false);
    static final SmsWhenUnknown NOT_RECONCILED = new SmsWhenUnknown(Duration.ofSeconds(30), true);

    private Samples() {
    }

    /** In this class, so that a process with a JDBC URL does not start its own server. */
    static PGSimpleDataSource dataSource(String url) {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(url);
        return dataSource;
    }

    static SmsMessage text(String correlationId) {
        return new SmsMessage("Your code is 1234", NUMBER, correlationId, null);
    }

    static SmsNewMessage message(String correlationId) {
        return new SmsNewMessage(text(correlationId), SmsOffer.AT_ONCE);
    }

    static SmsNewMessage message(String correlationId, int priority) {
        return new SmsNewMessage(text(correlationId).withPriority(priority), SmsOffer.AT_ONCE);
    }

    static List<SmsNewMessage> messages(String prefix, int count) {
        List<SmsNewMessage> messages = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            messages.add(message(prefix + i));
        }
        return messages;
    }

    static SmsClaim claim(SmsLease lease, long number, int batchSize) {
        return new SmsClaim(lease, number, 1, batchSize, Duration.ofSeconds(40));
    }

    static SmsMessageOutcome accepted(SmsStoredMessage message) {
        return new SmsMessageOutcome(
                message.id(),
                SmsSendResult.accepted(5, "sms-" + message.correlationId(), message.correlationId()).withSentAt(SENT), false);
    }

    static SmsMessageOutcome rejected(SmsStoredMessage message) {
        return new SmsMessageOutcome(
                message.id(),
                SmsSendResult.rejected(-5, "INVALID_NUMBER_FORMAT", message.correlationId()).withSentAt(SENT), false);
    }

    static SmsMessageOutcome unknown(SmsStoredMessage message) {
        return new SmsMessageOutcome(
                message.id(), SmsSendResult.unknown(null, "no response", message.correlationId()).withSentAt(SENT), false);
    }

    static SmsMessageOutcome notSent(SmsStoredMessage message) {
        return new SmsMessageOutcome(
                message.id(), SmsSendResult.notSent(401, "credentials", message.correlationId()).withSentAt(SENT), false);
    }

    static SmsMessageOutcome throttled(SmsStoredMessage message) {
        return new SmsMessageOutcome(
                message.id(), SmsSendResult.notSent(429, "throttled", message.correlationId()).withSentAt(SENT), true);
    }

    static SmsMessageOutcome notConnected(SmsStoredMessage message) {
        return new SmsMessageOutcome(
                message.id(), SmsSendResult.notSent(null, "no connection", message.correlationId()), true);
    }

    static SmsStatus status(String correlationId, SmsDeliveryStatus status) {
        return new SmsStatus(correlationId, NUMBER, SENT, status, status.name());
    }

    static List<String> ids(SmsClaimed claimed) {
        return claimed.requests().stream().flatMap(request -> request.messages().stream())
                .map(SmsStoredMessage::correlationId).toList();
    }
}
