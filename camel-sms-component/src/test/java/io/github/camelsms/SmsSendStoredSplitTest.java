package io.github.camelsms;

import java.time.Clock;
import java.time.Duration;
import java.util.Collections;

import io.github.camelsms.store.InMemoryMessageStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a sequential <code>split</code> whose messages are stored, at two requests per second.
 */
class SmsSendStoredSplitTest extends SmsRouteTestSupport {

    @Override
    RouteBuilder routes() {
        component.setMessageStore(new InMemoryMessageStore(Clock.systemUTC()));
        component.getConfiguration().setRequestsPerSecond(2);
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:lines").split(body().tokenize("\n")).to("sms:send?completeOn=stored");
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
}
