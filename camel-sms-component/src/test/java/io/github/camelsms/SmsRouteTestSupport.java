package io.github.camelsms;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;

import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.FluentProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * A Camel context with the component and its own simulator over real HTTP.
 */
abstract class SmsRouteTestSupport {

    SmsSimulator simulator;
    CamelContext context;
    SmsComponent component;

    @BeforeEach
    void startAll() throws Exception {
        simulator
                = configure(SmsSimulator.builder().username("demo").password("secret-1").requestsPerSecond(0)).build().start();
        context = new DefaultCamelContext();
        if (!isManaged()) {
            context.disableJMX();
        }
        context.getShutdownStrategy().setTimeout(10);
        component = context.getComponent("sms", SmsComponent.class);
        component.getConfiguration().setBaseUrl(simulator.baseUrl());
        component.getConfiguration().setUsername("demo");
        component.getConfiguration().setPassword("secret-1");
        component.getConfiguration().setRequestsPerSecond(1_000);
        context.addRoutes(routes());
        context.start();
    }

    @AfterEach
    void stopAll() {
        context.stop();
        simulator.stop();
    }

    /** Returns whether the context is in JMX, which takes much of its start. */
    boolean isManaged() {
        return false;
    }

    SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder;
    }

    RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").to("sms:send");
            }
        };
    }

    /** Sends to a URI and returns the exchange, whether it failed or not. */
    Exchange send(String uri, Consumer<Exchange> preparation) {
        try (FluentProducerTemplate template = context.createFluentProducerTemplate()) {
            return template.withProcessor(preparation::accept).to(uri).send();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Exchange send(Object body) {
        return send("direct:send", exchange -> exchange.getMessage().setBody(body));
    }

    @SuppressWarnings("unchecked")
    static List<SmsSendResult> results(Exchange exchange) {
        return exchange.getMessage().getBody(List.class);
    }

    static SmsSendResult result(Exchange exchange) {
        return exchange.getMessage().getBody(SmsSendResult.class);
    }
}
