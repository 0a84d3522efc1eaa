package io.github.camelsms;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.camelsms.account.AccountUse;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.util.URISupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that no log line, exception, URI or {@code toString()} contains a number, a text or a password.
 */
class SecrecyTest extends SmsRouteTestSupport {

    private static final String NUMBER = "71976543210";
    private static final String MASKED = "****3210";
    private static final String TEXT = "canary-text-8812";
    private static final String PASSWORD = "canary-password-5519";
    private static final List<String> SECRETS = List.of(NUMBER, TEXT, PASSWORD, NUMBER.substring(2, 8));
    private static final SmsMessage MESSAGE = new SmsMessage(TEXT, NUMBER, "c1", null);
    private static final Map<String, Level> LOGGERS = Map.of(
            "io.github.camelsms", Level.TRACE, "org.apache.camel", Level.DEBUG, "org.apache.hc.client5.http.wire", Level.DEBUG,
            "org.apache.hc.client5.http.headers", Level.DEBUG);

    private final LogLines lines = LogLines.of(LOGGERS);

    @AfterEach
    void ignore() {
        lines.close();
    }

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.password(PASSWORD).deliveryDelay(Duration.ofHours(1), Duration.ofHours(2));
    }

    @Override
    protected RouteBuilder routes() {
        component.getConfiguration().setPassword(PASSWORD);
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").errorHandler(noErrorHandler()).to("sms:send?requestTimeout=1000&deliveryTimeout=600");
                from("direct:status").errorHandler(noErrorHandler()).to("sms:status?requestTimeout=1000");
                from("direct:date").errorHandler(noErrorHandler()).to("sms:status?query=byDate&requestTimeout=1000");
            }
        };
    }

    /** Their names have secrets, and the base class logs the names of the tests. */
    static Stream<@Nullable Fault> faults() {
        return Stream.of(
                null, Fault.dropAfterAccepting(), Fault.resetBeforeAccepting(), Fault.truncateBody(), Fault.garbageBody(),
                Fault.delayResponse(Duration.ofSeconds(20)), Fault.httpStatus(400), Fault.httpStatus(401),
                Fault.httpStatus(500), Fault.redirect(302, "http://demo:" + PASSWORD + "@localhost/" + NUMBER),
                Fault.tooManyRequests());
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("faults")
    void send_anyOutcome_showsNoSecret(@Nullable Fault fault) {
        if (fault != null) {
            simulator.failNext(fault);
        }
        Exchange exchange = send(MESSAGE);
        check(exchange);
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("faults")
    void status_anyOutcome_showsNoSecret(@Nullable Fault fault) {
        await().until(() -> send(MESSAGE).getException() == null);      // on a slow machine, requestTimeout can end first
        if (fault != null) {
            simulator.failNext(Operation.STATUS, fault);
            simulator.failNext(Operation.STATUS_BY_DATE, fault);
        }
        Map<String, Object> headers = Map.of(
                "CamelSmsDate", simulator.message("c1").orElseThrow().acceptedAt(), "CamelSmsDestination", NUMBER);
        check(send("direct:date", exchange -> exchange.getMessage().getHeaders().putAll(headers)));
        check(send("direct:status", exchange -> exchange.getMessage().setBody("none")));
    }

    @Test
    void send_invalidMessage_showsNoSecret() {
        Exchange exchange = send(List.of(
                new SmsMessage(TEXT.repeat(20), NUMBER, "c1", null), new SmsMessage(TEXT, NUMBER + "0", "c2", null),
                Map.of("messageText", TEXT, "destination", List.of(NUMBER)), TEXT));
        assertThat(results(exchange)).hasSize(4);
        assertNoSecret(results(exchange).toString());
        check(exchange);
    }

    @Test
    void send_serviceUnreachable_showsNoSecret() {
        simulator.stop();
        check(send(MESSAGE));
    }

    @Test
    void toString_anyObject_showsNoSecret() throws Exception {
        send(MESSAGE);
        SmsStatus status = new SmsStatus("c1", NUMBER, null, SmsDeliveryStatus.SENT, "SENT");
        assertThat(MESSAGE.toString()).contains(MASKED, "c1");
        assertThat(status.toString()).contains(MASKED, "c1");
        SmsEndpoint endpoint = context.getEndpoint("sms:send?requestTimeout=1000&password=" + PASSWORD, SmsEndpoint.class);
        SmsAccount account = component.accounts().join(endpoint.user(), AccountUse.Purpose.QUERYING).account();
        for (Object shown : List.of(
                MESSAGE, status, SmsSendResult.accepted(5, "1", "c1"), endpoint, endpoint.getConfiguration(), component,
                account, account.label(), String.valueOf(account.sending()), endpoint.user(),
                endpoint.getServiceMetadata(), String.valueOf(endpoint.getServiceUrl()), endpoint.createProducer(),
                simulator)) {
            assertNoSecret(shown.toString());
        }
    }

    @Test
    void uri_password_isMasked() {
        SmsEndpoint endpoint = context.getEndpoint("sms:send?requestTimeout=1000&password=" + PASSWORD, SmsEndpoint.class);
        assertNoSecret(endpoint.toString());
        assertNoSecret(URISupport.sanitizeUri(endpoint.getEndpointUri()));
        assertThat(endpoint.toString()).contains("password=xxxxxx");
    }

    @Test
    void logCapture_anySend_receivesOurLines() {
        send(MESSAGE);
        assertThat(lines.ofLogger("io.github.camelsms")).anySatisfy(line -> assertThat(line).contains("request of 1 message:"));
        assertThat(lines.ofLogger("org.apache.camel")).isNotEmpty();
    }

    private void check(Exchange exchange) {
        for (Throwable failure = exchange.getException(); failure != null; failure = failure.getCause()) {
            assertNoSecret(failure.toString());
        }
        Map<String, Object> made = new HashMap<>(exchange.getMessage().getHeaders());
        made.remove("CamelSmsDestination");
        assertNoSecret(made.toString());
        assertThat(lines.all()).isNotEmpty().allSatisfy(line -> assertNoSecret(line.text()));
    }

    private static void assertNoSecret(@Nullable String shown) {
        assertThat(String.valueOf(shown)).doesNotContain(SECRETS);
    }
}
