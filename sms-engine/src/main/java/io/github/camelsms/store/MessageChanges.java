package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

import io.github.camelsms.model.Masked;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Rules for changing a stored message, for implementations of {@link MessageStore}. They load a {@link MessageRecord},
 * change it with these methods, and store it. Methods with a boolean result return whether the message has changed.
 * Thread-safe.
 */
public final class MessageChanges {

    /** Reason of a message that is missing in the response to its request. */
    public static final String NO_OUTCOME = "the response has no result for this message; it may have been sent";
    /** Reason of a message in flight whose sender cannot record its outcome. */
    public static final String OWNER_DIED
            = "while the message was in flight, the process ended, lost its lease, or did not reach the message store in time;"
              + " it may have been sent";

    /** Reason of a gap whose response was erased before it was read. */
    public static final String ERASED_RESPONSE = "the response contained an erased number, and was erased before it was read";

    private static final String DELIVERY_IN_DOUBT
            = "the service reports a delivery with this correlation id and number, whose date fits an earlier request or message better;"
              + " find out whether this message has arrived, and use sms:messages with operation=settle or operation=resend";
    private static final String NO_RECORD_AND_EXPIRED
            = "the service has no record of this message, and its time to live has ended; it was not sent again";
    private static final String ERASED = "the number was erased; the message was not sent";
    private static final SmsWhenUnknown NEVER_UNKNOWN = new SmsWhenUnknown(Duration.ZERO, false);
    private static final Set<SmsMessageState> RESENDABLE = EnumSet.of(
            SmsMessageState.PARKED, SmsMessageState.NOT_SENT, SmsMessageState.REJECTED, SmsMessageState.CANCELLED);

    /** Minimum time of a deferral, so that messages that are deferred again and again do not keep the store busy. */
    private static final Duration MIN_DEFERRAL = Duration.ofSeconds(1);

    private final boolean retainText;
    private final UnaryOperator<String> hash;

    /**
     * @param retainText whether accepted and rejected messages keep their text and destination
     * @param hash       returns the replacement of a destination that is not kept, which starts with
     *                   {@link MessageRecord#HASH_MARK}
     */
    public MessageChanges(boolean retainText, UnaryOperator<String> hash) {
        this.retainText = retainText;
        this.hash = hash;
    }

    /** Marks a message as in flight with a request. */
    public void send(MessageRecord message, SmsRequestId request, Instant now) {
        move(message, SmsMessageState.SENDING);
        message.epoch = request.epoch();
        message.request = request.number();
        message.attempts++;
        message.sentAt = now;
    }

    /** Makes a scheduled message WAITING, because it is due. */
    public void promote(MessageRecord message) {
        move(message, SmsMessageState.WAITING);
    }

    /**
     * Applies a request's result for a message. A result of another message is ignored: a database that has lost its
     * last commits gives their numbers to other messages.
     */
    public boolean respond(
            MessageRecord message, SmsRequestId request, SmsSendResult result, boolean waitsAgain, Instant now,
            SmsWhenUnknown whenUnknown) {
        if (!message.correlationId.equals(result.correlationId())) {
            return false;
        }
        boolean isLast = message.isOf(request);
        SmsMessageState next = OutcomeRules.afterResponse(
                message.state, isLast, message.deliveryStatus != null, result.outcome(), waitsAgain);
        if (next == null) {
            return fillIn(message, result);
        }
        boolean wasSent = result.sentAt() != null;
        if (isLast && !wasSent && waitsAgain) {
            message.attempts--;
        }
        if (wasSent && next == SmsMessageState.UNKNOWN) {
            // Its lookup queries this day, so the clock of the node must not replace that of the store.
            message.sentAt = Objects.requireNonNullElse(message.sentAt, now);
        } else if (wasSent) {
            message.sentAt = MessageRecord.stored(result.sentAt());
        } else if (message.attempts == 0) {
            message.sentAt = null;
        }
        if (next == SmsMessageState.WAITING && message.text == null) {
            conclude(message, SmsMessageState.CANCELLED, ERASED, now);
        } else if (next == SmsMessageState.WAITING) {
            move(message, next);
            message.reason = result.reason();
        } else if (next == SmsMessageState.ACCEPTED && result.smsId() == null) {
            accept(message, now);
        } else {
            conclude(
                    message, next, result.code(), result.smsId(), result.reason(), now,
                    next == SmsMessageState.UNKNOWN ? whenUnknown : null);
        }
        return true;
    }

