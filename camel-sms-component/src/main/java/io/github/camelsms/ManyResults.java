package io.github.camelsms;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.camelsms.dispatch.ReadFailure;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/**
 * Sink that collects the results of an exchange of many messages in input order, as selected by the endpoint. Filled by
 * the engine's loop and read afterwards.
 */
final class ManyResults extends ExchangeSink {

    private final ExchangeResults results;
    private final SmsResults kept;
    private final long[] counts = new long[SmsOutcome.values().length];
    /** Results that arrived before those of earlier messages. */
    private final Map<Long, SmsSendResult> early = new TreeMap<>();
    private final List<SmsSendResult> inOrder = new ArrayList<>();
    private @Nullable SmsSendResult firstNotSent;
    private long next;
    /** Error while results were collected; the exchange then fails. */
    private @Nullable Throwable failure;

    ManyResults(Exchange exchange, AsyncCallback callback, ExchangeResults results, SmsResults kept) {
        super(exchange, callback);
        this.results = results;
        this.kept = kept;
    }

    @Override
    public void result(long index, SmsSendResult result) {
        counts[result.outcome().ordinal()]++;
        if (firstNotSent == null && result.outcome() == SmsOutcome.NOT_SENT) {
            firstNotSent = result;
        }
        if (kept == SmsResults.counts) {
            return;
        }
        try {
            keep(index, result);
        } catch (Throwable e) {
            failure = e;
        }
    }

    @Override
    void complete(@Nullable ReadFailure unread) {
        results.complete(exchange, this, unread);
        if (failure == null && !early.isEmpty()) {
            failure = new IllegalStateException("the result of element " + next + " is missing; it may have been sent");
        }
        if (failure != null) {
            exchange.setException(failure);
        }
    }

    long count(SmsOutcome outcome) {
        return counts[outcome.ordinal()];
    }

    /** Returns the collected results, in input order. */
    List<SmsSendResult> kept() {
        return inOrder;
    }

    /** Returns the first result with the outcome NOT_SENT, or null. */
    @Nullable
    SmsSendResult firstNotSent() {
        return firstNotSent;
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
