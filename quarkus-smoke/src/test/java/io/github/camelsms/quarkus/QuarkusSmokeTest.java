package io.github.camelsms.quarkus;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the component in a Quarkus application, in JVM mode, without its own extension.
 */
@QuarkusTest
@QuarkusTestResource(SimulatorResource.class)
class QuarkusSmokeTest {

    private static final String NUMBER = "11987654321";

    @Inject
    CamelContext context;
    @Inject
    ProducerTemplate template;
    @Inject
    ReportedStatuses statuses;

    @Test
    void component_applicationProperties_hasTheirValues() {
        SmsComponent component = context.getComponent("sms", SmsComponent.class);

        assertThat(component.getConfiguration().getBatchSize()).isEqualTo(150);
    }

    @Test
    void send_text_isAcceptedAndItsStatusIsReceived() {
        SmsSendResult result = template.requestBodyAndHeaders(
                "direct:send", "hello from Quarkus",
                Map.of("CamelSmsDestination", NUMBER, "CamelSmsCorrelationId", "quarkus-text"), SmsSendResult.class);

        assertThat(result.outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        await().atMost(Duration.ofSeconds(60)).until(() -> statuses.all().stream().anyMatch(
                status -> "quarkus-text".equals(status.correlationId()) && status.status() == SmsDeliveryStatus.DELIVERED));
    }

    @Test
    void send_manyMessages_returnsResultsInInputOrder() {
        List<SmsMessage> messages = IntStream.range(0, 250)
                .mapToObj(n -> new SmsMessage("message " + n, n == 7 ? "12" : NUMBER, "quarkus-" + n, null)).toList();

        List<?> results = template.requestBody("direct:send", messages, List.class);

        assertThat(results).hasSize(250).allSatisfy(result -> assertThat(((SmsSendResult) result).outcome())
                .isEqualTo("quarkus-7".equals(((SmsSendResult) result).correlationId())
                        ? SmsOutcome.REJECTED : SmsOutcome.ACCEPTED));
    }

    @Test
    void send_json_isConverted() {
        SmsSendResult result = template.requestBody(
                "direct:send", """
                        {"messageText":"as JSON","destination":"11987654321","correlationId":"quarkus-json"}""",
                SmsSendResult.class);

        assertThat(result).extracting(SmsSendResult::outcome, SmsSendResult::correlationId)
                .containsExactly(SmsOutcome.ACCEPTED, "quarkus-json");
    }
}
