package io.github.camelsms.kamelet;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.SmsOutcomeUnknownException;
import io.github.camelsms.SmsRejectedException;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the Kamelets in routes, against the simulator.
 */
class KameletTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS
            = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0).keepTexts(true));

    private static final String NUMBER = "11987654321";
    private static final String SINK = "kamelet:sms-send-sink?requestsPerSecond=1000";

    private final CamelContext context = new DefaultCamelContext();

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void sink_text_isSentAndReturnsJson() throws Exception {
        start(sending(SINK));

        Exchange sent = send("Hello", Map.of("destination", NUMBER, "correlation-id", "order-1"));

        SimulatedMessage message = SMS.simulator().message("order-1").orElseThrow();
        assertThat(message.text()).isEqualTo("Hello");
        assertThat(message.destination()).isEqualTo(NUMBER);
        JsonNode result = new ObjectMapper().readTree(sent.getMessage().getBody(String.class));
        assertThat(result.get("outcome").asText()).isEqualTo("ACCEPTED");
        assertThat(result.get("smsId").asText()).isEqualTo(message.id());
        assertThat(result.get("correlationId").asText()).isEqualTo("order-1");
    }

    @ParameterizedTest
    @CsvSource({
            "destination, correlation-id", "ce-destination, ce-correlationid", "CamelSmsDestination, CamelSmsCorrelationId" })
    void sink_headersByEitherName_areRead(String destination, String correlationId) throws Exception {
        start(sending(SINK));

        send("Hello", Map.of(destination, NUMBER, correlationId, "order-1"));

        assertThat(SMS.simulator().message("order-1")).isPresent();
    }

    @Test
    void sink_kameletProperties_areEndpointOptions() throws Exception {
        start(sending(SINK + "&longMessage=truncate&transliterate=true"));

        send("Olá" + "!".repeat(200), Map.of("destination", NUMBER));

        assertThat(SMS.simulator().messages()).extracting(SimulatedMessage::text)
                .containsExactly("Ola" + "!".repeat(157));
    }

    @Test
    void sink_rejected_failsTheExchange() throws Exception {
        start(sending(SINK));

        Exchange sent = send("Hello", Map.of("destination", "1"));

        assertThat(sent.getException()).isInstanceOf(SmsRejectedException.class);
    }

    @Test
    void sink_notSent_failsTheExchange() throws Exception {
        start(sending(SINK));
        SMS.simulator().failNext(Fault.httpStatus(404));

        Exchange sent = send("Hello", Map.of("destination", NUMBER));

        assertThat(sent.getException()).isInstanceOf(SmsNotSentException.class);
        assertThat(sent.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("NOT_SENT");
    }

    @Test
    void sink_unknown_failsTheExchangeAndIsNeverRedelivered() throws Exception {
        start(new RouteBuilder() {
            @Override
            public void configure() {
                onException(Exception.class).maximumRedeliveries(3).redeliveryDelay(1);
                from("direct:send").to(SINK + "&noErrorHandler=true");
            }
        });
        SMS.simulator().failNext(Fault.dropAfterAccepting());

        Exchange sent = send("Hello", Map.of("destination", NUMBER));

        assertThat(sent.getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(SMS.simulator().statistics().sendRequests()).isEqualTo(1);
    }

    @Test
    void sink_firstAttemptNotSent_isRedeliveredByTheRoute() throws Exception {
        start(new RouteBuilder() {
            @Override
            public void configure() {
                onException(SmsNotSentException.class).maximumRedeliveries(3).redeliveryDelay(1);
                from("direct:send").to(SINK + "&noErrorHandler=true");
            }
        });
        SMS.simulator().failNext(Fault.httpStatus(404));

        Exchange sent = send("Hello", Map.of("destination", NUMBER));

        assertThat(sent.getException()).isNull();
        assertThat(SMS.simulator().messages()).hasSize(1);
    }

    @Test
    void sink_firstAttemptNotSent_isRedeliveredByTheErrorHandler() throws Exception {
        start(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(defaultErrorHandler().maximumRedeliveries(3).redeliveryDelay(1));
                from("direct:send").to(SINK);
            }
        });
        SMS.simulator().failNext(Fault.httpStatus(404));

        Exchange sent = send("Hello", Map.of("destination", NUMBER));

        assertThat(sent.getException()).isNull();
        assertThat(SMS.simulator().messages()).hasSize(1);
    }

    @Test
    void sinks_ofOneAccountDisagree_failsAtStart() {
        assertThatThrownBy(() -> start(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:one").to(SINK + "&batchSize=100");
                from("direct:two").to(SINK + "&batchSize=50");
            }
        })).rootCause().hasMessageContainingAll("batchSize", "100", "50");
    }

    @Test
    void source_status_returnsJson() throws Exception {
        start(sending(SINK), receiving("delay=20"));

        send("Hello", Map.of("destination", NUMBER, "correlation-id", "order-1"));

        MockEndpoint statuses = mock("status");
        await().until(() -> statuses.getReceivedCounter() > 0);
        Exchange status = statuses.getReceivedExchanges().get(0);
        JsonNode fields = new ObjectMapper().readTree((String) status.getMessage().getBody());
        assertThat(fields.fieldNames()).toIterable()
                .containsExactly("correlationId", "destination", "sentDate", "status", "rawStatus");
        assertThat(fields.get("correlationId").asText()).isEqualTo("order-1");
        assertThat(fields.get("destination").asText()).isEqualTo(NUMBER);
        assertThat(fields.get("sentDate").asText()).matches("20\\d\\d-\\d\\d-\\d\\dT.*Z");
        assertThat(status.getMessage().getHeader("CamelSmsDeliveryStatus")).isEqualTo(fields.get("status").asText());
    }

    @Test
    void source_exchangeFails_isRedelivered() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        start(sending(SINK), new RouteBuilder() {
            @Override
            public void configure() {
                from("kamelet:sms-status-source?delay=20").errorHandler(noErrorHandler()).process(exchange -> {
                    if (attempts.incrementAndGet() == 1) {
                        throw new IllegalStateException("not yet");
                    }
                }).to("mock:status");
            }
        });

        send("Hello", Map.of("destination", NUMBER, "correlation-id", "order-1"));

        await().until(() -> mock("status").getReceivedCounter() > 0);
        assertThat(mock("status").getReceivedExchanges().get(0).getMessage().getBody(String.class)).contains("order-1");
    }

    @Test
    void sources_twoOfOneAccount_failsAtStart() {
        assertThatThrownBy(() -> start(receiving("delay=20"), receiving("delay=30"))).hasMessageContaining("already polled");
    }

    private void start(RouteBuilder... routes) throws Exception {
        context.getShutdownStrategy().setTimeout(5);
        for (String kamelet : new String[] { "sms-send-sink", "sms-status-source" }) {
            context.getPropertiesComponent().addInitialProperty("camel.kamelet." + kamelet + ".baseUrl", SMS.baseUrl());
            context.getPropertiesComponent().addInitialProperty("camel.kamelet." + kamelet + ".username", "demo");
            context.getPropertiesComponent().addInitialProperty("camel.kamelet." + kamelet + ".password", "demo");
        }
        for (RouteBuilder builder : routes) {
            context.addRoutes(builder);
        }
        context.disableJMX();
        context.start();
    }

    private static RouteBuilder sending(String uri) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").errorHandler(noErrorHandler()).to(uri);
            }
        };
    }

    private static RouteBuilder receiving(String parameters) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("kamelet:sms-status-source?" + parameters).to("mock:status");
            }
        };
    }

    private Exchange send(String text, Map<String, Object> headers) {
        return context.createProducerTemplate().send("direct:send", exchange -> {
            exchange.getMessage().setBody(text);
            exchange.getMessage().setHeaders(new HashMap<>(headers));
        });
    }

    private MockEndpoint mock(String name) {
        return context.getEndpoint("mock:" + name, MockEndpoint.class);
    }
}
