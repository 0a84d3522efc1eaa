package io.github.camelsms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.junit.jupiter.api.Test;

import org.apache.camel.AsyncProducer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests with routes that block after <code>sms:send</code>: other exchanges are still completed.
 */
class SmsBlockingCompletionTest extends SmsRouteTestSupport {

    private static final String REJECTED_NUMBER = "11900000000";
    private static final String NUMBER = "11987654321";
    private static final int EXCHANGES = 400;

    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger blocked = new AtomicInteger();

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.rejectedDestinations(REJECTED_NUMBER);
    }

    @Override
    protected RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                ProducerTemplate template = context.createProducerTemplate();
                from("direct:fallback").to("sms:send").process(exchange -> {
                    if (result(exchange).outcome() == SmsOutcome.REJECTED) {
                        exchange.getMessage().setBody(template.requestBody("sms:send", message(NUMBER)));
                    }
                });
                from("direct:block").to("sms:send").process(exchange -> {
                    blocked.incrementAndGet();
                    release.await();
                });
                from("direct:send").to("sms:send");
            }
        };
    }

    @Test
    void send_routesOfRejectedMessagesResendAndWait_allComplete() throws Exception {
        List<Exchange> sent = new ArrayList<>();
        CountDownLatch done = startSending("direct:fallback", REJECTED_NUMBER, sent);

        assertThat(done.await(60, TimeUnit.SECONDS)).as("%d exchanges were not completed", done.getCount()).isTrue();
        assertThat(sent).allSatisfy(exchange -> assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED));
    }

    @Test
    void send_routesBlockForever_completesOtherExchanges() throws Exception {
        CountDownLatch done = startSending("direct:block", NUMBER, new ArrayList<>());
        try {
            await().atMost(Duration.ofSeconds(60)).until(() -> blocked.get() == EXCHANGES);
            assertThat(result(send(message(NUMBER))).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        } finally {
            release.countDown();
        }
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    }

    /** Starts {@link #EXCHANGES} exchanges. The latch counts those that are not complete. */
    private CountDownLatch startSending(String uri, String number, List<Exchange> sent) throws Exception {
        Endpoint endpoint = context.getEndpoint(uri);
        AsyncProducer producer = endpoint.createAsyncProducer();
        producer.start();
        CountDownLatch open = new CountDownLatch(EXCHANGES);
        for (int i = 0; i < EXCHANGES; i++) {
            Exchange exchange = endpoint.createExchange();
            exchange.getMessage().setBody(message(number));
            sent.add(exchange);
            producer.process(exchange, doneSync -> open.countDown());
        }
        return open;
    }

    private static SmsMessage message(String number) {
        return new SmsMessage("hello", number, null, null);
    }
}
