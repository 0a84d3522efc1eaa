package io.github.camelsms.benchmarks.peers;

import java.net.URI;

import com.google.api.core.ApiFutureCallback;
import com.google.api.core.ApiFutures;
import com.google.common.util.concurrent.MoreExecutors;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.DefaultExchange;

/**
 * As {@link GaxSender}, but each message is an exchange, whose processor returns the same body and headers as
 * <code>sms:send</code>: the minimum cost of exchanges.
 */
public final class GaxExchangeSender implements Sender {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final GaxBatcher<Result> batcher;
    private final Batching processor = new Batching();

    /** Result of a message. */
    private record Result(PeerJson.Item item, GaxBatcher.Departure departure) {
    }

    public GaxExchangeSender(URI baseUrl, Pace pace) {
        batcher = new GaxBatcher<>(baseUrl, pace, Result::new);
        context.start();
    }

    @Override
    public String name() {
        return "gax+exchange";
    }

    @Override
    public void send(SmsMessage message, Confirmation confirmation) {
        Exchange exchange = new DefaultExchange(context);
        exchange.getMessage().setBody(message);
        processor.process(exchange, doneSync -> confirmation.confirmed(SmsProducer.isAccepted(exchange)));
    }

    @Override
    public void close() throws Exception {
        batcher.close();
        context.close();
    }

    /** Adds the message of an exchange to the batcher, and completes the exchange with its result. */
    private final class Batching extends AsyncProcessorSupport {

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            ApiFutures.addCallback(batcher.add(message(exchange.getMessage())), new ApiFutureCallback<Result>() {

                @Override
                public void onSuccess(Result result) {
                    complete(exchange.getMessage(), result);
                    callback.done(false);
                }

                @Override
                public void onFailure(Throwable failure) {
                    exchange.setException(failure);
                    callback.done(false);
                }
            }, MoreExecutors.directExecutor());
            return false;
        }

        private static SmsMessage message(Message given) {
            SmsMessage message = given.getBody(SmsMessage.class);
            String id = given.getHeader(SmsConstants.CORRELATION_ID, String.class);
            return id == null ? message : message.withCorrelationId(id);
        }

        private static void complete(Message message, Result result) {
            PeerJson.Item item = result.item();
            SmsOutcome outcome = item.isAccepted() ? SmsOutcome.ACCEPTED : SmsOutcome.REJECTED;
            message.setHeader(SmsConstants.OUTCOME, outcome.name());
            message.setHeader(SmsConstants.CORRELATION_ID, item.correlationId());
            message.setHeader(SmsConstants.CODE, item.code());
            message.setHeader(SmsConstants.ID, item.smsId());
            message.setHeader(SmsConstants.SENT_AT, result.departure().time());
            message.setBody(
                    new SmsSendResult(
                            outcome, item.code(), item.smsId(), item.message(), item.correlationId(),
                            result.departure().time()));
        }
    }
}
