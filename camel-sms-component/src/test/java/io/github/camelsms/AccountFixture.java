package io.github.camelsms;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A Camel context whose routes send to accounts of a stub service.
 */
abstract class AccountFixture {

    final SmsServiceStub service = new SmsServiceStub();
    final CamelContext context = new DefaultCamelContext();
    SmsComponent component;

    @BeforeEach
    void start() {
        context.disableJMX();
        context.getShutdownStrategy().setTimeout(20);
        component = context.getComponent("sms", SmsComponent.class);
        SmsConfiguration options = component.getConfiguration();
        options.setBaseUrl(service.baseUrl());
        options.setPassword("secret-1");
        options.setRequestsPerSecond(1_000);
        configure(options);
        context.start();
    }

    /** Sets additional options and prepares the context before it starts. */
    abstract void configure(SmsConfiguration options);

    @AfterEach
    void stop() {
        service.releaseResponses();
        context.stop();
        service.close();
    }

    void addRoute(String id, String uri) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("direct:" + id).routeId(id).to(uri);
            }
        });
    }

    /** Sends a message to a route; the header <code>name</code> is the user name. */
    CompletableFuture<Exchange> send(String route, String name) {
        return context.createProducerTemplate().asyncSend("direct:" + route, exchange -> {
            exchange.getMessage().setHeader("name", name);
            exchange.getMessage().setBody(new SmsMessage("hello", "11987654321", null, null));
        });
    }

    CompletableFuture<Exchange> send(String route) {
        return send(route, "demo");
    }

    static SmsOutcome outcome(CompletableFuture<Exchange> sending) {
        Exchange exchange = sending.orTimeout(60, TimeUnit.SECONDS).join();
        SmsOutcome outcome = SmsOutcome.valueOf(exchange.getMessage().getHeader("CamelSmsOutcome", String.class));
        assertThat(outcome == SmsOutcome.ACCEPTED && exchange.isFailed()).as("ACCEPTED, and %s", exchange.getException())
                .isFalse();
        return outcome;
    }

    static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5));
    }
}
