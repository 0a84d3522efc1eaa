package io.github.camelsms.sample.springboot;

import java.nio.file.Files;
import java.nio.file.Path;

import io.github.camelsms.sample.demo.EmbeddedBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@ExtendWith(OutputCaptureExtension.class)
class RouteFailureAnalyzerTest {

    @Test
    void main_databaseUnreachable_namesTheSettings(@TempDir Path folder, CapturedOutput output) {
        start(folder, "--sms.store.url=jdbc:postgresql://localhost:1/sms");

        assertThat(output).contains("APPLICATION FAILED TO START", "The message store cannot be opened",
                "check sms.store.url, sms.store.username and sms.store.password").doesNotContain("Application run failed");
    }

    @ParameterizedTest
    @ValueSource(strings = { "sms.broker.data", "sms.store.file", "sms.files.failed" })
    void main_pathCannotBeCreated_namesIt(String property, @TempDir Path folder, CapturedOutput output) throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        start(folder, "--" + property + "=" + file.resolve("below/it"));

        assertThat(output).contains("APPLICATION FAILED TO START", file + "/below", " cannot be created or written")
                .doesNotContain("Application run failed");
    }

    @Test
    void main_folderOfAnotherApplication_namesIt(@TempDir Path folder, CapturedOutput output) throws Exception {
        try (EmbeddedBroker other = EmbeddedBroker.start(folder.resolve("data/artemis"), "tcp://127.0.0.1:0")) {
            start(folder, "--sms.broker.url=");
        }

        assertThat(output).contains("APPLICATION FAILED TO START", "is another process using " + folder)
                .doesNotContain("Application run failed");
    }

    @Test
    void main_unusableBrokerAddress_namesIt(@TempDir Path folder, CapturedOutput output) {
        start(folder, "--sms.broker.url=nonsense");

        assertThat(output).contains("APPLICATION FAILED TO START", "sms.broker.url 'nonsense' is not a broker address")
                .doesNotContain("Application run failed");
    }

    private static void start(Path folder, String argument) {
        assertThatThrownBy(() -> SampleSpringBoot.main(new String[] {
                "--sms.simulator=true", "--sms.work.dir=" + folder, "--server.port=0", argument }))
                .isInstanceOf(RuntimeException.class);
    }
}
