package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Rule for whether a delivery status with the correlation id of a message is evidence about it. If in doubt, it is,
 * because a message without evidence may be sent twice.
 */
final class StatusEvidence {

    /** A number with any prefix, and with separators. */
    private static final Pattern NUMBER = Pattern.compile("[0-9+ ()-]+");
    /** More than clocks can differ, and more than a wrong time zone of the service can cause. */
    private static final Duration MAX_DIFFERENCE = Duration.ofHours(12);
    private static final int MIN_DIGITS = 8;
    private static final int MAX_DIGITS = 15;

    private StatusEvidence() {
    }

    /**
     * Returns whether a status is evidence about a message.
     *
     * @param destination   number of the message, or a hash of it, or null if it was erased
     * @param storedAt      when the message was stored
     * @param scheduledDate the message's own date, on which the service may date its statuses, or null
     * @param rejectedAt    when the rejected request was sent, or null if the message was not rejected
     * @param sentAt        when the last request was sent, or null if there is none after the rejected one
     */
    static boolean isEvidence(
            SmsStatus status, @Nullable String destination, Instant storedAt, @Nullable Instant scheduledDate,
            @Nullable Instant rejectedAt, @Nullable Instant sentAt) {
        return isAbout(status, destination, storedAt, scheduledDate, sentAt)
                && (scheduledDate != null || isOfLaterRequest(status.sentDate(), rejectedAt, sentAt));
    }

    /**
     * Returns whether a status leaves open whether a message was delivered: it is a delivery to its number, but its
     * date fits the rejected request, or an earlier message with the same id, better. The date alone may be wrong.
     */
    static boolean isInDoubt(
            SmsStatus status, @Nullable String destination, Instant storedAt, @Nullable Instant scheduledDate,
            @Nullable Instant rejectedAt, @Nullable Instant sentAt) {
        return status.status() == SmsDeliveryStatus.DELIVERED && sentAt != null && isOfNumber(status, destination)
                && !isEvidence(status, destination, storedAt, scheduledDate, rejectedAt, sentAt);
    }

    /** Returns whether a status can be about a message, and not about another one with the same correlation id. */
    static boolean isAbout(
            SmsStatus status, @Nullable String destination, Instant storedAt, @Nullable Instant scheduledDate,
            @Nullable Instant sentAt) {
        // The clock of the store may have been ahead when the message was stored, and correct when it was sent.
        Instant first = sentAt != null && sentAt.isBefore(storedAt) ? sentAt : storedAt;
        return isOfNumber(status, destination) && isOfThisMessage(status.sentDate(), first, scheduledDate);
    }

    /**
     * Returns whether a status can be of a message to a number. Formats differ in country code, area code and ninth
     * digit, so only the last eight digits are compared. Anything else than a phone number is ignored.
     */
    private static boolean isOfNumber(SmsStatus status, @Nullable String destination) {
        String reported = lastDigits(status.destination());
        String own = lastDigits(destination);
        return reported == null || own == null || reported.equals(own);
    }

    private static @Nullable String lastDigits(@Nullable String number) {
        if (number == null || !NUMBER.matcher(number).matches()) {
            return null;
        }
        String digits = number.replaceAll("[^0-9]", "");
        boolean isNumber = digits.length() >= MIN_DIGITS && digits.length() <= MAX_DIGITS;
        return isNumber ? digits.substring(digits.length() - MIN_DIGITS) : null;
    }

    /**
     * Returns whether a status was not sent long before the message was stored. It would then be of an earlier message
     * with the same correlation id, which was sent without the store, or removed from it.
     */
    private static boolean isOfThisMessage(
            @Nullable Instant date, Instant storedAt, @Nullable Instant scheduledDate) {
        Instant first = scheduledDate != null && scheduledDate.isBefore(storedAt) ? scheduledDate : storedAt;
        return date == null || !date.isBefore(first.minus(MAX_DIFFERENCE));
    }

    /**
     * Returns whether a status can be of a request later than the one in which the service rejected the message. It
     * belongs to the request whose time is closer to its send date, so that the clocks may differ by up to half of the
     * time between the requests.
     */
    private static boolean isOfLaterRequest(
            @Nullable Instant date, @Nullable Instant rejectedAt, @Nullable Instant sentAt) {
        return date == null || rejectedAt == null || sentAt == null
                || !date.isBefore(rejectedAt.plus(Duration.between(rejectedAt, sentAt).dividedBy(2)));
    }
}