    /** Returns a message to the queue, because its request was never sent. */
    public boolean putBack(MessageRecord message, SmsRequestId request, String reason, Instant now) {
        return respond(
                message, request, SmsSendResult.notSent(null, reason, message.correlationId), true, now, NEVER_UNKNOWN);
    }

    /** Removes a message from its request, which is not sent yet. */
    public boolean withdraw(MessageRecord message, SmsRequestId request, SmsWithdrawal withdrawal, Instant now) {
        if (!message.isInFlight(request)) {
            return false;
        }
        message.attempts--;
        if (message.attempts == 0) {
            message.sentAt = null;
        }
        Instant until = storable(withdrawal.until(), now.plus(MIN_DEFERRAL));
        if (message.deliveryStatus != null) {
            // A status of an earlier request has settled it.
            accept(message, now);
        } else if (message.text == null) {
            conclude(message, SmsMessageState.CANCELLED, ERASED, now);
        } else if (until == null) {
            conclude(message, SmsMessageState.REJECTED, withdrawal.reason(), now);
        } else if (message.expiresAt != null && !until.isBefore(message.expiresAt)) {
            conclude(
                    message, SmsMessageState.NOT_SENT,
                    "it must not be sent before " + until + " (" + withdrawal.reason()
                                                       + "), and its time to live or deliveryTimeout ends earlier; it was not sent",
                    now);
        } else {
            move(message, SmsMessageState.SCHEDULED);
            message.dueAt = until;
            message.reason = withdrawal.reason();
        }
        return true;
    }

    /** The clock of the node can differ from that of the store. */
    private static @Nullable Instant storable(@Nullable Instant until, Instant first) {
        if (until == null || until.isBefore(first)) {
            return until == null ? null : first;
        }
        return until.isBefore(SmsNewMessage.MAX_DUE_AT) ? MessageRecord.stored(until) : SmsNewMessage.MAX_DUE_AT;
    }

    /** Ends a message that was erased before its request was sent. */
    public boolean putBackErased(MessageRecord message, SmsRequestId request, Instant now) {
        return message.isInFlight(request) && message.text == null && putBack(message, request, ERASED, now);
    }

    /** Adds the id of a late response to a message that a status has settled. */
    private static boolean fillIn(MessageRecord message, SmsSendResult result) {
        boolean isNew = message.state == SmsMessageState.ACCEPTED && message.smsId == null && result.smsId() != null;
        if (isNew) {
            message.code = result.code();
            message.smsId = result.smsId();
        }
        return isNew;
    }

    /**
     * Records that a message in flight will have no response: it becomes UNKNOWN, or ACCEPTED if it has a delivery
     * status.
     */
    public void lose(MessageRecord message, String reason, Instant now, SmsWhenUnknown whenUnknown) {
        if (message.deliveryStatus != null) {
            accept(message, now);
        } else {
            conclude(message, SmsMessageState.UNKNOWN, null, null, reason, now, whenUnknown);
        }
    }

    /** Expires a waiting message: it becomes NOT_SENT. */
    public boolean expire(MessageRecord message, Instant now) {
        if (!message.state.isWaiting()) {
            return false;
        }
        String trouble = message.reason;
        conclude(
                message, SmsMessageState.NOT_SENT,
                "its time to live or deliveryTimeout ended before it could be sent; it was not sent"
                                                   + (trouble == null ? "" : "; last trouble: " + trouble),
                now);
        return true;
    }

