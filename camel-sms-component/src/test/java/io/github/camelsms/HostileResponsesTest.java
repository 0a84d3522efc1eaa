package io.github.camelsms;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.Outputs.Place;
import io.github.camelsms.model.SmsMessage;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.logging.log4j.Level;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests with line breaks, escape sequences and invisible characters in each field and header of each response. No
 * output contains them, and the service cannot forge a log line.
 */
class HostileResponsesTest {

    private static final String FORGED = "FORGED";
    private static final String HOSTILE
            = "x\r\n" + FORGED + "\u001B[2J\u0085\u009B\u2028\u2029\u202E\u200B\uFEFF\u0000\t\uD800y";
    /** Includes the bytes of a right-to-left override. */
    private static final String HOSTILE_HEADER = "x" + FORGED + "\u001B[2J\u0085\u009B\u00E2\u0080\u00AE\ty";
    private static final String JSON = json(HOSTILE);
    private static final String SEND = "/v1/send";
    private static final String POLL = "/v1/status";
    private static final String BY_DATE = "/v1/status/date";
    private static final String ACCEPTED = "[{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"c1\"}]";

    private static final String STATUSES
            = "{\"status\":\"OK\",\"code\":5,\"sent_status\":[{\"correlationId\":\"c1\",\"status\":\"DELIVERED\"}]}";

    private static final List<Exchange> EXCHANGES = new ArrayList<>();
    private static final MeterRegistry METERS = new SimpleMeterRegistry();
    private static List<LogLines.Line> log;
    private static Outputs outputs;

