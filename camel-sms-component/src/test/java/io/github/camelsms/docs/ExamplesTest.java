package io.github.camelsms.docs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.simulator.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.Exchange;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.component.mock.MockEndpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the Java examples of the documentation.
 */
class ExamplesTest extends ExampleTestSupport {

    private static final String NUMBER = "11987654321";

    private final Path inbox;

    ExamplesTest(@TempDir Path inbox) {
        this.inbox = inbox;
    }

    @Test
    void one_text_isAccepted() throws Exception {
        start(new SendExamples.OneMessage());

        Exchange sent = send("direct:send", "Hello", Map.of());

        assertThat(sent.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("ACCEPTED");
        assertThat(sent.getMessage().getHeader("CamelSmsId")).isNotNull();
        assertThat(SMS.simulator().messages()).hasSize(1);
    }

    @Test
    void reminder_text_isSentToThePhone() throws Exception {
        start(new ReminderRoute());

        send("direct:reminder", "Hello", Map.of("phone", "(11) 98765-4321"));

        assertThat(SMS.simulator().messages()).singleElement().extracting(message -> message.destination())
                .isEqualTo(NUMBER);
    }

    @Test
    void many_oneInvalid_returnsAResultPerMessage() throws Exception {
        start();

        List<SmsSendResult> results = SendExamples.greet(context.createProducerTemplate());

        assertThat(results).extracting(SmsSendResult::outcome).containsExactly(SmsOutcome.ACCEPTED, SmsOutcome.REJECTED);
        assertThat(results).extracting(SmsSendResult::correlationId).containsExactly("greeting-1", "greeting-2");
    }

    @Test
    void manyResults_oneInvalid_isRoutedToItsAuthor() throws Exception {
        start(new SendExamples.ManyMessages(), new DirectToMock("send-later", "look-up", "notify-author"));
        mock("notify-author").expectedMessageCount(1);
        mock("send-later").expectedMessageCount(0);
        mock("look-up").expectedMessageCount(0);

        send("direct:list", List.of(SmsMessage.of("Hello", NUMBER), SmsMessage.of("Hello", "1")), Map.of());

        MockEndpoint.assertIsSatisfied(context);
    }

    @Test
    void files_jsonFile_isSent() throws Exception {
        Files.writeString(inbox.resolve("two.json"), """
                [{"messageText": "Hello", "destination": "11987654321"},
                 {"messageText": "Hello", "destination": "11987654322"}]""");
        start(new SendExamples.JsonFiles());

        await().until(() -> SMS.simulator().messages().size() == 2);
    }

    @Test
    void files_truncatedFile_isSentOnceAndMoved() throws Exception {
        Files.writeString(inbox.resolve("cut.json"), """
                [{"messageText": "Hello", "destination": "11987654321"},
                 {"messageText": "Hel""");
        start(new SendExamples.JsonFiles());

        await().until(() -> Files.exists(inbox.resolve(".failed/cut.json")));
        assertThat(inbox.resolve("cut.json")).doesNotExist();
        assertThat(SMS.simulator().messages()).hasSize(1);
    }

    @Test
    void errors_notSent_isRetriedThenSetAside() throws Exception {
        start(new SendExamples.Errors(), new DirectToMock("not-sent", "unknown", "rejected", "accepted"));
        SMS.simulator().failNext(Fault.httpStatus(404), Fault.httpStatus(404), Fault.httpStatus(404), Fault.httpStatus(404));
        mock("not-sent").expectedBodiesReceived("Hello");

        send("direct:order", "Hello", Map.of("CamelSmsDestination", NUMBER));

        MockEndpoint.assertIsSatisfied(context);
        assertThat(SMS.simulator().statistics().sendRequests()).isEqualTo(4);
    }

    @Test
    void errors_unknown_isSetAsideImmediately() throws Exception {
        start(new SendExamples.Errors(), new DirectToMock("not-sent", "unknown", "rejected", "accepted"));
        SMS.simulator().failNext(Fault.dropAfterAccepting());
        mock("unknown").expectedBodiesReceived("Hello");
        mock("unknown").expectedHeaderReceived("CamelSmsOutcome", "UNKNOWN");

        send("direct:order", "Hello", Map.of("CamelSmsDestination", NUMBER));

        MockEndpoint.assertIsSatisfied(context);
        assertThat(SMS.simulator().statistics().sendRequests()).isEqualTo(1);
    }

    @Test
    void errors_rejected_isSetAsideWithoutARequest() throws Exception {
        start(new SendExamples.Errors(), new DirectToMock("not-sent", "unknown", "rejected", "accepted"));
        mock("rejected").expectedBodiesReceived("Hello");

        send("direct:order", "Hello", Map.of("CamelSmsDestination", "1"));

        MockEndpoint.assertIsSatisfied(context);
        assertThat(SMS.simulator().statistics().sendRequests()).isZero();
    }

    @Test
    void poll_status_isRouted() throws Exception {
        start(new StatusExamples.Poll(), new SendExamples.OneMessage(), new DirectToMock("status"));
        mock("status").expectedMinimumMessageCount(1);

        send("direct:send", "Hello", Map.of("CamelSmsCorrelationId", "order-1"));

        MockEndpoint.assertIsSatisfied(context);
        assertThat(mock("status").getExchanges().get(0).getMessage().getHeader("CamelSmsCorrelationId"))
                .isEqualTo("order-1");
    }

    @Test
    void long_text_isSentInSegmentsWithTheirOwnStatuses() throws Exception {
        start(new SendExamples.LongText(), new StatusExamples.Parts(), new DirectToMock("status"));
        mock("status").expectedMinimumMessageCount(2);

        Exchange sent = send("direct:notice", "Atenção ".repeat(25), Map.of("phone", NUMBER, "CamelSmsCorrelationId", "n1"));

        assertThat(sent.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("ACCEPTED");
        assertThat(SMS.simulator().messages()).extracting(message -> message.correlationId())
                .containsExactlyInAnyOrder("n1-1of2", "n1-2of2");
        MockEndpoint.assertIsSatisfied(context);
        assertThat(mock("status").getExchanges())
                .extracting(status -> status.getMessage().getHeader("CamelSmsWholeCorrelationId")).containsOnly("n1");
    }

    @Test
    void oneTimePassword_asWritten_isSent() throws Exception {
        start(new SendExamples.OneTimePassword());

        Exchange sent = send("direct:one-time-password", "Your code is 123456", Map.of("CamelSmsDestination", NUMBER));

        assertThat(sent.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("ACCEPTED");
    }

    @Test
    void lookUpParts_responseLost_findsEachSegment() throws Exception {
        start(new SendExamples.LongText());
        SMS.simulator().failNext(Fault.dropAfterAccepting());

        Exchange sent = send("direct:notice", "Atenção ".repeat(25), Map.of("phone", NUMBER, "CamelSmsCorrelationId", "n1"));

        assertThat(sent.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("UNKNOWN");
        int parts = sent.getMessage().getHeader("CamelSmsParts", int.class);
        List<SmsStatus> found = StatusExamples.statusesOfParts(
                context.createProducerTemplate(), "n1", parts, SMS.simulator().messages().get(0).acceptedAt());
        assertThat(found).extracting(SmsStatus::correlationId).containsExactly("n1-1of2", "n1-2of2");
    }

    @Test
    void cron_asWritten_starts() throws Exception {
        start(new StatusExamples.Cron(), new DirectToMock("status"));

        assertThat(context.getRoutes()).hasSize(2);
    }

    @Test
    void byDate_dayWithoutMessages_returnsNothing() throws Exception {
        start(new StatusExamples.ByDate());

        Exchange found = send("direct:report", "2020-01-31", Map.of());

        assertThat(found.getMessage().getBody(List.class)).isEmpty();
    }

    @Test
    void lookUp_unknownMessageSent_findsIt() throws Exception {
        start(new SendExamples.Errors(), new StatusExamples.LookUp(),
                new DirectToMock("not-sent", "rejected", "accepted", "was-sent", "manual-review"));
        SMS.simulator().failNext(Fault.dropAfterAccepting());
        mock("was-sent").expectedMessageCount(1);
        mock("manual-review").expectedMessageCount(0);

        send("direct:order", "Hello", Map.of("CamelSmsDestination", NUMBER));

        MockEndpoint.assertIsSatisfied(context);
    }

    @Test
    void lookUp_unknownMessageNotSent_needsManualReview() throws Exception {
        start(new SendExamples.Errors(), new StatusExamples.LookUp(),
                new DirectToMock("not-sent", "rejected", "accepted", "was-sent", "manual-review"));
        SMS.simulator().failNext(Fault.dropBeforeAccepting());
        mock("manual-review").expectedBodiesReceived("Hello");

        send("direct:order", "Hello", Map.of("CamelSmsDestination", NUMBER));

        MockEndpoint.assertIsSatisfied(context);
    }

    @Override
    void start(RoutesBuilder... routes) throws Exception {
        context.getPropertiesComponent().addInitialProperty("inbox", inbox.toString());
        context.getPropertiesComponent().addInitialProperty("retryDelay", "1");
        context.getPropertiesComponent().addInitialProperty("settlingTime", "1");
        super.start(routes);
    }

    private Exchange send(String uri, Object body, Map<String, Object> headers) {
        return template.send(uri, exchange -> {
            exchange.getMessage().setBody(body);
            exchange.getMessage().setHeaders(new HashMap<>(headers));
        });
    }
}
