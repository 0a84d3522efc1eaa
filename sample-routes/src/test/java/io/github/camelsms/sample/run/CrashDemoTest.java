package io.github.camelsms.sample.run;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests in which the application is killed and restarted as a process.
 */
class CrashDemoTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void run_killAndLostResponse_losesNothingAndSendsNothingTwice() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        int exitCode = new CrashDemo(folder, new PrintStream(out, true, StandardCharsets.UTF_8)).run();

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Killed it with SIGKILL")
                .containsPattern("with an outcome +1,400\n").containsPattern("lost +0\n").containsPattern("sent twice +0\n");
        assertThat(exitCode).isEqualTo(SampleApplication.OK);
    }
}
