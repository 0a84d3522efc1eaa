package io.github.camelsms;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.observe.AccountHealth;
import io.github.camelsms.observe.KeptResponses;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.status.SmsStatusConsumer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the readiness checks of producers and consumers.
 */
class HealthTest extends SmsRouteTestSupport {

    private static final SmsMessage MESSAGE = new SmsMessage("hello", "11987654321", "c1", null);

    @Override
    protected RouteBuilder routes() {
        // Both are disabled by default; Camel Main enables the second one.
        HealthCheckHelper.getHealthCheckRepository(context, "producers").setEnabled(true);
        HealthCheckHelper.getHealthCheckRepository(context, "consumers").setEnabled(true);
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").routeId("send").errorHandler(noErrorHandler()).to("sms:send");
            }
        };
    }

    @Test
    void health_beforeAndAfterSending_isUp() {
        assertThat(readiness().getState()).isEqualTo(HealthCheck.State.UP);
        assertThat(send(MESSAGE).getException()).isNull();
        assertThat(readiness().getState()).isEqualTo(HealthCheck.State.UP);
        assertThat(readiness().getDetails()).containsEntry(
                "sms.account", "demo@" + simulator.baseUrl().replace("http://", ""));
    }

    @Test
    void health_credentialsRejected_isDown() {
        simulator.failNext(Fault.httpStatus(401));
        assertThat(send(MESSAGE).getException()).isInstanceOf(SmsAuthenticationException.class);
        await().until(() -> readiness().getState() == HealthCheck.State.DOWN);
        assertThat(readiness().getMessage()).hasValueSatisfying(
                message -> assertThat(message).contains("halted", "401").doesNotContain("secret-1", "\n"));
    }

    @Test
    void health_serviceUnreachableThenReachable_isDownThenUp() {
        simulator.stop();
        CompletableFuture<Exchange> sending
                = context.createProducerTemplate().asyncSend("direct:send", e -> e.getMessage().setBody(MESSAGE));
        await().until(() -> readiness().getState() == HealthCheck.State.DOWN);
        assertThat(readiness().getMessage())
                .hasValueSatisfying(message -> assertThat(message).contains("unavailable", "refused"));
        assertThat(readiness().getDetails()).containsEntry("sms.pending", 1);
        simulator.start();
        await().until(() -> readiness().getState() == HealthCheck.State.UP);
        assertThat(result(sending.join()).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void health_serviceRespondsWithAnError_isDownAndDoesNotSayUnreachable() {
        for (int i = 0; i < 3; i++) {
            simulator.failNext(Fault.httpStatus(500));
            assertThat(send(MESSAGE).getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        }
        await().until(() -> readiness().getState() == HealthCheck.State.DOWN);
        assertThat(readiness().getMessage()).hasValueSatisfying(
                message -> assertThat(message).contains("unavailable", "500").doesNotContain("reached"));
    }

    @Test
    void health_messageWaitsLongerThanTheLimit_isDownUntilItIsSent() throws Exception {
        addSlowRoute();
        component.suspendSending();
        CompletableFuture<Exchange> sending
                = context.createProducerTemplate().asyncSend("direct:slow", e -> e.getMessage().setBody(MESSAGE));
        // The lowest limit of the account's producers applies.
        await().until(() -> readiness().getState() == HealthCheck.State.DOWN);
        assertThat(readiness().getMessage().orElseThrow())
                .contains("the oldest of 1 message ", "healthMaxBacklogAge", "suspended");
        component.resumeSending();
        assertThat(result(sending.join()).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        await().until(() -> readiness().getState() == HealthCheck.State.UP);
    }

    @Test
    void health_noSuccessfulPollWithinTheLimit_isDown() throws Exception {
        poll("sms:status?delay=3600000&initialDelay=0&healthMaxPollAge=1");
        await().untilAsserted(() -> {
            assertThat(statusReadiness().getState()).isEqualTo(HealthCheck.State.DOWN);
            assertThat(statusReadiness().getMessage()).hasValueSatisfying(
                    message -> assertThat(message).contains("no poll has succeeded", "healthMaxPollAge"));
        });
    }

    /** Without the route's state, which Camel's check adds. */
    @Test
    void health_pollerIsSuspended_isUp() throws Exception {
        poll("sms:status?delay=3600000&initialDelay=0&healthMaxPollAge=1");
        await().until(() -> statusReadiness().getMessage().orElse("").contains("healthMaxPollAge"));
        HealthCheck poller = ((SmsStatusConsumer) context.getRoute("statuses").getConsumer()).getHealthCheck();
        assertThat(poller.call().getState()).isEqualTo(HealthCheck.State.DOWN);
        context.getRouteController().suspendRoute("statuses");
        assertThat(poller.call().getState()).isEqualTo(HealthCheck.State.UP);
    }

    @Test
    void health_pollingPaused_isDownWithTheRemedy() throws Exception {
        poll("sms:status?delay=10&initialDelay=0");
        SmsEndpoint endpoint = (SmsEndpoint) context.getRoute("statuses").getEndpoint();
        KeptResponses responses = component.find(endpoint).statuses().responses();
        await().until(() -> statusReadiness().getState() == HealthCheck.State.UP);
        IntStream.range(0, 100).forEach(i -> responses.add("x", "not readable"));
        await().until(() -> statusReadiness().getState() == HealthCheck.State.DOWN);
        assertThat(statusReadiness().getDetails().get("sms.reason")).asString()
                .contains("polling is paused", "100 unreadable responses", "removeKeptResponses");
        responses.removeUpTo(1);
        await().until(() -> statusReadiness().getState() == HealthCheck.State.UP);
    }

    @Test
    void health_pollsSucceed_isUp() throws Exception {
        // The check is also up before the first poll, so only recovery after a failure proves anything.
        simulator.stop();
        poll("sms:status?delay=10&initialDelay=0");
        await().until(() -> statusReadiness().getState() == HealthCheck.State.DOWN);
        simulator.start();
        await().until(() -> statusReadiness().getState() == HealthCheck.State.UP);
    }

    @Test
    void health_pollBeforeTheStart_isIgnored() throws Exception {
        SmsEndpoint endpoint = context.getEndpoint("sms:status?delay=3600000&initialDelay=0", SmsEndpoint.class);
        poll(endpoint.getEndpointUri());
        await().until(() -> component.find(endpoint).monitor().statuses().lastPoll() != null);
        context.getRouteController().stopRoute("statuses");
        context.removeRoute("statuses");
        poll("sms:status?delay=3600000&initialDelay=3600000");
        SmsStatusConsumer consumer = (SmsStatusConsumer) context.getRoute("statuses").getConsumer();
        assertThat(consumer.timeSincePollOrStart())
                .isLessThan(component.find(endpoint).monitor().statuses().timeSinceLastPoll());
    }

    @Test
    void tooOld_messageExactlyAtTheLimit_isNull() {
        Duration bound = Duration.ofSeconds(10);
        assertThat(AccountHealth.tooOld("a message", bound, bound, false)).isNull();
        assertThat(AccountHealth.tooOld("a message", bound.plusNanos(1), bound, false))
                .contains("healthMaxBacklogAge (10 s)");
    }

    @Test
    void health_twoProducersOfOneAccount_shareOneCheckWithAStableId() throws Exception {
        addSlowRoute();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:twice").routeId("twice").to("sms:send").to("sms:send");
            }
        });
        String id = "producer:sms-demo@" + simulator.baseUrl().replace("http://", "");
        assertThat(readiness().getCheck().getId()).isEqualTo(id);
        context.getRouteController().stopRoute("send");
        context.getRouteController().stopRoute("twice");
        assertThat(readiness().getCheck().getId()).isEqualTo(id);
        context.getRouteController().startRoute("twice");
        assertThat(readiness().getCheck().getId()).isEqualTo(id);
    }

    @Test
    void health_failedPolls_isDownWithTheReason() throws Exception {
        simulator.stop();
        poll("sms:status?delay=10&initialDelay=0");
        // Camel's check can also be down before the first poll, without a reason.
        await().until(() -> statusReadiness().getError().isPresent());
        assertThat(statusReadiness()).satisfies(result -> {
            assertThat(result.getState()).isEqualTo(HealthCheck.State.DOWN);
            assertThat(result.getError()).hasValueSatisfying(
                    error -> assertThat(error).isInstanceOf(SmsQueryException.class).message().doesNotContain("secret-1"));
        });
    }

    @Test
    void health_routeStopped_checkIsRemoved() throws Exception {
        assertThat(results()).hasSize(1);
        context.getRouteController().stopRoute("send");
        context.removeRoute("send");
        assertThat(results()).isEmpty();
    }

    @Test
    void health_schemeOfTheAddressChanged_checksTheNewAccount() throws Exception {
        context.getRouteController().stopRoute("send");
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:https").to("sms:send?baseUrl=" + simulator.baseUrl().replace("http:", "https:"));
            }
        });
        assertThat(results()).hasSize(1);
        await().until(() -> component.getAccounts().size() == 1);
        assertThat(results()).hasSize(1);
    }

    @Test
    void health_disabledOnTheComponent_isNotChecked() throws Exception {
        assertThat(results()).hasSize(1);
        context.getRouteController().stopRoute("send");
        component.setHealthCheckProducerEnabled(false);
        context.getRouteController().startRoute("send");
        // Camel's message for a disabled check.
        simulator.failNext(Fault.httpStatus(401));
        assertThat(send(MESSAGE).getException()).isInstanceOf(SmsAuthenticationException.class);
        assertThat(readiness().getState()).isEqualTo(HealthCheck.State.UNKNOWN);
    }

    private void addSlowRoute() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:slow").errorHandler(noErrorHandler()).to("sms:send?healthMaxBacklogAge=1");
            }
        });
    }

    private void poll(String uri) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(uri).routeId("statuses").to("mock:statuses");
            }
        });
    }

    private HealthCheck.Result statusReadiness() {
        // Full details, because Camel omits healthy consumers.
        List<HealthCheck.Result> results = HealthCheckHelper.invokeReadiness(context, "full").stream()
                .filter(result -> result.getCheck().getId().equals("consumer:statuses")).toList();
        assertThat(results).hasSize(1);
        return results.get(0);
    }

    private HealthCheck.Result readiness() {
        assertThat(results()).hasSize(1);
        return results().get(0);
    }

    private List<HealthCheck.Result> results() {
        return HealthCheckHelper.invokeReadiness(context, "full").stream()
                .filter(result -> result.getCheck().getId().startsWith("producer:sms-")).toList();
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10));
    }
}
