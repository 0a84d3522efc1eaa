package io.github.camelsms.send;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsException;
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
 * Sink of an exchange of many messages that completes when they are stored. It collects the results of those that were
 * not stored.
 */
final class ManyStored extends ExchangeSink {

    /** Number of results from which they are kept in less memory, in a list that can only grow. */
    static final int MANY = 1_000;

    private final SmsResults kept;
    /** If results are not kept, one of each outcome, for the error. */
    private List<SmsSendResult> failed = new ArrayList<>();
    private boolean isAnyInDoubt;
    private int failedMessages;

    ManyStored(Exchange exchange, AsyncCallback callback, SmsResults kept) {
        super(exchange, callback);
        this.kept = kept;
    }

    @Override
    void add(long index, SmsSendResult result) {
        failedMessages++;
        isAnyInDoubt |= result.outcome() != SmsOutcome.REJECTED;
        if (kept != SmsResults.counts || failed.stream().noneMatch(other -> other.outcome() == result.outcome())) {
            failed.add(result);
            if (failed.size() == MANY) {
                List<SmsSendResult> compact = new CompactResults();
                compact.addAll(failed);
                failed = compact;
            }
        }
    }

    @Override
    void complete(@Nullable ReadFailure unread) {
        Message message = exchange.getMessage();
        ResultHeaders.removeOutcome(message);
        message.setHeader(SmsConstants.STORED, unread == null && !isAnyInDoubt && newlyStored + storedBefore > 0);
        message.setHeader(SmsConstants.STORED_MESSAGES, newlyStored);
        message.setHeader(SmsConstants.DUPLICATES, storedBefore);
        message.setHeader(SmsConstants.REJECTED, failedMessages);
        String what = newlyStored + " stored, " + storedBefore + " stored before, " + failedMessages + " failed";
        SmsException failure = SendResults.storeFailure(what, newlyStored > 0, failed, unread);
        if (failure != null) {
            exchange.setException(failure);
        } else {
            message.setBody(kept == SmsResults.counts ? new ArrayList<>() : failed);
        }
    }
}
