package io.github.camelsms;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.client.HttpStatuses;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.message.UnreadableBodyException;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Writer of results to exchanges. A completed exchange gets a body and headers. A failed exchange gets headers and an
 * exception and keeps its body, so that a dead letter channel can send it again.
 */
final class ExchangeResults {

    private static final List<String> EARLIER_HEADERS = List.of(
            SmsConstants.PARTS, SmsConstants.STORED, SmsConstants.DUPLICATE, SmsConstants.STORED_MESSAGES,
            SmsConstants.DUPLICATES, SmsConstants.ACCEPTED, SmsConstants.REJECTED, SmsConstants.NOT_SENT,
            SmsConstants.UNKNOWN);
    private static final List<String> OUTCOME_HEADERS = List.of(
            SmsConstants.OUTCOME, SmsConstants.CODE, SmsConstants.ID, SmsConstants.REASON, SmsConstants.SENT_AT);

    private final boolean throwOnRejected;

    ExchangeResults(boolean throwOnRejected) {
        this.throwOnRejected = throwOnRejected;
    }

    void complete(Exchange exchange, SmsSendResult result) {
        setHeaders(exchange.getMessage(), result);
        SmsException failure = failure(result);
        if (failure != null) {
            exchange.setException(failure);
        } else {
            exchange.getMessage().setBody(result);
        }
    }

    /** Removes headers about storing, segments and many messages that an earlier endpoint has set. */
    static void removeEarlier(Message message) {
        if (message.hasHeaders()) {
            EARLIER_HEADERS.forEach(message::removeHeader);
        }
    }

    /** Removes the outcome of a single message that an earlier endpoint has set. */
    static void removeOutcome(Message message) {
        OUTCOME_HEADERS.forEach(message::removeHeader);
    }

    /** Returns the headers of the results that an exchange has ended with. */
    static Map<String, Object> headers(Message message) {
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
    static void removeAll(Message message) {
        removeEarlier(message);
        removeOutcome(message);
    }

    /** Replaces the headers of results, after a redelivery has removed those that the exchange had ended with. */
    static void restore(Message message, Map<String, Object> headers) {
        removeAll(message);
        headers.forEach(message::setHeader);
    }

    /** Sets the headers of a message that is stored, or was stored before. */
    static void setStored(Message message, @Nullable String correlationId, boolean isDuplicate) {
        removeOutcome(message);
        message.setHeader(SmsConstants.STORED, true);
        message.setHeader(SmsConstants.CORRELATION_ID, correlationId);
        if (isDuplicate) {
            message.setHeader(SmsConstants.DUPLICATE, true);
        }
    }

    /**
     * Returns the failure of an exchange with <code>completeOn=stored</code>, or null. If some messages were stored, it
     * is not an {@link SmsNotSentException}, because a redelivery would store messages without their own ids again.
     *
     * @param isAnyStored whether the exchange has stored new messages
     */
    static @Nullable SmsException storeFailure(
            String what, boolean isAnyStored, List<SmsSendResult> failed, @Nullable ReadFailure unread) {
        SmsSendResult unknown = first(failed, SmsOutcome.UNKNOWN);
        SmsSendResult notSent = first(failed, SmsOutcome.NOT_SENT);
        if (unread != null) {
            return readFailure(
                    reason(unread) + " (" + what + "; the rest was not stored)", !isAnyStored && failed.isEmpty(), failed,
                    unread);
        } else if (unknown != null) {
            return new SmsOutcomeUnknownException("not all messages were stored: " + what + "; " + unknown.reason(), failed);
        } else if (notSent != null && isAnyStored) {
            return new SmsException(
                    "not all messages were stored: " + what + "; " + notSent.reason()
                                    + ". Those that were stored are sent. Repeat the exchange only if each message has its own correlation id",
                    failed, null);
        } else if (notSent != null) {
            return new SmsNotSentException("no message was stored: " + what + "; " + notSent.reason(), failed);
        }
        return null;
    }

    /** Returns why an input was not read to its end. */
    static String reason(ReadFailure unread) {
        if (unread.cause() instanceof VirtualMachineError error) {
            return unread.reason() + ", because of " + SafeText.of(error);
        }
        return unread.cause() instanceof UnreadableBodyException body
                ? unread.reason() + ", because " + body.getMessage() : unread.reason();
    }

    /**
     * Returns the failure of an input that could not be read to its end. It is safe to repeat if nothing was read
     * before, unless the body would be unreadable again.
     */
    static SmsException readFailure(
            String message, boolean isNothingRead, List<SmsSendResult> results, ReadFailure unread) {
        if (unread.cause() instanceof UnreadableBodyException body && body.isOfOtherKind()) {
            return new SmsRejectedException(body.getMessage() + "; nothing was sent", results);
        }
        return isNothingRead && !(unread.cause() instanceof UnreadableBodyException)
                ? new SmsNotSentException(message, results, unread.cause())
                : new SmsException(message, results, unread.cause());
    }

    private static @Nullable SmsSendResult first(List<SmsSendResult> results, SmsOutcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).findFirst().orElse(null);
    }

    private @Nullable SmsException failure(SmsSendResult result) {
        List<SmsSendResult> all = List.of(result);
        return switch (result.outcome()) {
            case ACCEPTED -> null;
            case REJECTED -> throwOnRejected
                    ? new SmsRejectedException("the message was rejected: " + result.reason(), all) : null;
            case NOT_SENT -> notSent("the message was not sent: " + result.reason(), result, all);
            case UNKNOWN -> new SmsOutcomeUnknownException(
                    "the message may or may not have been sent: " + result.reason(), all);
        };
    }

    static SmsNotSentException notSent(String message, SmsSendResult first, List<SmsSendResult> all) {
        Integer code = first.code();
        return code != null && HttpStatuses.isUnauthorized(code)
                ? new SmsAuthenticationException(message, all) : new SmsNotSentException(message, all);
    }

    /** Sets the headers of a message's outcome, and removes those of an earlier one that this outcome does not have. */
    void setHeaders(Message message, SmsSendResult result) {
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
