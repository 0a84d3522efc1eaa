package io.github.camelsms.benchmarks.backlog;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.benchmarks.peers.SmsProducer;

import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;

/**
 * Sender through <code>sms:send</code>, with several exchanges in progress, each a list of the size of a request.
 */
public final class ComponentSender extends BacklogSender {

    private final Endpoint endpoint;
    private final Messages messages;
    private final int listSize;
    private final int lists;
    private final AtomicInteger open;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AsyncProducer producer;

    /**
     * @param uri      endpoint URI, with results=counts
     *
     * @param listSize messages per exchange
     * @param lists    number of exchanges in progress
     */
    public ComponentSender(CamelContext context, String uri, Messages messages, int listSize, int lists) throws Exception {
        this.endpoint = context.getEndpoint(uri);
        this.producer = endpoint.createAsyncProducer();
        this.messages = messages;
        this.listSize = listSize;
        this.lists = lists;
        this.open = new AtomicInteger(lists);
    }

    @Override
    public void start() {
        producer.start();
        for (int i = 0; i < lists; i++) {
            sendNext();
        }
    }

    @Override
    public void awaitEnd() throws InterruptedException {
        ended.await();
        producer.stop();
    }

    private void sendNext() {
        if (isStopped()) {
            if (open.decrementAndGet() == 0) {
                ended.countDown();
            }
            return;
        }
        Exchange exchange = endpoint.createExchange(ExchangePattern.InOut);
        exchange.getIn().setBody(messages.next(listSize));
        producer.process(exchange, doneSync -> {
            count(listSize, SmsProducer.accepted(exchange));
            sendNext();
        });
    }
}
