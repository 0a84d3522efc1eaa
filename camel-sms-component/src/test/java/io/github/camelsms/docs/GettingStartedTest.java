package io.github.camelsms.docs;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.apache.camel.main.Main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests the application and the properties of the guide.
 */
class GettingStartedTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension();

    private static final Path GUIDE = Documentation.ROOT.resolve("docs/getting-started.md");

    private final Main main = new Main();

    @AfterEach
    void stop() {
        main.stop();
    }

    @Test
    void application_propertiesOfTheGuide_sendsItsMessage() throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(Snippet.on(GUIDE, "properties").get(0).code()));
        assertThat(properties).containsEntry("camel.component.sms.base-url", "http://localhost:8089");
        properties.setProperty("camel.component.sms.base-url", SMS.baseUrl());
        properties.setProperty("camel.main.shutdown-timeout", "5");
        main.setOverrideProperties(properties);
        main.configure().addRoutesBuilder(new HelloSms());

        main.start();

        await().until(() -> SMS.simulator().messages(), messages -> messages.size() == 1);
        assertThat(SMS.simulator().statistics().unauthorized()).isZero();
    }

    /** Maven's option -q sets the log level of everything that runs in its JVM. */
    @Test
    void page_commandThatRunsTheApplicationInMaven_isNotQuiet() {
        List<String> commands = Documentation.pages().stream().flatMap(page -> Documentation.read(page).lines())
                .filter(line -> line.contains("exec:java")).toList();
        assertThat(commands).isNotEmpty().allMatch(command -> !command.contains(" -q"));
    }
}