    /**
     * Applies a delivery status; returns whether it has settled or parked the message, or is the first one that
     * contradicts its rejection. A late {@link SmsDeliveryStatus#SENT}, for example in the response to an earlier poll
     * of another node, does not replace a final status. The status of a request that was rejected before the message
     * was resent is ignored, and so is one with another number. A delivery parks a message of unknown outcome if it can
     * be of another request with its id.
     *
     * @param isGiven whether the status is offered to consumers; otherwise it is only evidence
     */
    public boolean apply(MessageRecord message, SmsStatus status, boolean isGiven, Instant now) {
        if (!message.isEvidence(status)) {
            return message.isInDoubt(status) && park(message, DELIVERY_IN_DOUBT, now);
        }
        boolean wasGiven = isGiven || message.wasGiven(status);
        boolean wasReportedAsSent = MessageRecord.isSent(message.deliveryStatus);
        boolean isLate = status.status() == SmsDeliveryStatus.SENT && message.deliveryStatus != null
                && message.deliveryStatus != SmsDeliveryStatus.SENT;
        if (!isLate) {
            message.deliveryStatus = status.status();
            message.rawStatus = status.rawStatus();
            message.givenStatusDate = wasGiven ? MessageRecord.stored(status.sentDate()) : null;
        }
        SmsMessageState next = OutcomeRules.afterStatus(message.state, message.code != null);
        if (next != null) {
            accept(message, now);
        }
        return next != null
                || message.state == SmsMessageState.REJECTED && !wasReportedAsSent
                        && MessageRecord.isSent(message.deliveryStatus);
    }

    /** Parks an UNKNOWN message for an operator. */
    public boolean park(MessageRecord message, String reason, Instant now) {
        boolean isUnknown = message.state == SmsMessageState.UNKNOWN;
        if (isUnknown) {
            conclude(message, SmsMessageState.PARKED, message.code, null, reason, now, null);
        }
        return isUnknown;
    }

    /**
     * Returns an UNKNOWN message to the queue, unless its text was erased. If its time to live has ended, it becomes
     * NOT_SENT.
     */
    public boolean resendUnknown(MessageRecord message, Instant now) {
        boolean isUnknown = message.state == SmsMessageState.UNKNOWN && message.text != null;
        if (isUnknown && message.expiresAt != null && !message.expiresAt.isAfter(now)) {
            conclude(message, SmsMessageState.NOT_SENT, NO_RECORD_AND_EXPIRED, now);
        } else if (isUnknown) {
            move(message, SmsMessageState.WAITING);
        }
        return isUnknown;
    }

    /**
     * Returns a message to the queue for an operator. Before its due time it is SCHEDULED again. If the service has
     * rejected it, later statuses of that request are not evidence about the message.
     */
    public boolean resend(MessageRecord message, Instant now) {
        boolean isResendable = RESENDABLE.contains(message.state) && message.text != null;
        if (isResendable && message.state == SmsMessageState.REJECTED && message.code != null) {
            message.rejectedAt = message.sentAt;
            message.sentAt = null;
            message.attempts = 0;
            message.code = null;
            message.reason = null;
        }
        if (isResendable) {
            move(message, SmsNewMessage.firstState(message.dueAt, now));
            message.expiresAt = null;
            message.deliveryStatus = null;
        }
        return isResendable;
    }

    /**
     * Returns a message to the queue that has not been sent since a revision, for a caller that submits it again.
     *
     * @param timeToLive how long the caller waits
     */
    public boolean resubmit(MessageRecord message, long revision, Duration timeToLive, Instant now) {
        boolean isResubmitted
                = message.state == SmsMessageState.NOT_SENT && message.revision == revision && resend(message, now);
        if (isResubmitted) {
            message.expiresAt = SmsNewMessage.expiresAt(timeToLive, now);
        }
        return isResubmitted;
    }

