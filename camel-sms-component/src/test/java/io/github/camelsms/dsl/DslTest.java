package io.github.camelsms.dsl;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsEndpoint;
import io.github.camelsms.SmsResource;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.main.Main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that the routes of the page behave the same in Java, in the endpoint DSL, in YAML and in XML.
 */
class DslTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS
            = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0).keepTexts(true));

    private static final String GOOD = "11987654321";
    private static final String BAD = "1";
    private static final List<String> BRANCHES = List.of("accepted", "rejected", "send-later", "look-up");

    private final Main main = new Main();

    @AfterEach
    void stop() {
        main.stop();
    }

    @ParameterizedTest
    @EnumSource
    void outcomes_inEachDsl_takeTheSameBranches(Dsl dsl) {
        start(dsl);

        send("a", GOOD);
        send("b", BAD);
        SMS.simulator().failNext(Fault.httpStatus(404));
        send("c", GOOD);
        SMS.simulator().failNext(Fault.dropAfterAccepting());
        send("d", GOOD);

        assertThat(BRANCHES.stream().collect(Collectors.toMap(branch -> branch, this::idsAt))).isEqualTo(Map.of(
                "accepted", List.of("a"), "rejected", List.of("b"), "send-later", List.of("c"), "look-up", List.of("d")));
    }

    @ParameterizedTest
    @EnumSource
    void options_inEachDsl_areEqual(Dsl dsl) {
        start(dsl);

        send("a", GOOD);

        SmsConfiguration options = endpoint(SmsResource.send).getConfiguration();
        assertThat(options.getBatchSize()).isEqualTo(100);
        assertThat(options.getDeliveryTimeout()).isEqualTo(120_000);
        assertThat(options.isTransliterate()).isTrue();
        assertThat(endpoint(SmsResource.status).getDelay()).isEqualTo(50);
        assertThat(SMS.simulator().messages()).extracting(SimulatedMessage::text).containsExactly("Ola");
    }

    @ParameterizedTest
    @EnumSource
    void statuses_inEachDsl_arePolled(Dsl dsl) {
        start(dsl);

        send("a", GOOD);

        await().until(() -> idsAt("status"), ids -> ids.contains("a"));
    }

    private void start(Dsl dsl) {
        main.setDefaultPropertyPlaceholderLocation("classpath:io/github/camelsms/dsl/application.properties");
        main.addOverrideProperty("camel.component.sms.base-url", SMS.baseUrl());
        main.addOverrideProperty("camel.component.sms.username", SMS.simulator().username());
        main.addOverrideProperty("camel.component.sms.requests-per-second", "1000");
        main.addOverrideProperty("camel.main.shutdown-timeout", "5");
        main.addOverrideProperty("camel.main.jmx-enabled", "false");
        main.addOverrideProperty("status.delay", "50");
        main.configure().addRoutesBuilder(new RouteBuilder() {
            @Override
            public void configure() {
                BRANCHES.forEach(branch -> from("direct:" + branch).to("mock:" + branch));
                from("direct:status").to("mock:status");
            }
        });
        dsl.addRoutes(main);
        main.start();
    }

    private void send(String correlationId, String phone) {
        context().createProducerTemplate().sendBodyAndHeaders(
                "direct:texts", "Olá", Map.of("CamelSmsCorrelationId", correlationId, "phone", phone));
    }

    private List<String> idsAt(String branch) {
        return context().getEndpoint("mock:" + branch, MockEndpoint.class).getReceivedExchanges().stream()
                .map(exchange -> exchange.getMessage().getHeader("CamelSmsCorrelationId", String.class)).toList();
    }

    private SmsEndpoint endpoint(SmsResource resource) {
        Set<SmsEndpoint> endpoints = context().getEndpoints().stream()
                .filter(SmsEndpoint.class::isInstance).map(SmsEndpoint.class::cast)
                .filter(endpoint -> endpoint.getResource() == resource).collect(Collectors.toSet());
        assertThat(endpoints).hasSize(1);
        return endpoints.iterator().next();
    }

    private CamelContext context() {
        return main.getCamelContext();
    }
}
