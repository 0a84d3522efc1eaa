package io.github.camelsms.springboot.docs;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.simulator.SmsSimulator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import org.apache.camel.CamelContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the first application on the Spring Boot page, with its properties and versions.
 */
@ExtendWith(OutputCaptureExtension.class)
class HelloSmsTest {

    private static final Path PAGE = Path.of("../docs/spring-boot.md");
    private static final Pattern PROPERTIES = Pattern.compile("```properties\n(.*?)\n```", Pattern.DOTALL);

    @Test
    void application_propertiesOfThePage_sendsItsMessageAndReadsItsStatus(CapturedOutput output) throws IOException {
        SmsSimulator simulator
                = SmsSimulator.builder().deliveryDelay(Duration.ZERO, Duration.ZERO).build().start();
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(HelloSms.class)
                .properties(properties(simulator.baseUrl())).run()) {
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(output).contains("sent: ACCEPTED", "status of "));

            String page = Files.readString(PAGE);
            assertThat(page).as("version of Spring Boot").contains("<version>" + SpringBootVersion.getVersion() + "</version>");
            String camel = application.getBean(CamelContext.class).getVersion();
            assertThat(page).as("version of Camel").contains("<version>" + camel + "</version>");
        } finally {
            simulator.stop();
        }
        assertThat(simulator.messages()).hasSize(1);
    }

    private static Map<String, Object> properties(String baseUrl) throws IOException {
        Matcher block = PROPERTIES.matcher(Files.readString(PAGE));
        assertThat(block.find()).isTrue();
        Properties onThePage = new Properties();
        onThePage.load(new StringReader(block.group(1)));
        assertThat(onThePage).containsEntry("camel.component.sms.base-url", "http://localhost:8089");
        Map<String, Object> properties = new HashMap<>();
        onThePage.forEach((name, value) -> properties.put(name.toString(), value));
        properties.put("camel.component.sms.base-url", baseUrl);
        return properties;
    }
}
