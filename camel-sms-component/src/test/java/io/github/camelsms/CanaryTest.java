package io.github.camelsms;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
 * Tests that a phone number, a text and a password are never shown, although the service repeats them in all its
 * responses and each kind of failure occurs.
 */
class CanaryTest {

    private static final String NUMBER = "71976543210";
    private static final String TEXT = "canary-text-8812";
    /** No digits, because these are masked in any text of the service. */
    private static final String PASSWORD = "canary:p@ss/w+rd&RAW(x)";
    /** The user name may be shown and appears in each output. */
    private static final String USER = "canary-user-3307";
    private static final String TOKEN
            = Base64.getEncoder().encodeToString((USER + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8));
    private static final String ENCODED_PASSWORD = URLEncoder.encode(PASSWORD, StandardCharsets.UTF_8);
    private static final String CREDENTIALS = PASSWORD + ", Basic " + TOKEN + ", password=" + ENCODED_PASSWORD;
    private static final List<String> SECRETS
            = List.of(NUMBER, "97654-3210", TEXT, PASSWORD, ENCODED_PASSWORD, TOKEN, "p@ss/w");
    /**
     * A part of the number is as sensitive as the number. In a trace id or a time in nanoseconds it is a coincidence.
     */
    private static final String PART_OF_NUMBER
            = "(?<![0-9A-Fa-f])(?<!:[0-9]{2}[.])[0-9]{0,5}" + NUMBER.substring(2, 8) + "[0-9]{0,5}(?![0-9A-Fa-f])";
    private static final SmsMessage MESSAGE = new SmsMessage(TEXT, NUMBER, "c1", null);
    private static final String ACCEPTED = "[{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"c1\"}]";
    private static final String NUMBERS = "to " + NUMBER + ", (71) 97654-3210, +55 71 97654 3210";
    /** Message content in status responses. The reader of statuses does not know the text and could not mask it. */
    private static final String WORDS = NUMBERS + ": '" + TEXT + "'";
    private static final String SEND = "/v1/send";
    private static final String POLL = "/v1/status";
    private static final String BY_DATE = "/v1/status/date";

    private static final List<Exchange> EXCHANGES = new ArrayList<>();
    private static final MeterRegistry METERS = new SimpleMeterRegistry();
    private static Outputs outputs;

    @BeforeAll
    static void runEverything() throws Exception {
        CamelContext context = new DefaultCamelContext();
        try (CannedService service = new CannedService();
             LogLines lines = LogLines.of(
                     Map.of(
                             "io.github.camelsms", Level.TRACE, "org.apache.camel", Level.DEBUG,
                             "org.apache.hc.client5.http.wire", Level.DEBUG, "org.apache.hc.client5.http.headers",
                             Level.DEBUG));
             Spans spans = new Spans()) {
            spans.traceAllOf(context);
            context.getRegistry().bind("meters", METERS);
            start(context, service);
            poll(context, service);
            send(context, service);
            query(context, service);
            haltTheAccount(context, service);
            outputs = Outputs.of(context, METERS, spans, EXCHANGES);
            context.stop();
            outputs.add(lines);
        } finally {
            context.stop();
        }
    }

    @ParameterizedTest
    @EnumSource
    void outputs_ofEachScenario_containNoSecret(Place place) {
        assertThat(outputs.at(place)).isNotEmpty().allSatisfy(
                text -> assertThat(text).doesNotContain(SECRETS).doesNotContainPattern(PART_OF_NUMBER));
    }

    /** Counter-check for the test above: the user name is found in each output. */
    @Test
    void outputs_userName_isInEachOutput() {
        assertThat(outputs.showing(USER)).containsExactly(Place.values());
    }

    @Test
    void scenarios_exchanges_haveEachOutcomeAndException() {
        assertThat(EXCHANGES).extracting(exchange -> exchange.getMessage().getHeader("CamelSmsOutcome", String.class))
                .contains("ACCEPTED", "REJECTED", "NOT_SENT", "UNKNOWN");
        assertThat(EXCHANGES).extracting(Exchange::getException).filteredOn(failure -> failure != null)
                .hasAtLeastOneElementOfType(SmsAuthenticationException.class)
                .hasAtLeastOneElementOfType(SmsNotSentException.class)
                .hasAtLeastOneElementOfType(SmsOutcomeUnknownException.class)
                .hasAtLeastOneElementOfType(SmsQueryException.class);
    }

