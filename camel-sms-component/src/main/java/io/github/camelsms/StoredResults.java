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
    private final List<SmsSendResult> failed = new ArrayList<>();
    private int failedMessages;

    StoredResults(Exchange exchange, AsyncCallback callback, SmsResults kept) {
        super(exchange, callback);
        this.kept = kept;
    }

    @Override
    void add(long index, SmsSendResult result) {
        failedMessages++;
        if (kept != SmsResults.counts || failed.stream().noneMatch(other -> other.outcome() == result.outcome())) {
            failed.add(result);
        }
    }

    @Override
    void complete(@Nullable ReadFailure unread) {
        boolean isAnyInDoubt = failed.stream().anyMatch(result -> result.outcome() != SmsOutcome.REJECTED);
        Message message = exchange.getMessage();
        ExchangeResults.removeOutcome(message);
        message.setHeader(SmsConstants.STORED, unread == null && !isAnyInDoubt && newlyStored + storedBefore > 0);
        message.setHeader(SmsConstants.STORED_MESSAGES, newlyStored);
        message.setHeader(SmsConstants.DUPLICATES, storedBefore);
        message.setHeader(SmsConstants.REJECTED, failedMessages);
        String what = newlyStored + " stored, " + storedBefore + " stored before, " + failedMessages + " failed";
        SmsException failure = ExchangeResults.storeFailure(what, newlyStored > 0, failed, unread);
        if (failure != null) {
            exchange.setException(failure);
        } else {
            message.setBody(kept == SmsResults.counts ? new ArrayList<>() : failed);
        }
    }
}
