package io.github.camelsms;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.simulator.SimulatedMessage;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;

import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for <code>sms:send</code> in and after a <code>split</code>.
 */
class SmsSendSplitTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";

    @Override
    protected RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:sequential").split(body().tokenize("\n")).to("sms:send");
                from("direct:ids").split(body().tokenize("\n"))
                        .setHeader("CamelSmsCorrelationId", simple("${header.order}-${exchangeProperty.CamelSplitIndex}"))
                        .to("sms:send");
                from("direct:transacted").process(e -> e.getUnitOfWork().beginTransactedBy("a test")).to("sms:send");
            }
        };
    }

    @Test
    void split_sequential_sendsOneMessageInEachRequest() {
        split("direct:sequential", 20, Map.of());
        assertThat(simulator.messages()).hasSize(20);
        assertThat(simulator.statistics().sendRequests()).isEqualTo(20);
    }

    @Test
    void split_correlationIdSetBefore_warns() {
        try (LogLines lines = warnings()) {
            split("direct:sequential", 3, Map.of("CamelSmsCorrelationId", "order-1"));
            assertThat(lines.at(Level.WARN)).filteredOn(line -> line.contains("a split")).singleElement().asString()
                    .contains("order-1");
        }
        assertThat(simulator.messages()).extracting(SimulatedMessage::correlationId).containsOnly("order-1").hasSize(3);
    }

    @Test
    void split_correlationIdSetInside_doesNotWarn() {
        try (LogLines lines = warnings()) {
            split("direct:ids", 3, Map.of("order", "1"));
            assertThat(lines.at(Level.WARN)).noneMatch(line -> line.contains("a split"));
        }
        assertThat(simulator.messages()).extracting(SimulatedMessage::correlationId).containsExactly("1-0", "1-1", "1-2");
    }

    @Test
    void send_transactedRoute_warns() {
        try (LogLines lines = warnings()) {
            send("direct:transacted", e -> e.getMessage().setBody(new SmsMessage("hello", NUMBER, null, null)));
            assertThat(lines.at(Level.WARN)).filteredOn(line -> line.contains("joinTransaction=true")).hasSize(1);
        }
    }

    private static LogLines warnings() {
        return LogLines.of(Map.of("io.github.camelsms.SmsSendProducer", Level.WARN));
    }

    private void split(String uri, int lines, Map<String, Object> headers) {
        String body = IntStream.range(0, lines).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));
        send(uri, e -> {
            e.getMessage().setBody(body);
            e.getMessage().setHeader("CamelSmsDestination", NUMBER);
            e.getMessage().getHeaders().putAll(headers);
        });
    }
}
