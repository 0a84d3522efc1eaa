package io.github.camelsms.operations;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import io.github.camelsms.simulator.SmsSimulator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for the operations page on Camel Main.
 */
class MainPageTest extends OperationsPageTest {

    private static final Map<String, String> SERVER = Map.of("camel.management.enabled", "true");

    @Override
    OperatedApplication start(SmsSimulator simulator, Path file) throws Exception {
        return MainApplication.start(simulator, file);
    }

    @Override
    String health() {
        return "/observe/health";
    }

    @Test
    void start_propertyNotSet_servesNoPage(@TempDir Path folder) throws Exception {
        try (SmsSimulator simulator = SmsSimulator.builder().build().start();
             MainApplication application = MainApplication.start(simulator, folder.resolve("sms.db"), SERVER)) {
            assertThat(get(application.page()).statusCode()).isEqualTo(404);
            assertThat(get(application.server() + "q/dev/sms").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void start_ownPath_servesThePageThere(@TempDir Path folder) throws Exception {
        Map<String, String> properties = Map.of(
                "camel.management.enabled", "true", "camel.sms.operations.enabled", "true", "camel.sms.operations.path", "/");
        try (SmsSimulator simulator = SmsSimulator.builder().build().start();
             MainApplication application = MainApplication.start(simulator, folder.resolve("sms.db"), properties)) {
            assertThat(get(application.server()).body()).contains("src=\"operations.js\"", "href=\"figures\"");
            assertThat(get(application.server() + "operations.js").statusCode()).isEqualTo(200);
            assertThat(get(application.server() + "figures").body()).contains("\"accounts\"");
            assertThat(get(application.page()).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void page_slashAtTheEnd_redirectsToThePathOfItsLinks(@TempDir Path folder) throws Exception {
        try (SmsSimulator simulator = SmsSimulator.builder().build().start();
             MainApplication application = MainApplication.start(simulator, folder.resolve("sms.db"))) {
            HttpResponse<String> response = get(application.page() + "/");

            assertThat(response.statusCode()).isEqualTo(308);
            assertThat(URI.create(application.page() + "/").resolve(response.headers().firstValue("Location").orElseThrow()))
                    .hasToString(application.page());
        }
    }

    /** Tools that read Camel's own consoles find the figures at their usual address. */
    @Test
    void console_noConsolesOfCamel_isServedAtTheirAddress(@TempDir Path folder) throws Exception {
        try (SmsSimulator simulator = SmsSimulator.builder().build().start();
             MainApplication application = MainApplication.start(simulator, folder.resolve("sms.db"))) {
            assertThat(get(application.server() + "q/dev/sms").body()).contains("\"accounts\"");
            assertThat(get(application.server() + "q/dev").statusCode()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @CsvSource({
            "camel.management.enabled, false, camel.management.enabled=true",
            "camel.sms.operations.host, x, camel.sms.operations.host is not a setting",
            "camel.sms.operations.path, sms, camel.sms.operations.path=sms is invalid" })
    void start_wrongSettings_failsNamingTheRemedy(String name, String value, String remedy, @TempDir Path folder) {
        Map<String, String> properties
                = Map.of("camel.management.enabled", "true", "camel.sms.operations.enabled", "true");
        try (SmsSimulator simulator = SmsSimulator.builder().build().start()) {
            assertThatThrownBy(
                    () -> MainApplication.start(simulator, folder.resolve("sms.db"), with(properties, name, value)).close())
                    .hasMessageContaining(remedy);
        }
    }

    private static Map<String, String> with(Map<String, String> properties, String name, String value) {
        Map<String, String> all = new HashMap<>(properties);
        all.put(name, value);
        return all;
    }
}
