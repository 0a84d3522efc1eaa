package io.github.camelsms;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.account.AccountUse;
import io.github.camelsms.account.KeptPaces;
import io.github.camelsms.account.SmsAccounts;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.engine.SendEngine;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for accounts that are created with their first user and released with their last.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class UnusedAccountTest extends AccountFixture {

    private final MeterRegistry meters = new SimpleMeterRegistry();

    @Override
    void configure(SmsConfiguration options) {
        options.setPacing(Pacing.strict);
        context.getRegistry().bind("meters", meters);
        HealthCheckHelper.getHealthCheckRepository(context, "producers").setEnabled(true);
    }

    @Test
    void toD_manyUserNames_keepsFewAccountsConnectionsThreadsAndMeters() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("direct:send").routeId("send").toD("sms:send?username=${header.name}", 20);
            }
        });
        int names = Integer.getInteger("names", 100);
        for (int i = 0; i < names; i++) {
            assertThat(outcome(send("send", "user" + i))).isEqualTo(SmsOutcome.ACCEPTED);
        }
        await().untilAsserted(() -> assertThat(component.getAccounts()).hasSizeBetween(20, 25));
        await().untilAsserted(() -> assertThat(service.openConnections()).isLessThan(30));
        assertThat(meters.getMeters().stream().map(meter -> meter.getId().getTag("account")).distinct())
                .hasSizeLessThan(26);
        assertThat(threads()).isLessThan(30);
        assertThat(checks()).hasSizeLessThan(26);
        context.getRouteController().stopRoute("send");
        await().untilAsserted(() -> assertThat(component.getAccounts()).isEmpty());
        assertThat(meters.getMeters()).isEmpty();
        assertThat(checks()).isEmpty();
        await().untilAsserted(() -> assertThat(service.openConnections()).isZero());
    }

    @Test
    void release_lastUserStopped_waitsForTheBacklog() throws Exception {
        addRoute("send", "sms:send?username=demo");
        service.holdResponses();
        CompletableFuture<Exchange> sending = send("send");
        await().until(() -> service.heldResponses() == 1);
        context.getRouteController().stopRoute("send", 10, TimeUnit.MILLISECONDS);
        service.releaseResponses();
        assertThat(outcome(sending)).isEqualTo(SmsOutcome.ACCEPTED);
        await().until(() -> component.getAccounts().isEmpty());
    }

    @Test
    void release_engine_returnsLaterMessagesNotSent() throws Exception {
        addRoute("send", "sms:send?username=demo");
        SendEngine engine = component.find(context.getEndpoint("sms:send?username=demo", SmsEndpoint.class)).engine();
        context.getRouteController().stopRoute("send");
        await().until(() -> component.getAccounts().isEmpty());
        CompletableFuture<SmsSendResult> late = new CompletableFuture<>();
        engine.submit(new SmsMessage("hello", "11987654321", null, null), new SubmitOptions(Duration.ofMinutes(1)),
                new ResultSink() {
                    @Override
                    public void result(long index, SmsSendResult result) {
                        late.complete(result);
                    }

                    @Override
                    public void completed(@Nullable ReadFailure unread) {
                        // Only the result counts.
                    }
                });
        assertThat(late).succeedsWithin(Duration.ofSeconds(30)).satisfies(result -> {
            assertThat(result.outcome()).isEqualTo(SmsOutcome.NOT_SENT);
            assertThat(result.reason()).contains("shut down");
        });
    }

    @Test
    void release_beforeTheIntervalEnds_keepsThePace() throws Exception {
        addRoute("send", "sms:send?username=demo&requestsPerSecond=0.3");
        assertThat(outcome(send("send"))).isEqualTo(SmsOutcome.ACCEPTED);
        context.getRouteController().stopRoute("send");
        await().until(() -> component.getAccounts().isEmpty());
        context.getRouteController().startRoute("send");
        assertThat(outcome(send("send"))).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(service.smallestGapNanos("demo")).isGreaterThan(3_333_000_000L);
    }

    @Test
    void release_suspendedAccount_waitsUntilItIsResumed() throws Exception {
        addRoute("send", "sms:send?username=demo");
        addRoute("other", "sms:send?username=other");
        context.getEndpoint("sms:send?username=demo", SmsEndpoint.class).suspendSending();
        context.getRouteController().stopRoute("send");
        context.getRouteController().stopRoute("other");
        await().until(() -> component.getAccounts().size() == 1);
        context.getRouteController().startRoute("send");
        CompletableFuture<Exchange> sending = send("send");
        await().until(() -> component.getPendingMessages() == 1);
        component.resumeSending();
        assertThat(outcome(sending)).isEqualTo(SmsOutcome.ACCEPTED);
        context.getRouteController().stopRoute("send");
        await().until(() -> component.getAccounts().isEmpty());
    }

    @Test
    void suspendSending_beforeTheFirstRouteStarts_holdsItsMessages() throws Exception {
        context.getEndpoint("sms:send?username=demo", SmsEndpoint.class).suspendSending();
        addRoute("send", "sms:send?username=demo");
        CompletableFuture<Exchange> sending = send("send");
        await().until(() -> component.getPendingMessages() == 1);
        assertThat(service.messages("demo")).isEmpty();
        component.resumeSending();
        assertThat(outcome(sending)).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void join_tooManyAccounts_failsNamingTheRemedy() {
        SmsAccounts accounts = new SmsAccounts(context, null, null, 2, new KeptPaces(2));
        AccountUse first = accounts.join(endpoint("a").user(), AccountUse.Purpose.SENDING);
        accounts.join(endpoint("b").user(), AccountUse.Purpose.QUERYING);
        assertThatThrownBy(() -> accounts.join(endpoint("c").user(), AccountUse.Purpose.SENDING))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("SMS account c@localhost", "2 accounts", "Nothing was sent", "Use fewer user names");
        AccountUse another = accounts.join(endpoint("a").user(), AccountUse.Purpose.SENDING);
        first.close();
        another.close();
        await().until(() -> accounts.all().size() == 1);
        accounts.join(endpoint("c").user(), AccountUse.Purpose.SENDING);
        accounts.close();
    }

    @Test
    void stop_component_closesItsConnections() throws Exception {
        addRoute("send", "sms:send?username=demo");
        assertThat(outcome(send("send"))).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(service.openConnections()).isPositive();
        component.stop();
        await().untilAsserted(() -> assertThat(service.openConnections()).isZero());
    }

    @Test
    void release_inputNotReadToItsEnd_waitsForItsEnd() throws Exception {
        addRoute("send", "sms:send?username=demo");
        CountDownLatch more = new CountDownLatch(1);
        Iterator<SmsMessage> slow = new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < 2;
            }

            @Override
            public SmsMessage next() {
                if (next++ == 1) {
                    awaitLatch(more);
                }
                return new SmsMessage("hello", "11987654321", null, null);
            }
        };
        CompletableFuture<Exchange> sending
                = context.createProducerTemplate().asyncSend("direct:send", exchange -> exchange.getMessage().setBody(slow));
        await().until(() -> service.messages("demo").size() == 1);
        context.getRouteController().stopRoute("send", 10, TimeUnit.MILLISECONDS);
        addRoute("other", "sms:send?username=other");
        context.getRouteController().stopRoute("other");
        // Another account, unused for as short a time, is released meanwhile.
        await().until(() -> component.getAccounts().size() == 1);
        more.countDown();
        assertThat(sending.join().getMessage().getHeader("CamelSmsAccepted")).isEqualTo(2);
        await().until(() -> component.getAccounts().isEmpty());
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private SmsEndpoint endpoint(String user) {
        return context.getEndpoint("sms:send?username=" + user, SmsEndpoint.class);
    }

    private List<String> checks() {
        return HealthCheckHelper.invokeReadiness(context, "full").stream().map(HealthCheck.Result::getCheck)
                .map(HealthCheck::getId).filter(id -> id.startsWith("producer:sms-")).toList();
    }

    private long threads() {
        return ContextThreads.named(context, "Sms").size();
    }
}