    private static void start(CamelContext context, CannedService service) throws Exception {
        SmsConfiguration options = context.getComponent("sms", SmsComponent.class).getConfiguration();
        options.setBaseUrl(service.baseUrl());
        options.setUsername(USER);
        options.setPassword(PASSWORD);
        options.setRequestsPerSecond(1_000);
        for (String checks : List.of("producers", "consumers")) {
            HealthCheckHelper.getHealthCheckRepository(context, checks).setEnabled(true);
        }
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").errorHandler(noErrorHandler())
                        .to("sms:send?deliveryTimeout=600&throwExceptionOnRejected=true");
                from("direct:date").errorHandler(noErrorHandler()).to("sms:status?query=byDate");
            }
        });
        context.start();
    }

    private static void send(CamelContext context, CannedService service) {
        for (String response : List.of(
                "[{\"status\":\"NOK\",\"code\":-5,\"message\":\"refused " + WORDS + "\",\"correlationId\":\"c1\"}]",
                "[{\"status\":\"NOK\",\"code\":-5,\"message\":\"" + CREDENTIALS + "\",\"correlationId\":\"c1\"}]",
                "[{\"status\":\"NOK\",\"code\":-5,\"message\":\"" + NUMBER + "\",\"correlationId\":\"" + NUMBER + "\"}]",
                "[{\"status\":\"" + CREDENTIALS + "\",\"code\":7,\"correlationId\":\"c1\"}]",
                "[{\"status\":\"" + NUMBER + "\",\"code\":7,\"message\":\"" + TEXT + "\",\"correlationId\":\"c1\"}]",
                "[{\"status\":\"OK\",\"code\":5,\"correlationId\":\"c2\",\"message\":\"" + WORDS + "\"}]",
                "{\"" + NUMBER + "\":\"" + TEXT + "\"}", WORDS, "[{\"messageText\":\"" + TEXT + "\",\"destination\":" + NUMBER,
                "\"" + WORDS + "\"", "")) {
            respondToSend(context, service, 200, response);
        }
        for (int status : List.of(302, 400, 404, 415, 422, 429, 500, 503)) {
            respondToSend(context, service, status, "<html>" + WORDS + "</html>");
            respondToSend(context, service, status,
                    "{\"status\":\"NOK\",\"code\":" + status + ",\"message\":\"refused " + WORDS + "\"}");
        }
        for (Object invalid : List.of(
                new SmsMessage(TEXT.repeat(20), NUMBER, "c1", null), new SmsMessage(TEXT, NUMBER + "0", "c1", null),
                Map.of("messageText", TEXT, "destination", List.of(NUMBER)), List.of(TEXT, Map.of(NUMBER, TEXT)))) {
            send(context, "direct:send", invalid, Map.of());
        }
    }

    /** Each fault is followed by a usable response, because consecutive lost requests open the circuit breaker. */
    private static void respondToSend(CamelContext context, CannedService service, int status, String body) {
        service.respondNext(SEND, status, body);
        service.respondNext(SEND, 200, ACCEPTED);
        service.respondNext(SEND, 200, ACCEPTED);
        send(context, "direct:send", MESSAGE, Map.of());
        send(context, "direct:send", MESSAGE, Map.of());
        if (!service.hasUsedAllResponses(SEND)) {
            send(context, "direct:send", MESSAGE, Map.of());
        }
    }

    private static void query(CamelContext context, CannedService service) {
        Stream.concat(unusualResponses(), Stream.of(page(NUMBER), page("DELIVERED"))).forEach(response -> {
            service.respondNext(BY_DATE, 200, response);
            send(context, "direct:date", "",
                    Map.of("CamelSmsDate", Instant.ofEpochSecond(1_700_000_000), "CamelSmsDestination", NUMBER));
        });
        for (int status : List.of(302, 400, 429, 503)) {
            service.respondNext(BY_DATE, status, WORDS);
            send(context, "direct:date", "",
                    Map.of("CamelSmsDate", Instant.ofEpochSecond(1_700_000_000), "CamelSmsDestination", NUMBER));
        }
        send(context, "direct:date", TEXT, Map.of("CamelSmsDestination", NUMBER));
        send(context, "direct:date", "", Map.of("CamelSmsDate", "1700000000", "CamelSmsDestination", NUMBER + NUMBER));
    }

    private static void poll(CamelContext context, CannedService service) throws Exception {
        unusualResponses().forEach(response -> service.respondNext(POLL, 200, response));
        service.respondNext(POLL, 503, WORDS);
        service.respondNext(POLL, 200, page("DELIVERED"));
        service.respondNext(POLL, 200, page(NUMBER));
        service.respondOtherwise(200, "{\"status\":\"NOK\",\"code\":-20,\"message\":\"refused " + NUMBERS + "\"}");
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?delay=10&initialDelay=0").routeId("poll").errorHandler(noErrorHandler()).process(exchange -> {
                    throw new IllegalStateException("the route fails");
                });
            }
        });
        Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10))
                .until(() -> service.hasUsedAllResponses(POLL) && pollsFail(context));
    }

    private static boolean pollsFail(CamelContext context) {
        return HealthCheckHelper.invokeReadiness(context).stream().anyMatch(
                result -> result.getCheck().getId().equals("consumer:poll") && result.getState() == HealthCheck.State.DOWN);
    }

    private static Stream<String> unusualResponses() {
        return Stream.of(
                WORDS, "{\"" + NUMBER + "\":[\"" + TEXT + "\"]}", "[{\"destination\":\"" + NUMBER,
                "{\"status\":\"NOK\",\"code\":-20,\"message\":\"refused " + NUMBERS + ' ' + CREDENTIALS + "\"}",
                "{\"status\":\"" + NUMBER + "\",\"code\":" + NUMBER + "}",
                "{\"status\":\"OK\",\"code\":5,\"sent_status\":[],\"next\":\"http://elsewhere/" + NUMBER + "/" + PASSWORD
                                                                           + "?text=" + TEXT
                                                                           + "\"}");
    }

    private static String page(String status) {
        return "{\"status\":\"OK\",\"code\":5,\"message\":\"REQUIRED_OK\",\"sent_status\":[{\"correlationId\":\"c1\","
               + "\"destination\":\"" + NUMBER + "\",\"sentDate\":\"" + TEXT
               + "\",\"unixSentDate\":\"1700000000\",\"status\":\""
               + status + "\"}]}";
    }

    private static void haltTheAccount(CamelContext context, CannedService service) {
        service.respondNext(
                SEND, 401, "{\"status\":\"NOK\",\"code\":-5,\"message\":\"" + CREDENTIALS + " of " + WORDS + "\"}");
        send(context, "direct:send", MESSAGE, Map.of());
        send(context, "direct:send", MESSAGE, Map.of());
    }

    private static void send(CamelContext context, String uri, Object body, Map<String, Object> headers) {
        EXCHANGES.add(context.createProducerTemplate().send(uri, exchange -> {
            exchange.getMessage().setBody(body);
            exchange.getMessage().getHeaders().putAll(headers);
        }));
    }
}
