package io.github.camelsms.store.jdbc;

import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.MessageTexts;
import io.github.camelsms.store.OutcomeRules;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsWhenUnknown;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a message, all in memory: {@link Messages#write(Tx, int, java.util.List)} stores them.
 */
final class Changes {

    private final boolean retainText;
    private final Fingerprints fingerprints;

    Changes(boolean retainText, Fingerprints fingerprints) {
        this.retainText = retainText;
        this.fingerprints = fingerprints;
    }

    /** Moves a message to a state without an outcome. */
    void move(Row row, SmsMessageState state) {
        row.state = state;
        row.finishedAt = null;
    }

    /** Brings a message to an outcome. */
    void conclude(
            Row row, SmsMessageState state, @Nullable Integer code, @Nullable String serviceId,
            @Nullable String reason, long now, @Nullable SmsWhenUnknown whenUnknown) {
        row.state = state;
        row.revision++;
        row.code = code;
        row.serviceId = serviceId;
        row.reason = reason;
        row.finishedAt = state.isFinal() ? now : null;
        if (state == SmsMessageState.UNKNOWN && whenUnknown != null) {
            row.unknownSince = now;
            row.lookAt = now + whenUnknown.lookAfter().toMillis();
            row.looks = 0;
        }
        if (!retainText && (state == SmsMessageState.ACCEPTED || state == SmsMessageState.REJECTED)) {
            dropContent(row);
        }
        row.isOffered = row.offer != SmsOffer.NEVER && (whenUnknown == null || whenUnknown.isOffered());
    }

    private void dropContent(Row row) {
        row.text = null;
        if (row.destination != null && !row.destination.startsWith(Row.HASH_MARK)) {
            row.destination = fingerprints.hash(row.destination);
        }
        row.isContentChanged = true;
    }

    /** Applies what a request has brought for a message; returns whether anything has changed. */
    boolean respond(
            Row row, SmsRequestId request, SmsSendResult result, boolean waitsAgain, long now,
            SmsWhenUnknown whenUnknown) {
        boolean isLast = row.isOf(request);
        SmsMessageState next = OutcomeRules.afterResponse(
                row.state, isLast, row.deliveryStatus != null, result.outcome(), waitsAgain);
        if (next == null) {
            return fillIn(row, result);
        }
        boolean hasLeft = result.sentAt() != null;
        if (isLast && !hasLeft && waitsAgain) {
            row.attempts--;
        }
        if (result.sentAt() != null) {
            row.sentAt = result.sentAt().toEpochMilli();
        } else if (row.attempts == 0) {
            row.sentAt = null;
        }
        if (next == SmsMessageState.WAITING && row.text == null) {
            conclude(row, SmsMessageState.CANCELLED, null, null, MessageTexts.ERASED, now, null);
        } else if (next == SmsMessageState.WAITING) {
            move(row, next);
            row.reason = result.reason();
        } else if (next == SmsMessageState.ACCEPTED && result.smsId() == null) {
            accept(row, now);
        } else {
            conclude(
                    row, next, result.code(), result.smsId(), result.reason(), now,
                    next == SmsMessageState.UNKNOWN ? whenUnknown : null);
        }
        return true;
    }

    /** A message that a status has settled gets its id from the response that comes later. */
    private static boolean fillIn(Row row, SmsSendResult result) {
        boolean isNews = row.state == SmsMessageState.ACCEPTED && row.serviceId == null && result.smsId() != null;
        if (isNews) {
            row.code = result.code();
            row.serviceId = result.smsId();
        }
        return isNews;
    }

    /** Gives up on a message in flight. */
    void lose(Row row, String reason, long now, SmsWhenUnknown whenUnknown) {
        if (row.deliveryStatus != null) {
            accept(row, now);
        } else {
            conclude(row, SmsMessageState.UNKNOWN, null, null, reason, now, whenUnknown);
        }
    }

    /** Settles a message because the service has a status for it. */
    void accept(Row row, long now) {
        conclude(row, SmsMessageState.ACCEPTED, null, null, null, now, null);
    }

    /** Applies a delivery status; returns whether it has settled the message. */
    boolean apply(Row row, SmsStatus status, long now) {
        if (row.attempts > 0) {
            row.deliveryStatus = status.status().name();
            row.rawStatus = status.rawStatus();
            row.statusDate = status.sentDate() == null ? null : status.sentDate().toEpochMilli();
        }
        SmsMessageState next = OutcomeRules.afterStatus(row.state, row.attempts);
        if (next != null) {
            accept(row, now);
        }
        return next != null;
    }

    /** Erases what a message says and to whom. */
    void erase(Row row, long now) {
        if (row.state == SmsMessageState.WAITING || row.state == SmsMessageState.SCHEDULED) {
            conclude(row, SmsMessageState.CANCELLED, null, null, MessageTexts.ERASED, now, null);
        }
        row.text = null;
        row.destination = null;
        row.headers = null;
        row.isContentChanged = true;
    }
}
