package io.github.camelsms.send;

import java.util.List;

import io.github.camelsms.SmsAuthenticationException;
import io.github.camelsms.SmsException;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.SmsOutcomeUnknownException;
import io.github.camelsms.SmsRejectedException;
import io.github.camelsms.body.ResultHeaders;
import io.github.camelsms.body.UnreadableBodyException;
import io.github.camelsms.client.HttpStatuses;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;

/**
 * Results of an exchange of <code>sms:send</code>. A completed exchange gets a body and headers. A failed exchange gets
 * headers and an exception and keeps its body, so that a dead letter channel can send it again.
 */
final class SendResults {

    private final boolean throwOnRejected;

    SendResults(boolean throwOnRejected) {
        this.throwOnRejected = throwOnRejected;
    }

    /** Completes an exchange of one message. */
    void complete(Exchange exchange, SmsSendResult result) {
        ResultHeaders.set(exchange.getMessage(), result);
        SmsException failure = failure(result);
        if (failure != null) {
            exchange.setException(failure);
        } else {
            exchange.getMessage().setBody(result);
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
}
