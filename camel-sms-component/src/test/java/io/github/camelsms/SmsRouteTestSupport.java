package io.github.camelsms;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;

import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorBuilder;

import org.apache.camel.Exchange;
import org.apache.camel.FluentProducerTemplate;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.test.junit5.CamelTestSupport;
import org.apache.camel.test.junit5.TestExecutionConfiguration;

/**
 * A Camel context with the component and its own simulator over real HTTP.
 */
public abstract class SmsRouteTestSupport extends CamelTestSupport {

    public SmsSimulator simulator;
    public SmsComponent component;

    @Override
    public void configureTest(TestExecutionConfiguration test) {
        super.configureTest(test);
        test.withJMX(isManaged());
    }

    @Override
    protected void setupResources() {
        simulator
                = configure(SmsSimulator.builder().username("demo").password("secret-1").requestsPerSecond(0)).build().start();
    }

    @Override
    protected RoutesBuilder createRouteBuilder() {
        component = context.getComponent("sms", SmsComponent.class);
        component.getConfiguration().setBaseUrl(simulator.baseUrl());
        component.getConfiguration().setUsername("demo");
        component.getConfiguration().setPassword("secret-1");
        component.getConfiguration().setRequestsPerSecond(1_000);
        return routes();
    }

    /** Stops the context before the service, which the base class does afterwards. */
    @Override
    protected void cleanupResources() {
        context.stop();
        simulator.stop();
    }

    /** Returns whether the context is in JMX, which takes much of its start. */
    protected boolean isManaged() {
        return false;
    }

    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder;
    }

    protected RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").to("sms:send");
            }
        };
    }

    /** Sends to a URI and returns the exchange, whether it failed or not. */
    protected Exchange send(String uri, Consumer<Exchange> preparation) {
        try (FluentProducerTemplate template = context.createFluentProducerTemplate()) {
            return template.withProcessor(preparation::accept).to(uri).send();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    protected Exchange send(Object body) {
        return send("direct:send", exchange -> exchange.getMessage().setBody(body));
    }

    @SuppressWarnings("unchecked")
    protected static List<SmsSendResult> results(Exchange exchange) {
        return exchange.getMessage().getBody(List.class);
    }

    protected static SmsSendResult result(Exchange exchange) {
        return exchange.getMessage().getBody(SmsSendResult.class);
    }
}
