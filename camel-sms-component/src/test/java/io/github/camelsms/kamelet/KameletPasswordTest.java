package io.github.camelsms.kamelet;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import io.github.camelsms.LogLines;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that a password with special URI characters reaches the service unchanged from each place where a Kamelet can
 * get it, and that it is not shown.
 */
class KameletPasswordTest {

    private static final String PASSWORD = "canary 1&a=b?c+d%41#(e){f}/canary";

    @RegisterExtension
    static final SmsSimulatorExtension SMS
            = new SmsSimulatorExtension(SmsSimulator.builder().password(PASSWORD).requestsPerSecond(0));

    private final CamelContext context = new DefaultCamelContext();

    private final LogLines lines = LogLines.of(
            Map.of(
                    "io.github.camelsms", Level.DEBUG, "org.apache.camel", Level.DEBUG,
                    // This class logs each property that it resolves, secret or not.
                    "org.apache.camel.component.properties", Level.INFO));

    @AfterEach
    void stop() {
        context.stop();
        lines.close();
    }

    static Stream<String> waysToSayIt() {
        return Stream.of("", "&password=RAW({{secret}})");
    }

    @ParameterizedTest
    @MethodSource("waysToSayIt")
    void password_withUriCharacters_isSentUnchanged(String parameter) throws Exception {
        start(parameter);

        Exchange sent = send();

        assertThat(sent.getException()).isNull();
        await().until(() -> SMS.simulator().statistics().statusRequests() > 0);
        assertThat(SMS.simulator().statistics().unauthorized()).isZero();
    }

    @Test
    void password_property_isNotShown() throws Exception {
        start("");

        send();

        assertThat(lines.all()).isNotEmpty();
        assertThat(lines.all().stream().filter(line -> line.text().contains("canary"))).isEmpty();
        assertThat(context.getEndpoints()).hasSizeGreaterThan(4).noneMatch(endpoint -> endpoint.toString().contains("canary"));
        assertThat(context.getRoutes()).noneMatch(route -> route.toString().contains("canary"));
    }

    private void start(String parameter) throws Exception {
        context.getShutdownStrategy().setTimeout(5);
        context.getPropertiesComponent().addInitialProperty("secret", PASSWORD);
        for (String kamelet : new String[] { "sms-send-sink", "sms-status-source" }) {
            context.getPropertiesComponent().addInitialProperty("camel.kamelet." + kamelet + ".baseUrl", SMS.baseUrl());
            context.getPropertiesComponent().addInitialProperty("camel.kamelet." + kamelet + ".username", "demo");
            context.getPropertiesComponent().addInitialProperty("camel.kamelet." + kamelet + ".password", PASSWORD);
        }
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").to("kamelet:sms-send-sink?requestsPerSecond=1000" + parameter);
                from("kamelet:sms-status-source?delay=20" + parameter).to("mock:status");
            }
        });
        context.start();
    }

    private Exchange send() {
        return context.createProducerTemplate().send("direct:send", exchange -> {
            exchange.getMessage().setBody("Hello");
            exchange.getMessage().setHeaders(new HashMap<>(Map.of("destination", "11987654321")));
        });
    }
}
