package io.github.camelsms.simulator;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

/** Reads one element of the {@code sms} list, as strictly as the interface describes it. */
final class SubmissionReader {

    static final String INVALID_NUMBER_FORMAT = "INVALID_NUMBER_FORMAT";

    private static final int MAX_TEXT = 160;
    private static final int MAX_DESTINATION = 11;
    private static final int MAX_CORRELATION_ID = 50;
    private static final long LAST_SECOND_OF_YEAR_9999 = 253_402_300_799L;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{10,11}");

    /** A message that is in order, or why it is not. */
    sealed interface Reading {
    }

    /** A message that is in order. */
    record InOrder(Submission submission) implements Reading {
    }

    /** Why a message is refused. */
    record Refused(String reason) implements Reading {
    }

    private final @Nullable Pattern rejectedDestinations;

    SubmissionReader(@Nullable Pattern rejectedDestinations) {
        this.rejectedDestinations = rejectedDestinations;
    }

    Reading read(JsonNode message) {
        if (!message.isObject()) {
            return new Refused("the message is no JSON object");
        }
        String wrong = wrongText(message, "messageText", true, MAX_TEXT);
        wrong = wrong != null ? wrong : wrongText(message, "destination", true, MAX_DESTINATION);
        wrong = wrong != null ? wrong : wrongText(message, "correlationId", false, MAX_CORRELATION_ID);
        wrong = wrong != null ? wrong : wrongDate(message.path("scheduledDate"));
        if (wrong != null) {
            return new Refused(wrong);
        }
        String destination = message.path("destination").textValue();
        if (!NUMBER.matcher(destination).matches()
                || (rejectedDestinations != null && rejectedDestinations.matcher(destination).matches())) {
            return new Refused(INVALID_NUMBER_FORMAT);
        }
        JsonNode date = message.path("scheduledDate");
        return new InOrder(
                new Submission(
                        message.path("messageText").textValue(), destination, correlationId(message),
                        date.isIntegralNumber() ? date.longValue() : StoredMessage.NOT_SCHEDULED));
    }

    /** What the result echoes; null when the message carries none that could be echoed. */
    static @Nullable String correlationId(JsonNode message) {
        return message.path("correlationId").textValue();
    }

    private static @Nullable String wrongText(JsonNode message, String field, boolean required, int max) {
        JsonNode value = message.path(field);
        boolean absent = value.isMissingNode() || value.isNull() || (value.isTextual() && value.textValue().isEmpty());
        if (absent) {
            return required ? field + " is missing" : null;
        }
        if (!value.isTextual()) {
            return field + " is no string";
        }
        int length = value.textValue().codePointCount(0, value.textValue().length());
        return length <= max ? null : field + " has " + length + " characters, at most " + max + " are allowed";
    }

    private static @Nullable String wrongDate(JsonNode date) {
        if (date.isMissingNode() || date.isNull()) {
            return null;
        }
        boolean seconds = date.isIntegralNumber() && date.canConvertToLong() && date.longValue() >= 0
                && date.longValue() <= LAST_SECOND_OF_YEAR_9999;
        return seconds ? null : "scheduledDate is no Unix timestamp in seconds";
    }
}
