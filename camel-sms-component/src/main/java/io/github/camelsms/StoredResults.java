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
    /** If results are not kept, one of each outcome, for the error. */
    private final List<SmsSendResult> refused = new ArrayList<>();
    private int refusedMessages;

    StoredResults(Exchange exchange, AsyncCallback callback, SmsResults kept) {
        super(exchange, callback);
        this.kept = kept;
    }

    @Override
    void add(long index, SmsSendResult result) {
        refusedMessages++;
        if (kept != SmsResults.counts || refused.stream().noneMatch(other -> other.outcome() == result.outcome())) {
            refused.add(result);
        }
    }

    @Override
    void complete(@Nullable ReadFailure unread) {
        boolean isAnyInDoubt = refused.stream().anyMatch(result -> result.outcome() != SmsOutcome.REJECTED);
        Message message = exchange.getMessage();
        ExchangeResults.removeOutcome(message);
        message.setHeader(SmsConstants.STORED, unread == null && !isAnyInDoubt && newlyStored + storedBefore > 0);
        message.setHeader(SmsConstants.STORED_MESSAGES, newlyStored);
        message.setHeader(SmsConstants.DUPLICATES, storedBefore);
        message.setHeader(SmsConstants.REJECTED, refusedMessages);
        String what = newlyStored + " stored, " + storedBefore + " stored before, " + refusedMessages + " refused";
        SmsException failure = ExchangeResults.storeFailure(what, newlyStored > 0, refused, unread);
        if (failure != null) {
            exchange.setException(failure);
        } else {
            message.setBody(kept == SmsResults.counts ? new ArrayList<>() : refused);
        }
    }
}
