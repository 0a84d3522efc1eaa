package io.github.camelsms;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.LinkForm;
import io.github.camelsms.simulator.RateLimitScope;
import io.github.camelsms.simulator.ResultOrder;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import io.github.camelsms.simulator.StatusEnvelope;
import io.github.camelsms.simulator.TooManyRequestsResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests against a service with each interpretation of the parts that its interface specification leaves open.
 */
class SmsInterfaceReadingsTest {

    private static final int MESSAGES = 250;

    static Collection<Named<SmsSimulatorBuilder>> readings() {
        List<Named<SmsSimulatorBuilder>> readings = new ArrayList<>();
        for (StatusEnvelope envelope : StatusEnvelope.values()) {
            for (LinkForm form : LinkForm.values()) {
                readings.add(Named.of(envelope + " " + form, base().statusEnvelope(envelope).linkForm(form)));
            }
        }
        for (ResultOrder order : ResultOrder.values()) {
            readings.add(Named.of("order " + order, base().resultOrder(order)));
        }
        for (TooManyRequestsResponse response : TooManyRequestsResponse.values()) {
            readings.add(Named.of("429 as " + response, base().tooManyRequestsResponse(response)));
        }
        readings.add(Named.of("Retry-After", base().retryAfter(true)));
        Stream.of("remaining", "link", "moreItems", "url").forEach(
                name -> readings.add(Named.of("link named " + name, base().linkField(name))));
        readings.add(Named.of("nested link", base().linkParentField("paging").linkForm(LinkForm.QUERY_ONLY)));
        readings.add(Named.of("gzip", base().gzip(true)));
        readings.add(Named.of("base path", base().basePath("/sms-api")));
        readings.add(Named.of("every operation limited",
                base().requestsPerSecond(5).rateLimitScope(RateLimitScope.EACH_OPERATION)));
        return readings;
    }

    private static SmsSimulatorBuilder base() {
        return SmsSimulator.builder().requestsPerSecond(0).deliveryDelay(Duration.ofHours(1), Duration.ofHours(2));
    }

    @ParameterizedTest
    @MethodSource("readings")
    void sendAndPoll_eachReading_deliversEachMessageAndStatusOnce(SmsSimulatorBuilder reading) throws Exception {
        try (SmsSimulator simulator = reading.build().start(); CamelContext context = context(simulator)) {
            simulator.failNext(Fault.tooManyRequests());
            List<SmsMessage> messages = IntStream.range(0, MESSAGES)
                    .mapToObj(i -> new SmsMessage("hello", i % 50 == 7 ? "1" : "11987654321", "m" + i, null)).toList();
            List<String> sent = check(request(context, "sms:send", messages, null));
            assertThat(simulator.statistics().duplicateMessages()).isZero();

            Instant accepted = simulator.messages().get(0).acceptedAt();

            assertThat(request(context, "sms:status?query=byDate", null, accepted))
                    .extracting(status -> ((SmsStatus) status).correlationId()).containsExactlyInAnyOrderElementsOf(sent);
            assertThat(request(context, "sms:status", null, accepted))
                    .extracting(status -> ((SmsStatus) status).correlationId()).containsExactlyInAnyOrderElementsOf(sent);
            assertThat(request(context, "sms:status", null, accepted)).isEmpty();
            assertThat(request(context, "sms:status?query=byDate", null, accepted.minus(Duration.ofDays(30)))).isEmpty();
        }
    }

    private static List<String> check(List<?> responses) {
        assertThat(responses).hasSize(MESSAGES);
        List<String> accepted = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            SmsSendResult result = (SmsSendResult) responses.get(i);
            assertThat(result.correlationId()).isEqualTo("m" + i);
            assertThat(result.outcome()).isEqualTo(i % 50 == 7 ? SmsOutcome.REJECTED : SmsOutcome.ACCEPTED);
            if (result.outcome() == SmsOutcome.ACCEPTED) {
                accepted.add("m" + i);
            }
        }
        return accepted;
    }

    private static List<?> request(CamelContext context, String uri, @Nullable Object body, @Nullable Instant date)
            throws Exception {
        Exchange exchange = context.createProducerTemplate().send(uri, e -> {
            e.getMessage().setBody(body);
            e.getMessage().setHeader("CamelSmsDate", date);
        });
        if (exchange.getException() != null) {
            throw exchange.getException();
        }
        return exchange.getMessage().getBody(List.class);
    }

    private static CamelContext context(SmsSimulator simulator) {
        CamelContext context = new DefaultCamelContext();
        context.disableJMX();
        SmsConfiguration options = context.getComponent("sms", SmsComponent.class).getConfiguration();
        options.setBaseUrl(simulator.baseUrl());
        options.setUsername(simulator.username());
        options.setPassword(simulator.password());
        options.setRequestsPerSecond(4);
        context.start();
        return context;
    }
}
