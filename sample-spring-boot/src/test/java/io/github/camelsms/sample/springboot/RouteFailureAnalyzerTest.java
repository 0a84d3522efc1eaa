package io.github.camelsms.sample.springboot;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@ExtendWith(OutputCaptureExtension.class)
class RouteFailureAnalyzerTest {

    @Test
    void main_databaseUnreachable_namesTheSettings(@TempDir Path folder, CapturedOutput output) {
        assertThatThrownBy(() -> SampleSpringBoot.main(new String[] {
                "--sms.simulator=true", "--sms.broker.url=", "--sms.store.url=jdbc:postgresql://localhost:1/sms",
                "--sms.work.dir=" + folder, "--server.port=0" })).isInstanceOf(RuntimeException.class);

        assertThat(output).contains("APPLICATION FAILED TO START", "The message store cannot be opened",
                "check sms.store.url, sms.store.username and sms.store.password").doesNotContain("Application run failed");
    }
}