    /** Cancels a waiting message. */
    public boolean cancel(MessageRecord message, String reason, Instant now) {
        boolean isWaiting = message.state.isWaiting();
        if (isWaiting) {
            conclude(message, SmsMessageState.CANCELLED, reason, now);
        }
        return isWaiting;
    }

    /**
     * Ends a waiting message as NOT_SENT. A message without a time to live was not stored or queued for a waiting
     * caller, and stays.
     */
    public boolean giveUp(MessageRecord message, String reason, Instant now) {
        boolean isGivenUp = message.state.isWaiting() && message.expiresAt != null;
        if (isGivenUp) {
            conclude(message, SmsMessageState.NOT_SENT, reason, now);
        }
        return isGivenUp;
    }

    /** Gives an UNKNOWN or PARKED message the outcome that an operator knows. */
    public boolean settle(MessageRecord message, SmsOutcome outcome, String reason, Instant now) {
        boolean isInDoubt = message.state == SmsMessageState.UNKNOWN || message.state == SmsMessageState.PARKED;
        if (isInDoubt) {
            conclude(message, SmsMessageState.of(outcome), reason, now);
        }
        return isInDoubt;
    }

    /**
     * Returns whether a text of the service contains a phone number, also with a country code or formatting. For
     * statuses and unreadable responses, when a number is erased.
     *
     * @param number area code and number, digits only
     */
    public static boolean hasNumber(@Nullable String text, String number) {
        AtomicBoolean isFound = new AtomicBoolean();
        Masked.digits(text == null ? "" : text, number.length(), digits -> {
            isFound.compareAndSet(false, digits.contains(number));
            return "";
        });
        return isFound.get();
    }

    /**
     * Returns whether a status with the correlation id of a message can be about it, and gets its kept headers: it was
     * not sent to another number, or long before the message was stored.
     *
     * @param destination number of the message, or a hash of it, or null if it was erased
     * @param sentAt      when its last request was sent, or null
     */
    public static boolean isAbout(
            SmsStatus status, @Nullable String destination, Instant storedAt, @Nullable Instant scheduledDate,
            @Nullable Instant sentAt) {
        return StatusEvidence.isAbout(status, destination, storedAt, scheduledDate, sentAt);
    }

    /** Erases text, destination and headers. */
    public void erase(MessageRecord message, Instant now) {
        cancel(message, ERASED, now);
        message.text = null;
        message.destination = null;
        message.headers = Map.of();
        message.isContentChanged = true;
    }

    /** Settles a message because the service has a status for it. */
    private void accept(MessageRecord message, Instant now) {
        conclude(message, SmsMessageState.ACCEPTED, null, now);
    }

    private static void move(MessageRecord message, SmsMessageState state) {
        message.state = state;
        message.finishedAt = null;
    }

    private void conclude(MessageRecord message, SmsMessageState state, @Nullable String reason, Instant now) {
        conclude(message, state, null, null, reason, now, null);
    }

    private void conclude(
            MessageRecord message, SmsMessageState state, @Nullable Integer code, @Nullable String smsId,
            @Nullable String reason, Instant now, @Nullable SmsWhenUnknown whenUnknown) {
        message.state = state;
        message.revision++;
        message.code = code;
        message.smsId = smsId;
        message.reason = reason;
        message.finishedAt = state.isFinal() ? now : null;
        if (state == SmsMessageState.UNKNOWN && whenUnknown != null) {
            message.unknownSince = now;
            message.lookAt = now.plus(whenUnknown.lookAfter());
            message.looks = 0;
        }
        if (!retainText && (state == SmsMessageState.ACCEPTED || state == SmsMessageState.REJECTED)) {
            dropContent(message);
        }
        message.isOffered = message.offer != SmsOffer.NEVER && (whenUnknown == null || whenUnknown.isOffered());
    }

    private void dropContent(MessageRecord message) {
        message.text = null;
        String destination = message.destination;
        if (destination != null && !destination.startsWith(MessageRecord.HASH_MARK)) {
            message.destination = hash.apply(destination);
        }
        message.isContentChanged = true;
    }
}
