package io.github.camelsms.body;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Message;

/**
 * Headers that describe the results of messages.
 */
public final class ResultHeaders {

    private static final List<String> EARLIER_HEADERS = List.of(
            SmsConstants.PARTS, SmsConstants.STORED, SmsConstants.DUPLICATE, SmsConstants.STORED_MESSAGES,
            SmsConstants.DUPLICATES, SmsConstants.ACCEPTED, SmsConstants.REJECTED, SmsConstants.NOT_SENT,
            SmsConstants.UNKNOWN, SmsConstants.DRY_RUN, SmsConstants.COST);
    private static final List<String> OUTCOME_HEADERS = List.of(
            SmsConstants.OUTCOME, SmsConstants.CODE, SmsConstants.ID, SmsConstants.REASON, SmsConstants.SENT_AT);

    private ResultHeaders() {
    }

    /** Removes headers about storing, segments and many messages that an earlier endpoint has set. */
    public static void removeEarlier(Message message) {
        if (message.hasHeaders()) {
            EARLIER_HEADERS.forEach(message::removeHeader);
        }
    }

    /** Removes the outcome of a single message that an earlier endpoint has set. */
    public static void removeOutcome(Message message) {
        OUTCOME_HEADERS.forEach(message::removeHeader);
    }

    /** Returns the headers of the results that an exchange has ended with. */
    public static Map<String, Object> of(Message message) {
        Map<String, Object> headers = new HashMap<>();
        copy(message, SmsConstants.CORRELATION_ID, headers);
        OUTCOME_HEADERS.forEach(name -> copy(message, name, headers));
        EARLIER_HEADERS.forEach(name -> copy(message, name, headers));
        return headers;
    }

    private static void copy(Message message, String name, Map<String, Object> headers) {
        Object value = message.getHeader(name);
        if (value != null) {
            headers.put(name, value);
        }
    }

    /** Removes the headers of the results of earlier messages. */
    public static void removeAll(Message message) {
        removeEarlier(message);
        removeOutcome(message);
    }

    /** Replaces the headers of results, after a redelivery has removed those that the exchange had ended with. */
    public static void restore(Message message, Map<String, Object> headers) {
        removeAll(message);
        headers.forEach(message::setHeader);
    }

    /** Sets the headers of a message that is stored, or was stored before. */
    public static void setStored(Message message, @Nullable String correlationId, boolean isDuplicate) {
        removeOutcome(message);
        message.setHeader(SmsConstants.STORED, true);
        message.setHeader(SmsConstants.CORRELATION_ID, correlationId);
        if (isDuplicate) {
            message.setHeader(SmsConstants.DUPLICATE, true);
        }
    }

    /** Sets the headers of a message's outcome, and removes those of an earlier one that this outcome does not have. */
    public static void set(Message message, SmsSendResult result) {
        boolean hadHeaders = message.hasHeaders();
        // As text, which JMS headers support.
        message.setHeader(SmsConstants.OUTCOME, result.outcome().name());
        set(message, hadHeaders, SmsConstants.CORRELATION_ID, result.correlationId());
        set(message, hadHeaders, SmsConstants.CODE, result.code());
        set(message, hadHeaders, SmsConstants.ID, result.smsId());
        set(message, hadHeaders, SmsConstants.REASON, result.reason());
        set(message, hadHeaders, SmsConstants.SENT_AT, result.sentAt());
    }

    /** Sets a header, or removes the value of an earlier result. */
    private static void set(Message message, boolean hadHeaders, String header, @Nullable Object value) {
        if (value != null) {
            message.setHeader(header, value);
        } else if (hadHeaders) {
            message.removeHeader(header);
        }
    }
}
