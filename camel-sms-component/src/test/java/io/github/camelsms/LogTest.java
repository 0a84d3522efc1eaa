package io.github.camelsms;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.apache.logging.log4j.Level;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the component's log lines from start to stop of a context.
 */
class LogTest extends SmsRouteTestSupport {

    private static final SmsMessage MESSAGE = new SmsMessage("hello", "11987654321", "c1", null);

    private final LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.DEBUG));

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.deliveryDelay(Duration.ZERO, Duration.ZERO);
    }

    @Override
    protected RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                // Empty: each test adds its own routes.
            }
        };
    }

    @AfterEach
    void close() {
        lines.close();
    }

    @Test
    void account_sendingPollingAndQuerying_logsOneLineAtStartAndStop() throws Exception {
        route("direct:one", "sms:send");
        route("direct:two", "sms:send?deliveryTimeout=1000");
        route("sms:status?delay=10", "mock:statuses");
        route("direct:three", "sms:status?query=byDate");
        send("direct:one", exchange -> exchange.getMessage().setBody(MESSAGE));
        context.stop();
        assertThat(lines.at(Level.INFO)).containsExactly(
                account() + "started; sends up to 200 messages per request, 1000.0 requests per second (adaptive)",
                account() + "stopped");
        assertThat(lines.at(Level.WARN)).isEmpty();
    }

    @Test
    void account_pollingOnly_logsOneLineAtStartAndStop() throws Exception {
        route("sms:status?delay=10", "mock:statuses");
        context.stop();
        assertThat(lines.at(Level.INFO)).containsExactly(account() + "started; reads statuses", account() + "stopped");
    }

    @Test
    void account_httpToARemoteHost_logsOneWarning() throws Exception {
        route("direct:one", "sms:send?baseUrl=http://sms.example.com");
        route("direct:two", "sms:status?query=byDate&baseUrl=http://sms.example.com");
        route("direct:three", "sms:status?query=byDate&baseUrl=http://other.example.com");
        route("direct:four", "sms:send?baseUrl=https://secure.example.com");
        route("direct:five", "sms:send");
        assertThat(lines.at(Level.WARN)).hasSize(2).allMatch(line -> line.contains("unencrypted"))
                .anyMatch(line -> line.startsWith("SMS account demo@sms.example.com: "))
                .anyMatch(line -> line.startsWith("SMS account demo@other.example.com: "));
    }

    @Test
    void account_wrongPath_logsEachRejectionOnceWithTheRemedy() throws Exception {
        route("direct:one", "sms:send?baseUrl=" + simulator.baseUrl() + "/wrong");
        for (int i = 0; i < 4; i++) {
            send("direct:one", exchange -> exchange.getMessage().setBody(MESSAGE));
        }
        assertThat(lines.at(Level.WARN)).hasSize(2).allMatch(line -> line.contains("check the path of baseUrl"))
                .anyMatch(line -> line.contains("rejected a request with 1 message as a whole"))
                .anyMatch(line -> line.contains("3 requests in a row had no usable response"));
    }

    @Test
    void account_wrongPathOfAPoll_logsTheRemedy() throws Exception {
        route("sms:status?delay=600000&baseUrl=" + simulator.baseUrl() + "/wrong", "mock:statuses");
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !lines.at(Level.WARN).isEmpty());
        assertThat(lines.at(Level.WARN)).singleElement().asString()
                .contains("a poll for statuses failed", "HTTP status 404 (not found: check the path of baseUrl");
    }

    @Test
    void account_usedAgain_logsNothing() throws Exception {
        route("direct:one", "sms:send");
        context.getRouteController().stopRoute("direct:one");
        context.getRouteController().startRoute("direct:one");
        assertThat(lines.at(Level.INFO)).hasSize(1);
    }

    @Test
    void account_restartedWithOtherSettings_logsThem() throws Exception {
        route("direct:one", "sms:send");
        context.getRouteController().stopRoute("direct:one");
        route("direct:two", "sms:send?batchSize=50");
        assertThat(lines.at(Level.INFO)).hasSize(2).last().asString()
                .contains("settings have changed; sends up to 50 messages");
    }

    @Test
    void account_schemeChangedBack_logsThatItHasStarted() throws Exception {
        route("direct:one", "sms:send");
        context.getRouteController().stopRoute("direct:one");
        route("direct:two", "sms:send?baseUrl=" + simulator.baseUrl().replace("http:", "https:"));
        context.getRouteController().stopRoute("direct:two");
        context.getRouteController().startRoute("direct:one");
        assertThat(lines.at(Level.INFO)).hasSize(5).last().asString().contains("started; sends up to 200 messages");
    }

    @Test
    void message_unknownOutcome_logsAWarningWithItsId() throws Exception {
        route("direct:one", "sms:send");
        simulator.failNext(Fault.httpStatus(503));
        send("direct:one", exchange -> exchange.getMessage().setBody(MESSAGE));
        assertThat(lines.at(Level.WARN)).singleElement().asString().contains("1 message may or may not have been sent", "503",
                "c1").containsPattern(" at 20[0-9T:.-]{10,21}Z \\(");
        assertThat(lines.at(Level.DEBUG)).anyMatch(line -> line.contains("request of 1 message: UNKNOWN after "));
    }

    @Test
    void poll_unreadableResponses_logsOneWarningAMinuteAndTheRecovery() throws Exception {
        simulator.failNext(Operation.STATUS, Fault.garbageBody(), Fault.garbageBody(), Fault.garbageBody());
        route("sms:status?delay=10&initialDelay=0", "mock:statuses");
        await().until(() -> ours().stream().anyMatch(line -> line.contains("polls for statuses succeed again")));
        assertThat(ours()).hasSize(3).first().asString().contains("was unreadable and is kept as number 1",
                "check baseUrl");
        assertThat(ours().get(1)).contains("a poll for statuses failed", "is not readable as JSON");
        assertThat(lines.at(Level.DEBUG)).filteredOn(line -> line.contains("was unreadable and is kept")).hasSize(2);
    }

    @Test
    void statusExchanges_repeatedFailures_logOneWarningAMinute() throws Exception {
        route("direct:one", "sms:send");
        send("direct:one", exchange -> exchange.getMessage().setBody(MESSAGE));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?delay=10&initialDelay=0").errorHandler(noErrorHandler())
                        .throwException(new IllegalStateException("the route fails"));
            }
        });
        await().until(() -> lines.at(Level.DEBUG).stream().filter(line -> line.contains("redelivered")).count() > 5);
        assertThat(ours()).singleElement().asString().contains("the exchange for the status of message c1 failed",
                "the route fails");
    }

    /** Returns the warnings without Camel's own, which come from the same logger. */
    private List<String> ours() {
        return lines.at(Level.WARN).stream().filter(line -> line.startsWith("SMS account")).toList();
    }

    private String account() {
        return "SMS account demo@" + simulator.baseUrl().replace("http://", "") + ": ";
    }

    private void route(String from, String to) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(from).routeId(from).errorHandler(noErrorHandler()).to(to);
            }
        });
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10));
    }
}
