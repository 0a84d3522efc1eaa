package io.github.camelsms;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.observe.SendFigures;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the pace across restarts of the component, during which the service continues to count.
 */
class RestartTest {

    /** A rate with an interval of 1,000 s, which no test outlasts. */
    private static final double SLOW = 0.001;
    private static final Duration HALF_AN_INTERVAL = Duration.ofSeconds(500);

    private final SmsServiceStub service = new SmsServiceStub();
    private final CamelContext context = new DefaultCamelContext();
    private SmsComponent component;

    @BeforeEach
    void start() throws Exception {
        context.getShutdownStrategy().setTimeout(1);
        component = context.getComponent("sms", SmsComponent.class);
        component.getConfiguration().setBaseUrl(service.baseUrl());
        component.getConfiguration().setUsername("demo");
        component.getConfiguration().setPassword("secret-1");
        component.getConfiguration().setPacing(Pacing.strict);
        context.disableJMX();
        context.start();
    }

    @AfterEach
    void stop() {
        service.releaseResponses();
        context.stop();
        service.close();
    }

    @Test
    void start_componentAgain_keepsTheRequestInterval() throws Exception {
        component.getConfiguration().setRequestsPerSecond(2);
        addRoute();
        assertThat(send().join().getException()).isNull();
        restart();
        assertThat(send().join().getException()).isNull();
        assertThat(service.requestSizes("demo")).hasSize(2);
        assertThat(service.smallestGapNanos("demo")).isGreaterThanOrEqualTo(500_000_000L);
    }

    @Test
    void start_componentAgainAfterARequestWithoutResponse_waitsAFullInterval() throws Exception {
        component.getConfiguration().setRequestsPerSecond(SLOW);
        addRoute();
        service.holdResponses();
        CompletableFuture<Exchange> sending = send();
        Awaitility.await().until(() -> service.heldResponses() == 1);
        restart();
        assertThat(sending.join().getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        assertSlotOpensAfter(HALF_AN_INTERVAL);
    }

    @Test
    void start_componentTwice_keepsThePaceOfAnIdleAccount() throws Exception {
        component.getConfiguration().setRequestsPerSecond(SLOW);
        addRoute();
        assertThat(send().join().getException()).isNull();
        restart();
        restart();
        assertSlotOpensAfter(HALF_AN_INTERVAL);
    }

    @Test
    void start_componentAgainWhileHalted_waitsForTheNextProbe() throws Exception {
        halt();
        restart();
        assertSlotOpensAfter(Duration.ofSeconds(5));
    }

    @Test
    void start_componentAgainWithCorrectedPassword_sendsImmediately() throws Exception {
        halt();
        context.removeRoute("route");
        component.stop();
        component.getConfiguration().setPassword("secret-2");
        component.start();
        context.removeEndpoints("sms:send");
        service.acceptCredentials(true);
        addRoute();
        assertThat(send()).succeedsWithin(Duration.ofSeconds(30))
                .satisfies(exchange -> assertThat(exchange.getException()).isNull());
    }

    @Test
    void start_routeAgainWithCorrectedPassword_sendsImmediately() throws Exception {
        halt();
        context.removeRoute("route");
        component.getConfiguration().setPassword("secret-2");
        context.removeEndpoints("sms:send");
        service.acceptCredentials(true);
        addRoute();
        assertThat(send()).succeedsWithin(Duration.ofSeconds(30))
                .satisfies(exchange -> assertThat(exchange.getException()).isNull());
    }

    @Test
    void start_routeAgainWithTheSamePassword_staysHalted() throws Exception {
        halt();
        context.getRouteController().stopRoute("route");
        service.acceptCredentials(true);
        context.getRouteController().startRoute("route");
        assertThat(send().join().getException()).isInstanceOf(SmsAuthenticationException.class);
        assertThat(service.requestSizes("demo")).hasSize(1);
    }

    /** Lets the service reject the credentials. */
    private void halt() throws Exception {
        component.getConfiguration().setRequestsPerSecond(100);
        service.acceptCredentials(false);
        addRoute();
        assertThat(send().join().getException()).isInstanceOf(SmsAuthenticationException.class);
    }

    private void restart() throws Exception {
        context.getRouteController().stopRoute("route", 10, TimeUnit.MILLISECONDS);
        component.stop();
        component.start();
        context.getRouteController().startRoute("route");
    }

    private void assertSlotOpensAfter(Duration time) {
        SmsAccount account = component.find(context.getEndpoint("sms:send", SmsEndpoint.class));
        Awaitility.await().untilAsserted(() -> {
            SendFigures figures = account.sending();
            assertThat(figures).isNotNull();
            assertThat(figures.slotOpensIn()).isGreaterThan(time);
        });
    }

    private void addRoute() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("direct:route").routeId("route").to("sms:send");
            }
        });
    }

    private CompletableFuture<Exchange> send() {
        return context.createProducerTemplate().asyncSend(
                "direct:route",
                exchange -> exchange.getMessage().setBody(new SmsMessage("hello", "11987654321", null, null)))
                .orTimeout(60, TimeUnit.SECONDS);
    }
}
