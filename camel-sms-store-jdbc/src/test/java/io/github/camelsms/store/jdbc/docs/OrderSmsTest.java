package io.github.camelsms.store.jdbc.docs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsEndpoint;
import io.github.camelsms.simulator.SmsSimulator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.apache.camel.Endpoint;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the documentation's first example of a message store behaves the same in Java and in YAML.
 */
class OrderSmsTest {

    private static final int DELAY_MILLIS = 20;

    private final SmsSimulator simulator = SmsSimulator.builder().requestsPerSecond(0)
            .deliveryDelay(Duration.ZERO, Duration.ZERO).build();
    private final Queue<String> outcomes = new ConcurrentLinkedQueue<>();
    private final Queue<String> statuses = new ConcurrentLinkedQueue<>();
    private Main main = new Main();

    @TempDir
    Path folder;

    /** DSL of the example. */
    enum Language {
        JAVA,
        YAML
    }

    @BeforeEach
    void startSimulator() {
        simulator.start();
    }

    @AfterEach
    void stop() {
        main.stop();
        simulator.stop();
    }

    @ParameterizedTest
    @EnumSource
    void order_submittedTwice_isSentOnceAndOutcomeAndStatusHaveItsId(Language language) throws IOException {
        start(language);

        submit("7");
        submit("7");

        await(() -> assertThat(statuses).containsExactly("7"));
        await(() -> assertThat(outcomes).containsExactly("7 ACCEPTED"));
        submit("8");
        await(() -> assertThat(statuses).contains("8"));
        await(() -> assertThat(outcomes).contains("8 ACCEPTED"));
        assertThat(statuses).containsExactly("7", "8");
        assertThat(outcomes).containsExactly("7 ACCEPTED", "8 ACCEPTED");
        assertThat(simulator.messages()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void order_storedBeforeTheApplicationStops_isSentAfterTheRestart(Language language) throws IOException {
        start(language);
        component().suspendSending();
        submit("8");
        main.stop();
        assertThat(simulator.messages()).isEmpty();

        start(language);

        await(() -> assertThat(outcomes).containsExactly("8 ACCEPTED"));
        assertThat(simulator.messages()).hasSize(1);
    }

    private void start(Language language) throws IOException {
        String file = folder.resolve("messages.db").toString();
        main = language == Language.JAVA ? OrderSms.application(file) : new Main();
        if (language == Language.YAML) {
            main.configure().withRoutesIncludePattern("classpath:docs/order-sms.camel.yaml");
        }
        Properties properties = properties();
        properties.putAll(Map.of(
                "camel.component.sms.base-url", "http://localhost:" + simulator.port(),
                "camel.component.sms.username", "demo", "camel.component.sms.requests-per-second", "1000",
                "camel.main.shutdown-timeout", "5", "sms.store.file", file));
        main.setOverrideProperties(properties);
        main.configure().addRoutesBuilder(new RouteBuilder() {
            @Override
            public void configure() {
                getContext().getCamelContextExtension().registerEndpointCallback(OrderSmsTest::withShortDelays);
                from("direct:outcome").process(
                        exchange -> outcomes.add(
                                exchange.getMessage().getHeader("orderId") + " "
                                                 + exchange.getMessage().getHeader("CamelSmsOutcome")));
                from("direct:status")
                        .process(exchange -> statuses.add(exchange.getMessage().getHeader("orderId", String.class)));
            }
        });
        main.start();
    }

    /** Polls without the default delays, of 5 s between polls of statuses. */
    private static Endpoint withShortDelays(String uri, Endpoint endpoint) {
        if (endpoint instanceof SmsEndpoint sms) {
            sms.setInitialDelay(0);
            sms.setDelay(DELAY_MILLIS);
        }
        return endpoint;
    }

    /** Returns the properties on the page, with the test's values in place of the service's. */
    private static Properties properties() throws IOException {
        Properties properties = new Properties();
        try (InputStream page = OrderSmsTest.class.getResourceAsStream("/docs/order-sms.properties")) {
            properties.load(page);
        }
        assertThat(properties.stringPropertyNames()).containsAll(
                List.of("camel.component.sms.base-url", "camel.component.sms.username", "sms.store.file"));
        return properties;
    }

    private SmsComponent component() {
        return main.getCamelContext().getComponent("sms", SmsComponent.class);
    }

    private void submit(String order) {
        Map<String, Object> headers = Map.of("phone", "11987654321", "orderId", order);
        main.getCamelContext().createProducerTemplate().requestBodyAndHeaders(
                "direct:order", "Your order is on its way", headers);
    }

    private static void await(Runnable assertion) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(assertion::run);
    }
}
