package io.github.camelsms.benchmarks.peers;

import java.net.URI;
import java.util.List;
import java.util.function.IntConsumer;

import io.github.camelsms.model.SmsMessage;

/**
 * Our component: each message or list is an exchange for the producer <code>sms:send</code>, with default options
 * except for the rate and the requests in flight.
 */
public final class SmsSender implements Sender {

    private final SmsProducer producer;

    public SmsSender(URI baseUrl, Pace pace) throws Exception {
        producer = new SmsProducer(
                null, "baseUrl=" + baseUrl + "&username=user&password=secret&requestsPerSecond=" + pace.requestsPerSecond()
                      + "&maxRequestsInFlight=" + BareClient.IN_FLIGHT);
    }

    @Override
    public String name() {
        return "ours";
    }

    @Override
    public void send(SmsMessage message, Confirmation confirmation) {
        producer.send(message, exchange -> confirmation.confirmed(SmsProducer.isAccepted(exchange)));
    }

    /**
     * Submits a list as one exchange.
     *
     * @param accepted receives the number of accepted messages
     */
    public void sendList(List<SmsMessage> messages, IntConsumer accepted) {
        producer.send(messages, exchange -> accepted.accept(SmsProducer.accepted(exchange)));
    }

    @Override
    public void close() throws Exception {
        producer.close();
    }
}
