package io.github.camelsms.simulator.service;

import java.util.regex.Pattern;

import io.github.camelsms.simulator.ScheduledDates;
import io.github.camelsms.simulator.message.Submission;
import io.github.camelsms.simulator.settings.SimulatorSettings;
import org.jspecify.annotations.Nullable;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

/** A reader of one element of the {@code sms} array, as strict as the interface. */
final class SubmissionReader {

    static final String INVALID_NUMBER_FORMAT = "INVALID_NUMBER_FORMAT";

    private static final int MAX_TEXT_LENGTH = 160;
    private static final int MAX_DESTINATION_LENGTH = 11;
    private static final int MAX_CORRELATION_ID_LENGTH = 50;
    /** End of the year 9999. */
    private static final long MAX_SCHEDULED_SECONDS = 253_402_300_799L;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{10,11}");

    /** A valid message, or the reason why a message is invalid. */
    sealed interface Validation {
    }

    /** A valid message. */
    record Valid(Submission submission) implements Validation {
    }

    /** The reason why a message is invalid. */
    record Invalid(String reason) implements Validation {
    }

    private final @Nullable Pattern rejectedDestinations;
    private final boolean rejectsScheduledDates;

    SubmissionReader(SimulatorSettings.Delivery settings) {
        this.rejectedDestinations = settings.rejectedDestinations();
        this.rejectsScheduledDates = settings.scheduledDates() == ScheduledDates.REJECTED;
    }

    Validation read(JsonNode message) {
        if (!message.isObject()) {
            return new Invalid("the message is not a JSON object");
        }
        String error = textError(message, "messageText", true, MAX_TEXT_LENGTH);
        error = error != null ? error : textError(message, "destination", true, MAX_DESTINATION_LENGTH);
        error = error != null ? error : textError(message, "correlationId", false, MAX_CORRELATION_ID_LENGTH);
        error = error != null ? error : dateError(message.path("scheduledDate"));
        if (error != null) {
            return new Invalid(error);
        }
        String destination = message.path("destination").textValue();
        if (!NUMBER.matcher(destination).matches()
                || (rejectedDestinations != null && rejectedDestinations.matcher(destination).matches())) {
            return new Invalid(INVALID_NUMBER_FORMAT);
        }
        JsonNode date = message.path("scheduledDate");
        if (rejectsScheduledDates && date.isIntegralNumber()) {
            return new Invalid("SCHEDULED_DATE_NOT_ALLOWED");
        }
        return new Valid(
                new Submission(
                        message.path("messageText").textValue(), destination, idOrNull(correlationId(message)),
                        date.isIntegralNumber() ? date.longValue() : Submission.NOT_SCHEDULED));
    }

    /** Returns the correlation id to echo, of a valid or invalid message; null without one. */
    static @Nullable String correlationId(JsonNode message) {
        return message.path("correlationId").textValue();
    }

    private static @Nullable String idOrNull(@Nullable String correlationId) {
        return correlationId == null || correlationId.isEmpty() ? null : correlationId;
    }

    private static @Nullable String textError(JsonNode message, String field, boolean required, int max) {
        JsonNode value = message.path(field);
        boolean absent = value.isMissingNode() || value.isNull() || (value.isTextual() && value.textValue().isEmpty());
        if (absent) {
            return required ? field + " is missing" : null;
        }
        if (!value.isTextual()) {
            return field + " is not a string";
        }
        int length = value.textValue().codePointCount(0, value.textValue().length());
        return length <= max ? null : field + " has " + length + " characters: at most " + max + " are allowed";
    }

    private static @Nullable String dateError(JsonNode date) {
        if (date.isMissingNode() || date.isNull()) {
            return null;
        }
        boolean isValid = date.isIntegralNumber() && date.canConvertToLong() && date.longValue() >= 0
                && date.longValue() <= MAX_SCHEDULED_SECONDS;
        return isValid ? null : "scheduledDate is not a Unix timestamp in seconds";
    }
}
