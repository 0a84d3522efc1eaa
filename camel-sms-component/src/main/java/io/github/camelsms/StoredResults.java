package io.github.camelsms;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.dispatch.ReadFailure;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Sink of an exchange of many messages that completes when they are stored. It collects the results of those that were
 * not stored.
 */
final class StoredResults extends ExchangeSink {

    private final SmsResults kept;
    private final List<SmsSendResult> refused = new ArrayList<>();
    /** A result of each outcome, for the error, even if results are not kept. */
    private final List<SmsSendResult> firstRefused = new ArrayList<>();
    private int refusedMessages;
    private int storedMessages;
    private int duplicates;

    StoredResults(Exchange exchange, AsyncCallback callback, SmsResults kept) {
        super(exchange, callback);
        this.kept = kept;
    }

    @Override
    public void stored(long index, String correlationId, boolean isDuplicate) {
        storedMessages += isDuplicate ? 0 : 1;
        duplicates += isDuplicate ? 1 : 0;
    }

    @Override
    public void result(long index, SmsSendResult result) {
        refusedMessages++;
        if (kept != SmsResults.counts) {
            refused.add(result);
        } else if (firstRefused.stream().noneMatch(other -> other.outcome() == result.outcome())) {
            firstRefused.add(result);
        }
    }

    @Override
    void complete(@Nullable ReadFailure unread) {
        List<SmsSendResult> results = kept == SmsResults.counts ? firstRefused : refused;
        boolean isAnyInDoubt = results.stream().anyMatch(result -> result.outcome() != SmsOutcome.REJECTED);
        Message message = exchange.getMessage();
        ExchangeResults.removeOutcome(message);
        message.setHeader(SmsConstants.STORED, unread == null && !isAnyInDoubt && storedMessages + duplicates > 0);
        message.setHeader(SmsConstants.STORED_MESSAGES, storedMessages);
        message.setHeader(SmsConstants.DUPLICATES, duplicates);
        message.setHeader(SmsConstants.REJECTED, refusedMessages);
        String what = storedMessages + " stored, " + duplicates + " stored before, " + refusedMessages + " refused";
        SmsException failure = ExchangeResults.storeFailure(what, storedMessages > 0, results, unread);
        if (failure != null) {
            exchange.setException(failure);
        } else {
            message.setBody(refused);
        }
    }
}
