package io.github.camelsms;

import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.camelsms.store.InMemoryMessageStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a sequential <code>split</code> whose messages are stored, at two requests per second.
 */
class SmsSendStoredSplitTest extends SmsRouteTestSupport {

    @Override
    protected RouteBuilder routes() {
        component.setMessageStore(new InMemoryMessageStore(Clock.systemUTC()));
        component.getConfiguration().setRequestsPerSecond(2);
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:lines").split(body().tokenize("\n")).to("sms:send?completeOn=stored");
                from("direct:parts").split(body().tokenize("\n")).to("sms:send?completeOn=stored", "mock:parts");
            }
        };
    }

    /** One message in each request would take a minute and a half. */
    @Test
    void split_completeOnStored_fillsRequests() {
        send("direct:lines", exchange -> {
            exchange.getMessage().setBody(String.join("\n", Collections.nCopies(200, "hello")));
            exchange.getMessage().setHeader("CamelSmsDestination", "11987654321");
        });
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> simulator.messages().size() == 200);
        assertThat(simulator.statistics().sendRequests()).isLessThan(100);
    }

    @Test
    void split_correlationIdSetBefore_sendsTheFirstMessageOnly() {
        List<Exchange> parts = new CopyOnWriteArrayList<>();
        context.getEndpoint("mock:parts", MockEndpoint.class).whenAnyExchangeReceived(parts::add);
        send("direct:parts", exchange -> {
            exchange.getMessage().setBody("hello\nhello\nanother text");
            exchange.getMessage().setHeader("CamelSmsDestination", "11987654321");
            exchange.getMessage().setHeader("CamelSmsCorrelationId", "order-1");
        });
        assertThat(parts).extracting(part -> part.getMessage().getHeader("CamelSmsDuplicate")).containsExactly(null, true,
                null);
        assertThat(parts).extracting(part -> part.getMessage().getHeader("CamelSmsOutcome"))
                .containsExactly(null, null, "REJECTED");
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> simulator.messages().size() == 1);
    }
}
