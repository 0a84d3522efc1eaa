package io.github.camelsms.springboot;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.simulator.SmsSimulator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that a Spring Boot application with the properties on the component page stores messages and consumes their
 * outcomes and statuses.
 */
class StoreExampleTest {

    private static final Path PAGE = Path.of("../camel-sms-component/src/main/docs/sms-component.adoc");
    private static final Pattern PROPERTIES = Pattern.compile(
            "\\[source,properties]\n----\n((?:(?!----)[^\n]*\n)*?camel\\.component\\.sms\\.store\\.jdbc\\.file=(?:(?!----)[^\n]*\n)*)----");
    private static final Queue<String> CONSUMED = new ConcurrentLinkedQueue<>();

    private final SmsSimulator simulator = SmsSimulator.builder().requestsPerSecond(0)
            .deliveryDelay(Duration.ZERO, Duration.ZERO).build();

    @TempDir
    Path folder;

    @BeforeEach
    void startSimulator() {
        CONSUMED.clear();
        simulator.start();
    }

    @AfterEach
    void stopSimulator() {
        simulator.stop();
    }

    @Test
    void order_stored_isSentAndOutcomeAndStatusHaveItsId() throws IOException {
        try (ConfigurableApplicationContext application = run()) {
            application.getBean(ProducerTemplate.class).requestBodyAndHeaders(
                    "direct:order", "Your order is on its way", Map.of("phone", "11987654321", "orderId", "7"));

            await().atMost(Duration.ofSeconds(30)).untilAsserted(
                    () -> assertThat(CONSUMED).containsExactlyInAnyOrder(
                            "order 7: outcome ACCEPTED", "order 7: status of order-7"));
        }
        assertThat(simulator.messages()).hasSize(1);
        assertThat(folder.resolve("messages.db")).exists();
    }

    private ConfigurableApplicationContext run() throws IOException {
        Matcher block = PROPERTIES.matcher(Files.readString(PAGE));
        assertThat(block.find()).as("properties on the component's page").isTrue();
        Properties onThePage = new Properties();
        onThePage.load(new StringReader(block.group(1)));
        Map<String, Object> properties = new HashMap<>();
        onThePage.forEach((name, value) -> properties.put(name.toString(), value));
        properties.put("SMS_PASSWORD", "demo");
        properties.put("camel.component.sms.base-url", "http://localhost:" + simulator.port());
        properties.put("camel.component.sms.username", "demo");
        properties.put("camel.component.sms.store.jdbc.file", folder.resolve("messages.db").toString());
        return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE).properties(properties).run();
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {

        @Bean
        RouteBuilder orders() {
            return new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:order")
                            .setHeader("CamelSmsDestination", header("phone"))
                            .setHeader("CamelSmsCorrelationId", simple("order-${header.orderId}"))
                            .to("sms:send?completeOn=stored&keepHeaders=orderId");
                    from("sms:results?initialDelay=0&delay=50")
                            .setBody(simple("order ${header.orderId}: outcome ${header.CamelSmsOutcome}"))
                            .process(Application::consume);
                    from("sms:status?initialDelay=0&delay=50")
                            .setBody(simple("order ${header.orderId}: status of ${header.CamelSmsCorrelationId}"))
                            .process(Application::consume);
                }
            };
        }

        private static void consume(Exchange exchange) {
            CONSUMED.add(exchange.getMessage().getBody(String.class));
        }
    }
}
