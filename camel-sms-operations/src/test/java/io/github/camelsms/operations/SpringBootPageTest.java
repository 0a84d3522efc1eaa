package io.github.camelsms.operations;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;

import io.github.camelsms.simulator.SmsSimulator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for the operations page on Spring Boot, as an endpoint of Actuator.
 */
@ExtendWith(OutputCaptureExtension.class)
class SpringBootPageTest extends OperationsPageTest {

    private static final String EXPOSURE = "management.endpoints.web.exposure.include";

    @Override
    OperatedApplication start(SmsSimulator simulator, Path file) throws Exception {
        return SpringBootApplication.start(simulator, file);
    }

    @Override
    String health() {
        return "/actuator/health";
    }

    @Test
    void start_endpointNotExposed_servesNoPage(@TempDir Path folder) throws Exception {
        try (SmsSimulator simulator = SmsSimulator.builder().build().start();
             SpringBootApplication application = SpringBootApplication.start(simulator, folder.resolve("sms.db"), Map.of())) {
            assertThat(get(application.page()).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void start_ownPortAndPath_servesThePageThereWithItsRules(@TempDir Path folder) throws Exception {
        Map<String, String> properties = Map.of(
                EXPOSURE, "sms", "management.server.port", "0", "management.endpoints.web.base-path", "/manage",
                "management.endpoints.web.path-mapping.sms", "operations/page");
        try (SmsSimulator simulator = SmsSimulator.builder().build().start();
             SpringBootApplication application = SpringBootApplication.start(simulator, folder.resolve("sms.db"), properties)) {
            HttpResponse<String> page = get(application.server() + "manage/operations/page");

            assertThat(page.body()).contains("src=\"page/operations.js\"").doesNotContain(">Health<");
            assertThat(page.headers().firstValue("X-Frame-Options")).hasValue("DENY");
            HttpResponse<String> script = get(application.server() + "manage/operations/page/operations.js");
            assertThat(script.statusCode()).isEqualTo(200);
            assertThat(script.headers().firstValue("X-Frame-Options")).hasValue("DENY");
        }
    }

    @Test
    void start_misspelledProperty_failsNamingIt(CapturedOutput output, @TempDir Path folder) {
        try (SmsSimulator simulator = SmsSimulator.builder().build().start()) {
            assertThatThrownBy(
                    () -> SpringBootApplication.start(
                            simulator, folder.resolve("sms.db"), Map.of(EXPOSURE, "sms", "camel.sms.operations.host", "x"))
                            .close());

            assertThat(output).contains("camel.sms.operations.host");
        }
    }

    /** It is the property of Camel Main. */
    @Test
    void start_propertyOfCamelMain_failsNamingTheEndpoint(CapturedOutput output, @TempDir Path folder) {
        try (SmsSimulator simulator = SmsSimulator.builder().build().start()) {
            assertThatThrownBy(
                    () -> SpringBootApplication.start(
                            simulator, folder.resolve("sms.db"), Map.of("camel.sms.operations.enabled", "true")).close());

            assertThat(output).contains("endpoint sms of Actuator");
        }
    }
}
