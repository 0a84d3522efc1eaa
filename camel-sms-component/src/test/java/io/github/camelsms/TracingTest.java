package io.github.camelsms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.observe.OpenTelemetryTracing;
import io.github.camelsms.simulator.Fault;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the spans of requests, messages and statuses, with Camel's OpenTelemetry component.
 */
class TracingTest extends SmsRouteTestSupport {

    private static final String GOOD = "11987654321";

    private final Spans spans = new Spans();
    /** Current trace where the exchange of a message continued, by correlation id. */
    private final Map<String, String> continuedIn = new ConcurrentHashMap<>();

    @Override
    protected RouteBuilder routes() {
        spans.traceAllOf(context);
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").errorHandler(noErrorHandler()).to("sms:send").process(
                        exchange -> continuedIn.put(
                                exchange.getMessage().getHeader("CamelSmsCorrelationId", "none", String.class),
                                Span.current().getSpanContext().getTraceId()));
            }
        };
    }

    @AfterEach
    void stopTracing() {
        spans.close();
    }

    @Test
    void request_oneMessage_isLinkedWithTheSpanOfTheMessage() {
        send(message("c1"));
        SpanData request = request();
        SpanData message = theOnly("sms:send");
        assertThat(request.getParentSpanContext().isValid()).isFalse();
        assertThat(request.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(request.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(linked(request)).containsExactly(message.getSpanContext());
        assertThat(linked(message)).containsExactly(request.getSpanContext());
        assertThat(request.getStartEpochNanos()).isGreaterThanOrEqualTo(message.getStartEpochNanos());
        assertThat(request.getEndEpochNanos()).isLessThanOrEqualTo(message.getEndEpochNanos());
    }

    @Test
    void request_oneMessage_hasServiceAddressAndResponse() {
        send(message("c1"));
        SpanData request = request();
        assertThat(text(request, "http.request.method")).isEqualTo("POST");
        assertThat(text(request, "url.full")).isEqualTo(simulator.baseUrl() + "/v1/send");
        assertThat(simulator.baseUrl())
                .isEqualTo("http://" + text(request, "server.address") + ":" + number(request, "server.port"));
        assertThat(text(request, "sms.account")).startsWith("demo@");
        assertThat(text(request, "sms.request.result")).isEqualTo("PROCESSED");
        assertThat(number(request, "http.response.status_code")).isEqualTo(200);
        assertThat(number(request, "sms.request.messages")).isEqualTo(1);
        assertThat(number(request, "sms.accepted")).isEqualTo(1);
        assertThat(number(request, "sms.rejected")).isZero();
    }

    @Test
    void message_accepted_hasServiceAddressAndOutcome() {
        send(message("c1"));
        SpanData message = theOnly("sms:send");
        assertThat(text(message, "server.address")).isEqualTo(simulator.baseUrl());
        assertThat(text(message, "server.protocol")).isEqualTo("http");
        assertThat(text(message, "user.name")).isEqualTo("demo");
        assertThat(text(message, "component")).isEqualTo("camel-sms");
        assertThat(text(message, "sms.outcome")).isEqualTo("ACCEPTED");
        assertThat(text(message, "sms.code")).isEqualTo("5");
        assertThat(text(message, "sms.correlation_id")).isEqualTo("c1");
    }

    @Test
    void request_severalExchanges_areLinkedInBothDirections() {
        sendAtOnce(3);
        SpanData request = request();
        List<SpanData> messages = spans.ended("sms:send");
        assertThat(number(request, "sms.request.messages")).isEqualTo(3);
        assertThat(linked(request)).containsExactlyInAnyOrderElementsOf(
                messages.stream().map(SpanData::getSpanContext).toList());
        assertThat(messages).hasSize(3).allSatisfy(
                message -> assertThat(linked(message)).containsExactly(request.getSpanContext()));
        assertThat(messages).extracting(SpanData::getTraceId).doesNotHaveDuplicates().doesNotContain(request.getTraceId());
    }

    @Test
    void request_moreExchangesThanSpanLinks_isLinkedFromEach() {
        sendAtOnce(200);
        SpanData request = request();
        assertThat(number(request, "sms.request.messages")).isEqualTo(200);
        assertThat(request.getTotalRecordedLinks()).isEqualTo(200);
        assertThat(request.getLinks()).hasSize(128);
        assertThat(spans.ended("sms:send")).hasSize(200).allSatisfy(
                message -> assertThat(linked(message)).containsExactly(request.getSpanContext()));
    }

    @Test
    void request_listInOneExchange_hasOneLink() {
        send(List.of(message("c1"), message("c2"), new SmsMessage("hello", "123", "c3", null)));
        SpanData message = theOnly("sms:send");
        assertThat(linked(request())).containsExactly(message.getSpanContext());
        assertThat(number(request(), "sms.request.messages")).isEqualTo(2);
        assertThat(text(message, "sms.accepted")).isEqualTo("2");
        assertThat(text(message, "sms.rejected")).isEqualTo("1");
        assertThat(text(message, "sms.outcome")).isNull();
    }

    @Test
    void request_unusableResponse_isAnError() {
        simulator.failNext(Fault.httpStatus(503));
        send(message("c1"));
        SpanData request = request();
        assertThat(request.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(request.getStatus().getDescription()).contains("503");
        assertThat(number(request, "http.response.status_code")).isEqualTo(503);
        assertThat(text(request, "sms.request.result")).isEqualTo("UNKNOWN");
        assertThat(text(request, "error.type")).isEqualTo("UNKNOWN");
        SpanData message = theOnly("sms:send");
        assertThat(message.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(text(message, "sms.outcome")).isEqualTo("UNKNOWN");
    }

    @Test
    void request_missingResults_isAnError() {
        simulator.failNext(Fault.oneResultFewer());
        send(List.of(message("c1"), message("c2")));
        assertThat(request().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(number(request(), "sms.accepted")).isEqualTo(1);
        assertThat(number(request(), "sms.unknown")).isEqualTo(1);
    }

    @Test
    void request_noConnection_isAnErrorWithoutHttpStatus() {
        simulator.stop();
        send("sms:send?deliveryTimeout=3000", exchange -> exchange.getMessage().setBody(message("c1")));
        SpanData request = spans.ended(OpenTelemetryTracing.SPAN_NAME).get(0);
        assertThat(request.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(text(request, "sms.request.result")).isEqualTo("NOT_CONNECTED");
        assertThat(number(request, "http.response.status_code")).isNull();
        assertThat(text(theOnly("sms:send"), "sms.outcome")).isEqualTo("NOT_SENT");
    }

    @Test
    void request_throttled_isNoErrorAndRetryIsLinked() {
        simulator.failNext(Fault.tooManyRequests());
        send(message("c1"));
        List<SpanData> requests = spans.ended(OpenTelemetryTracing.SPAN_NAME);
        assertThat(requests).extracting(request -> text(request, "sms.request.result")).containsExactly("THROTTLED",
                "PROCESSED");
        assertThat(requests).extracting(request -> request.getStatus().getStatusCode()).containsOnly(StatusCode.UNSET);
        SpanData message = theOnly("sms:send");
        assertThat(requests).allSatisfy(request -> assertThat(linked(request)).containsExactly(message.getSpanContext()));
        assertThat(linked(message)).containsExactlyElementsOf(requests.stream().map(SpanData::getSpanContext).toList());
    }

    @Test
    void exchange_afterSending_continuesItsOwnTrace() {
        sendAtOnce(20);
        Map<String, String> sentIn = new ConcurrentHashMap<>();
        spans.ended("sms:send")
                .forEach(span -> sentIn.put(String.valueOf(text(span, "sms.correlation_id")), span.getTraceId()));
        assertThat(sentIn).hasSize(20);
        assertThat(continuedIn).isEqualTo(sentIn);
    }

    @Test
    void message_split_hasOneSpanLinkedWithTheRequest() {
        send("sms:send?longMessage=split", exchange -> exchange.getMessage()
                .setBody(new SmsMessage("a long text ".repeat(30), GOOD, "c1", null)));
        assertThat(linked(request())).containsExactly(theOnly("sms:send").getSpanContext());
        assertThat(number(request(), "sms.request.messages")).isEqualTo(3);
    }

    @Test
    void status_polled_hasASpanWithAddressAndStatus() throws Exception {
        send(message("c1"));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?delay=10&initialDelay=0").to("mock:statuses");
            }
        });
        Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10))
                .until(() -> !spans.ended("sms:status").isEmpty());
        SpanData status = spans.ended("sms:status").get(0);
        assertThat(text(status, "server.address")).isEqualTo(simulator.baseUrl());
        assertThat(text(status, "sms.delivery_status")).isNotEmpty();
        assertThat(text(status, "sms.correlation_id")).isEqualTo("c1");
    }

    @Test
    void statuses_queried_haveASpanWithAddress() {
        send("sms:status", exchange -> {
        });
        SpanData query = theOnly("sms:status");
        assertThat(text(query, "server.address")).isEqualTo(simulator.baseUrl());
        assertThat(text(query, "user.name")).isEqualTo("demo");
        assertThat(text(query, "sms.correlation_id")).isNull();
    }

    /** Lets all messages wait, so that they are sent in one request. */
    private void sendAtOnce(int messages) {
        component.suspendSending();
        List<CompletableFuture<Exchange>> sending = new ArrayList<>();
        IntStream.range(0, messages).forEach(
                i -> sending.add(
                        context.createProducerTemplate().asyncSend(
                                "direct:send", exchange -> exchange.getMessage().setBody(message("c" + i)))));
        Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10))
                .until(() -> component.getPendingMessages() == messages);
        component.resumeSending();
        sending.forEach(CompletableFuture::join);
    }

    private SpanData request() {
        return theOnly(OpenTelemetryTracing.SPAN_NAME);
    }

    private SpanData theOnly(String name) {
        List<SpanData> named = spans.ended(name);
        assertThat(named).as(name).hasSize(1);
        return named.get(0);
    }

    private static Set<SpanContext> linked(SpanData span) {
        return span.getLinks().stream().map(LinkData::getSpanContext)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String text(SpanData span, String key) {
        return span.getAttributes().get(AttributeKey.stringKey(key));
    }

    private static Long number(SpanData span, String key) {
        return span.getAttributes().get(AttributeKey.longKey(key));
    }

    private static SmsMessage message(String id) {
        return new SmsMessage("hello", GOOD, id, null);
    }
}
