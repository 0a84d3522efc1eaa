package io.github.camelsms.send;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.camelsms.SmsException;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.SmsRejectedException;
import io.github.camelsms.body.HeaderDefaults;
import io.github.camelsms.body.ResultHeaders;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.util.ObjectHelper;

/**
 * Guard against sending messages twice because Camel redelivers their exchange.
 * <p>
 * A property of the exchange keeps its last attempt whose messages may have been sent. If Camel redelivers the exchange
 * because of this attempt, nothing is sent, and the exchange fails with the same exception. Every other message is a
 * new one, except if the exchange has already had its correlation id accepted with the same number and text.
 */
final class RedeliveryGuard {

    private static final SafeLogger LOG = SafeLogger.SENDING;
    private static final String FAILED = "CamelSmsFailedAttempt";
    private static final String ACCEPTED = "CamelSmsAcceptedMessages";
    private static final int MAX_ACCEPTED = 16;
    private static final int MAX_NAMED = 10;

    private final String account;
    private final boolean redeliverUnknown;
    /** Whether a message store recognizes accepted messages. */
    private final boolean isStored;

    /**
     * Failed attempt that must not be repeated.
     *
     * @param isUnknown    whether its messages may have been sent
     * @param spentBody    its body if this cannot be read again, such as an iterator; otherwise null
     * @param headers      headers of its results, which a redelivery removes
     * @param redeliveries Camel's redelivery counter at this attempt, or at its last redelivery
     * @param isReported   whether a redelivery was logged
     */
    private record FailedAttempt(SmsException failure, boolean isUnknown, @Nullable Object spentBody,
            Map<String, Object> headers, int redeliveries, boolean isReported) {

        boolean isRepeatedBy(Exchange exchange) {
            return spentBody != null && spentBody == exchange.getMessage().getBody()
                    || isUnknown && redeliveryCounter(exchange) > redeliveries && isCaught(exchange);
        }

        /** Returns whether this is the failure that Camel has caught last. */
        private boolean isCaught(Exchange exchange) {
            Throwable caught = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
            if (caught != null) {
                for (Throwable cause : ObjectHelper.createExceptionIterable(caught)) {
                    if (cause == failure) {
                        return true;
                    }
                }
            }
            return false;
        }

        /** Names the messages. The property is shown in logs, so it has neither texts nor numbers. */
        @Override
        public String toString() {
            return String.join(
                    ", ", failure.results().stream().filter(result -> result.outcome() != SmsOutcome.REJECTED)
                            .limit(MAX_NAMED).map(result -> String.valueOf(result.correlationId())).toList());
        }
    }

    /** Message of an exchange that an account has accepted. */
    private record AcceptedMessage(String account, SmsMessage message, SmsSendResult result) {

        boolean isSame(String otherAccount, SmsMessage other) {
            return account.equals(otherAccount) && Objects.equals(message.correlationId(), other.correlationId())
                    && Objects.equals(message.destination(), other.destination())
                    && Objects.equals(message.messageText(), other.messageText());
        }

        /** The property is shown in logs, so it has neither text nor number. */
        @Override
        public String toString() {
            return String.valueOf(message.correlationId());
        }
    }

    RedeliveryGuard(String account, boolean redeliverUnknown, boolean isStored) {
        this.account = account;
        this.redeliverUnknown = redeliverUnknown;
        this.isStored = isStored;
    }

    /** Returns whether an exchange repeats its failed attempt. If so, it has failed again, and its body is unread. */
    static boolean failsAgain(Exchange exchange) {
        if (!exchange.hasProperties() || !(exchange.getProperty(FAILED) instanceof FailedAttempt attempt)
                || !attempt.isRepeatedBy(exchange)) {
            return false;
        }
        if (attempt.isUnknown && !attempt.isReported) {
            LOG.warn(
                    "Camel redelivers exchange {}, whose messages may have been sent: {}. They are not sent again, and the exchange fails as before. Query their statuses, and exclude SmsOutcomeUnknownException from the redelivery; with redeliverUnknown=true, they would be sent again",
                    exchange.getExchangeId(), attempt);
        }
        exchange.setProperty(FAILED, new FailedAttempt(
                attempt.failure, attempt.isUnknown, attempt.spentBody, attempt.headers, redeliveryCounter(exchange), true));
        ResultHeaders.restore(exchange.getMessage(), attempt.headers);
        exchange.setException(attempt.failure);
        return true;
    }

    /** Returns the result of a message if the account has already accepted it in this exchange, or null. */
    @Nullable
    SmsSendResult accepted(Exchange exchange, SmsMessage message) {
        if (!exchange.hasProperties()) {
            return null;
        }
        return acceptedMessages(exchange).stream().filter(accepted -> accepted.isSame(account, message)).findFirst()
                .map(AcceptedMessage::result).orElse(null);
    }

    /**
     * Remembers the attempt with which an exchange ends.
     *
     * @param message   message of an exchange of one, or null
     * @param spentBody body that cannot be read again, or null
     */
    void ended(Exchange exchange, @Nullable SmsMessage message, @Nullable Object spentBody) {
        Exception failed = exchange.getException();
        if (failed instanceof SmsException failure) {
            boolean isUnknown = !redeliverUnknown && !isSafeToRepeat(failure);
            if (isUnknown || spentBody != null) {
                exchange.setProperty(FAILED, new FailedAttempt(
                        failure, isUnknown, spentBody, ResultHeaders.of(exchange.getMessage()),
                        redeliveryCounter(exchange), false));
            }
        } else if (message != null && !isStored && exchange.getMessage().getBody() instanceof SmsSendResult result
                && result.outcome() == SmsOutcome.ACCEPTED && isOwnId(exchange, message)) {
            List<AcceptedMessage> accepted = new ArrayList<>(acceptedMessages(exchange));
            accepted.add(new AcceptedMessage(account, message, result));
            // Copies of the exchange share the list, so it is not changed.
            exchange.setProperty(
                    ACCEPTED, List.copyOf(accepted.subList(Math.max(0, accepted.size() - MAX_ACCEPTED), accepted.size())));
        }
    }

    @SuppressWarnings("unchecked")
    private static List<AcceptedMessage> acceptedMessages(Exchange exchange) {
        return exchange.getProperty(ACCEPTED) instanceof List<?> messages ? (List<AcceptedMessage>) messages : List.of();
    }

    /** Returns whether a message has a correlation id that was not generated. */
    private static boolean isOwnId(Exchange exchange, SmsMessage message) {
        return message.correlationId() != null && !HeaderDefaults.isGenerated(exchange, message.correlationId());
    }

    /** Returns Camel's redelivery counter, which Camel leaves set for the rest of the route. */
    private static int redeliveryCounter(Exchange exchange) {
        return exchange.getMessage().getHeader(Exchange.REDELIVERY_COUNTER) instanceof Integer counter ? counter : 0;
    }

    private static boolean isSafeToRepeat(SmsException failure) {
        return failure instanceof SmsNotSentException || failure instanceof SmsRejectedException;
    }
}
