package io.github.camelsms.send;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsException;
import io.github.camelsms.SmsOutcomeUnknownException;
import io.github.camelsms.SmsResults;
import io.github.camelsms.body.ResultHeaders;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Sink that collects the results of an exchange of many messages in input order, as selected by the endpoint. Filled by
 * the engine's loop and read afterwards.
 */
final class ManyResults extends ExchangeSink {

    private final SmsResults kept;
    private final long[] counts = new long[SmsOutcome.values().length];
    /** Results that arrived before those of earlier messages. */
    private final Map<Long, SmsSendResult> early = new TreeMap<>();
    private final List<SmsSendResult> inOrder = new ArrayList<>();
    private @Nullable SmsSendResult firstNotSent;
    private long next;

    ManyResults(Exchange exchange, AsyncCallback callback, SmsResults kept) {
        super(exchange, callback);
        this.kept = kept;
    }

    @Override
    void add(long index, SmsSendResult result) {
        counts[result.outcome().ordinal()]++;
        if (firstNotSent == null && result.outcome() == SmsOutcome.NOT_SENT) {
            firstNotSent = result;
        }
        if (kept != SmsResults.counts) {
            keep(index, result);
        }
    }

    @Override
    void complete(@Nullable ReadFailure unread) {
        Message message = exchange.getMessage();
        ResultHeaders.removeOutcome(message);
        message.setHeader(SmsConstants.ACCEPTED, (int) count(SmsOutcome.ACCEPTED));
        message.setHeader(SmsConstants.REJECTED, (int) count(SmsOutcome.REJECTED));
        message.setHeader(SmsConstants.NOT_SENT, (int) count(SmsOutcome.NOT_SENT));
        message.setHeader(SmsConstants.UNKNOWN, (int) count(SmsOutcome.UNKNOWN));
        SmsException failure = unread == null ? failure() : readFailure(unread);
        if (failure != null) {
            exchange.setException(failure);
        } else {
            message.setBody(inOrder);
        }
        if (!early.isEmpty()) {
            throw new IllegalStateException("the result of element " + next + " is missing; it may have been sent");
        }
    }

    /** Returns the failure of an exchange whose input could not be read to its end. */
    private SmsException readFailure(ReadFailure unread) {
        String what = SendResults.reason(unread) + " (" + counts()
                      + " among the elements that were read; the rest was not sent)";
        long mayBeSent = count(SmsOutcome.ACCEPTED) + count(SmsOutcome.UNKNOWN);
        if (firstNotSent != null && mayBeSent == 0) {
            return SendResults.notSent(what, firstNotSent, inOrder);
        }
        boolean isNothingRead = mayBeSent + count(SmsOutcome.NOT_SENT) + count(SmsOutcome.REJECTED) == 0;
        return SendResults.readFailure(what, isNothingRead, inOrder, unread);
    }

    /**
     * Returns the failure of the exchange, or null. It fails if no message was accepted and at least one is NOT_SENT or
     * UNKNOWN, so that it does not look successful.
     */
    private @Nullable SmsException failure() {
        if (count(SmsOutcome.ACCEPTED) > 0) {
            return null;
        } else if (count(SmsOutcome.UNKNOWN) > 0) {
            return new SmsOutcomeUnknownException("no message is known to have been sent: " + counts(), inOrder);
        }
        return firstNotSent == null
                ? null
                : SendResults.notSent(
                        "nothing was sent: " + counts() + "; " + firstNotSent.reason(), firstNotSent, inOrder);
    }

    private String counts() {
        return count(SmsOutcome.ACCEPTED) + " accepted, " + count(SmsOutcome.REJECTED) + " rejected, "
               + count(SmsOutcome.NOT_SENT) + " not sent, " + count(SmsOutcome.UNKNOWN) + " unknown";
    }

    private long count(SmsOutcome outcome) {
        return counts[outcome.ordinal()];
    }

    private void keep(long index, SmsSendResult result) {
        if (index != next) {
            early.put(index, result);
            return;
        }
        keep(result);
        for (SmsSendResult waiting = nextEarly(); waiting != null; waiting = nextEarly()) {
            keep(waiting);
        }
    }

    private @Nullable SmsSendResult nextEarly() {
        return early.isEmpty() ? null : early.remove(next);
    }

    private void keep(SmsSendResult result) {
        next++;
        if (kept == SmsResults.all || result.outcome() != SmsOutcome.ACCEPTED) {
            inOrder.add(result);
        }
    }
}
