package io.github.camelsms.send;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.github.camelsms.SmsException;
import io.github.camelsms.body.ResultHeaders;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/**
 * Sink for an exchange of one message that is stored in segments. The exchange completes if all segments are stored. If
 * only some are, its failure is not safe to repeat, because a message without its own id would be stored again.
 */
final class StoredSegments extends ExchangeSink {

    private static final List<SmsOutcome> WORST_FIRST
            = List.of(SmsOutcome.UNKNOWN, SmsOutcome.NOT_SENT, SmsOutcome.REJECTED, SmsOutcome.ACCEPTED);

    private final SendResults results;
    private final List<SmsSendResult> failed = new ArrayList<>();
    private final SmsMessage message;

    /**
     * @param message the whole message; the segments have ids of their own
     */
    StoredSegments(Exchange exchange, AsyncCallback callback, SendResults results, SmsMessage message) {
        super(exchange, callback);
        this.results = results;
        this.message = message;
    }

    @Override
    void add(long index, SmsSendResult result) {
        failed.add(result);
    }

    @Override
    void complete(@Nullable ReadFailure unread) {
        if (newlyStored + storedBefore > 0 && failed.isEmpty() && unread == null) {
            ResultHeaders.setStored(exchange.getMessage(), message.correlationId(), newlyStored == 0);
            return;
        }
        SmsSendResult worst = worst();
        SmsException failure = failure(worst, unread);
        if (failure != null) {
            if (worst != null) {
                ResultHeaders.set(exchange.getMessage(), worst);
            }
            exchange.setException(failure);
        } else if (worst != null) {
            results.complete(exchange, worst);
        } else {
            throw new IllegalStateException("the engine ended without a result");
        }
    }

    /** Returns the worst result of a segment as that of the message, or null if none failed. */
    private @Nullable SmsSendResult worst() {
        return failed.stream().min(Comparator.comparing(result -> WORST_FIRST.indexOf(result.outcome())))
                .map(result -> new SmsSendResult(
                        result.outcome(), result.code(), null, result.reason(), message.correlationId()).about(message))
                .orElse(null);
    }

    private @Nullable SmsException failure(@Nullable SmsSendResult worst, @Nullable ReadFailure unread) {
        String what = "of the segments of one message, " + newlyStored + " were stored, " + storedBefore
                      + " were stored before, and " + failed.size() + " failed";
        SmsException failure = SendResults.storeFailure(what, newlyStored > 0, failed, unread);
        return failure == null && worst != null && newlyStored > 0
                ? new SmsException(what + "; " + worst.reason() + ". The segments that were stored are sent", failed, null)
                : failure;
    }
}
