package io.github.camelsms.benchmarks.peers;

import java.net.URI;
import java.util.List;
import java.util.function.IntConsumer;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.model.SmsMessage;

import org.apache.camel.AsyncProducer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Our component: each message or list is an exchange for the producer <code>sms:send</code>, with default options
 * except for the rate and the requests in flight.
 */
public final class SmsSender implements Sender {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final Endpoint endpoint;
    private final AsyncProducer producer;

    public SmsSender(URI baseUrl, Pace pace) throws Exception {
        context.start();
        endpoint = context.getEndpoint(
                "sms:send?baseUrl=" + baseUrl + "&username=user&password=secret&requestsPerSecond=" + pace.requestsPerSecond()
                                       + "&maxRequestsInFlight=" + BareClient.IN_FLIGHT);
        producer = endpoint.createAsyncProducer();
        producer.start();
    }

    @Override
    public String name() {
        return "ours";
    }

    @Override
    public void send(SmsMessage message, Confirmation confirmation) {
        Exchange exchange = endpoint.createExchange();
        exchange.getMessage().setBody(message);
        producer.process(
                exchange,
                doneSync -> confirmation
                        .confirmed("ACCEPTED".equals(exchange.getMessage().getHeader(SmsConstants.OUTCOME))));
    }

    /**
     * Submits a list as one exchange.
     *
     * @param accepted receives the number of accepted messages
     */
    public void sendList(List<SmsMessage> messages, IntConsumer accepted) {
        Exchange exchange = endpoint.createExchange();
        exchange.getMessage().setBody(messages);
        producer.process(
                exchange,
                doneSync -> accepted.accept(exchange.getMessage().getHeader(SmsConstants.ACCEPTED, 0, Integer.class)));
    }

    @Override
    public void close() throws Exception {
        producer.stop();
        context.close();
    }
}