    @BeforeAll
    static void runEverything() throws Exception {
        CamelContext context = new DefaultCamelContext();
        try (CannedService service = new CannedService();
             LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.TRACE));
             Spans spans = new Spans()) {
            spans.traceAllOf(context);
            context.getRegistry().bind("meters", METERS);
            start(context, service);
            poll(context, service);
            query(context, service);
            send(context, service);
            outputs = Outputs.of(context, METERS, spans, EXCHANGES);
            context.stop();
            log = lines.all();
        } finally {
            context.stop();
        }
    }

    @Test
    void log_anyLine_hasVisibleCharactersOnly() {
        assertThat(log).hasSizeGreaterThan(50).allSatisfy(line -> {
            String[] parts = line.text().split("\n", -1);
            assertThat(parts).allSatisfy(HostileResponsesTest::assertVisible);
            // Only stack traces follow the first line.
            assertThat(parts).filteredOn(part -> part != parts[0])
                    .allMatch(part -> part.matches("[\\w.$]+(Exception|Error|Shown)(: .*)?"));
        });
    }

    @Test
    void log_responseText_isIncluded() {
        assertThat(log).extracting(LogLines.Line::text).anyMatch(text -> text.contains("status of message x " + FORGED))
                .anyMatch(text -> text.contains("have failed. They are repeated") && text.contains(FORGED))
                .anyMatch(text -> text.contains("may or may not have been sent"))
                .anyMatch(text -> text.contains("halted") && text.contains(FORGED))
                .anyMatch(text -> text.contains("was unreadable and is kept"));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = { "LOG", "JMX", "CONSOLE_TEXT" })
    void outputs_singleLine_haveVisibleCharactersOnly(Place place) {
        // Camel records the message of the route's own exception unchanged.
        assertThat(outputs.at(place)).isNotEmpty().allSatisfy(
                text -> assertVisible(text.replaceAll("(?s)message=\".*?\"}, epochNanos", "")));
    }

    @Test
    void outputs_severalLines_containNoForgedLine() {
        assertThat(outputs.at(Place.CONSOLE_TEXT)).singleElement().asString()
                .satisfies(text -> text.lines().forEach(HostileResponsesTest::assertVisible))
                .contains(FORGED).doesNotContain("\n" + FORGED);
        assertThat(outputs.at(Place.JMX)).isNotEmpty().allSatisfy(
                text -> assertThat(text).doesNotContain("\u001B", "\u0085", "\u009B", "\u2028", "\u202E", "\u200B",
                        "\n" + FORGED));
    }

    private static void assertVisible(String text) {
        assertThat(text.codePoints().filter(HostileResponsesTest::isInvisible).mapToObj(Integer::toHexString)).as(text)
                .isEmpty();
    }

    private static boolean isInvisible(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                true;
            default -> false;
        };
    }

    private static void start(CamelContext context, CannedService service) throws Exception {
        SmsConfiguration options = context.getComponent("sms", SmsComponent.class).getConfiguration();
        options.setBaseUrl(service.baseUrl());
        options.setUsername("demo");
        options.setPassword("secret-1");
        options.setRequestsPerSecond(1_000);
        for (String checks : List.of("producers", "consumers")) {
            HealthCheckHelper.getHealthCheckRepository(context, checks).setEnabled(true);
        }
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").errorHandler(noErrorHandler())
                        .to("sms:send?throwExceptionOnRejected=true");
                from("direct:date").errorHandler(noErrorHandler()).to("sms:status?query=byDate");
            }
        });
        context.start();
    }

    private static void poll(CamelContext context, CannedService service) throws Exception {
        for (String response : statusResponses()) {
            service.respondNext(POLL, 200, response);
        }
        for (Map<String, String> headers : hostileHeaders()) {
            service.respondNext(POLL, 200, STATUSES, headers);
            service.respondNext(POLL, 503, HOSTILE, headers);
        }
        service.respondNext(POLL, 503, HOSTILE);
        // The last one, because polls halt.
        service.respondNext(POLL, 200, "{\"status\":\"NOK\",\"code\":401,\"message\":" + JSON + "}");
        service.respondOtherwise(200, "{\"status\":\"NOK\",\"code\":-20,\"message\":" + JSON + "}");
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?delay=10&initialDelay=0").routeId("poll").errorHandler(noErrorHandler()).process(exchange -> {
                    throw new IllegalStateException(exchange.getMessage().getBody() + HOSTILE);
                });
            }
        });
        Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10))
                .until(() -> service.hasUsedAllResponses(POLL) && isDown(context));
    }

    private static boolean isDown(CamelContext context) {
        return HealthCheckHelper.invokeReadiness(context).stream().anyMatch(
                result -> result.getCheck().getId().equals("consumer:poll") && result.getState() == HealthCheck.State.DOWN);
    }

    private static void query(CamelContext context, CannedService service) {
        Map<String, Object> headers = Map.of("CamelSmsDate", Instant.ofEpochSecond(1_700_000_000));
        for (String response : statusResponses()) {
            service.respondNext(BY_DATE, 200, response);
            exchange(context, "direct:date", "", headers);
        }
        for (int status : List.of(302, 400, 401, 503)) {
            service.respondNext(BY_DATE, status, "{\"code\":" + status + ",\"message\":" + JSON + "}");
            exchange(context, "direct:date", "", headers);
        }
        queryHeaders(context, service, headers);
    }

    private static void queryHeaders(CamelContext context, CannedService service, Map<String, Object> query) {
        for (Map<String, String> headers : hostileHeaders()) {
            for (int status : List.of(200, 302, 503)) {
                service.respondNext(BY_DATE, status, STATUSES, headers);
                exchange(context, "direct:date", "", query);
            }
        }
    }

    private static void sendHeaders(CamelContext context, CannedService service) {
        for (Map<String, String> headers : hostileHeaders()) {
            respondToSend(context, service, 200, ACCEPTED, headers);
            int last = EXCHANGES.size() - 1;
            assertThat(EXCHANGES.subList(last - 1, last + 1)).as("%s", headers.keySet()).noneMatch(Exchange::isFailed);
            respondToSend(context, service, 503, "", headers);
        }
    }

    /** One header each, with characters that break lines or terminals. */
    private static List<Map<String, String>> hostileHeaders() {
        return List.of(
                Map.of("Retry-After", HOSTILE_HEADER), Map.of("Retry-After", "1 " + HOSTILE_HEADER),
                Map.of("Date", HOSTILE_HEADER), Map.of("Link", "<?page=" + HOSTILE_HEADER + ">; rel=\"next\""),
                Map.of("Link", HOSTILE_HEADER.repeat(300)), Map.of("Content-Type", HOSTILE_HEADER),
                Map.of("Content-Type", "application/json; charset=" + HOSTILE_HEADER),
                Map.of("Content-Type", "application/json; charset=\"" + HOSTILE_HEADER + "\""),
                Map.of("Content-Encoding", HOSTILE_HEADER), Map.of("Location", "http://" + HOSTILE_HEADER + "/v1/send?x"),
                Map.of("Server", HOSTILE_HEADER), Map.of("Set-Cookie", "a=" + HOSTILE_HEADER),
                Map.of("X-" + FORGED, HOSTILE_HEADER), Map.of("X-Long", HOSTILE_HEADER.repeat(1_000)));
    }

    private static void send(CamelContext context, CannedService service) {
        String[] names = { "status", "code", "id_sms", "message", "correlationId", HOSTILE };
        for (String field : names) {
            respondToSend(context, service, 200,
                    "[{" + json(field) + ":" + JSON + ",\"status\":\"NOK\",\"correlationId\":\"c1\"}]");
            respondToSend(context, service, 200,
                    "[{\"code\":-5,\"message\":" + JSON + ",\"status\":" + JSON + "," + json(field) + ":7}]");
            respondToSend(context, service, 200, "{" + json(field) + ":" + JSON + ",\"code\":-20,\"message\":" + JSON + "}");
        }
        respondToSend(context, service, 200,
                "[{\"status\":\"OK\",\"code\":5,\"id_sms\":" + JSON + ",\"correlationId\":" + JSON + "}]");
        respondToSend(context, service, 200, HOSTILE);
        for (int status : List.of(302, 400, 404, 429, 500)) {
            respondToSend(context, service, status, HOSTILE);
            respondToSend(context, service, status, "{\"code\":" + status + ",\"message\":" + JSON + "}");
        }
        sendHeaders(context, service);
        service.respondNext(SEND, 401, "{\"code\":401,\"message\":" + JSON + "}");
        message(context);
        message(context);
    }

    /** Each response is followed by usable ones, because consecutive lost requests open the circuit breaker. */
    private static void respondToSend(CamelContext context, CannedService service, int status, String body) {
        respondToSend(context, service, status, body, Map.of());
    }

    private static void respondToSend(
            CamelContext context, CannedService service, int status, String body, Map<String, String> headers) {
        service.respondNext(SEND, status, body, headers);
        service.respondNext(SEND, 200, ACCEPTED);
        service.respondNext(SEND, 200, ACCEPTED);
        message(context);
        message(context);
        if (!service.hasUsedAllResponses(SEND)) {
            message(context);
        }
    }

    private static void message(CamelContext context) {
        exchange(context, "direct:send", new SmsMessage("hello you there", "11987654321", "c1", null), Map.of());
    }

    private static void exchange(CamelContext context, String uri, Object body, Map<String, Object> headers) {
        EXCHANGES.add(context.createProducerTemplate().send(uri, exchange -> {
            exchange.getMessage().setBody(body);
            exchange.getMessage().getHeaders().putAll(headers);
        }));
    }

    private static List<String> statusResponses() {
        List<String> responses = new ArrayList<>();
        for (String field : List.of("correlationId", "destination", "sentDate", "unixSentDate", "status", HOSTILE)) {
            responses.add("{\"status\":\"OK\",\"code\":5,\"message\":" + JSON + ",\"sent_status\":[{\"correlationId\":" + JSON
                          + ",\"status\":\"DELIVERED\"," + json(field) + ":" + JSON + "}]}");
        }
        responses.add("{\"status\":\"OK\",\"code\":5,\"sent_status\":[],\"next\":" + JSON + "}");
        responses.add("{\"status\":" + JSON + ",\"code\":" + JSON + "}");
        responses.add("{\"status\":\"NOK\",\"code\":-20,\"message\":" + JSON + "}");
        responses.add(HOSTILE);
        responses.add("{" + JSON + ":[" + JSON + "]}");
        return responses;
    }

    private static String json(String text) {
        try {
            return new ObjectMapper().writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
