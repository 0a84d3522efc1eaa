package io.github.camelsms.sample.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests of the demonstrations, in which the application is a separate process.
 */
class DemoTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void run_noCrash_endsWithAnOutcomeAndStatusForEachMessage() throws Exception {
        assertThat(run(false)).contains("Operations page: http://127.0.0.1:")
                .containsPattern("not reported yet +0\n").containsPattern("sent twice +0\n")
                .contains("All 1,400 messages have their outcomes");
    }

    @Test
    void run_killAndLostResponse_losesNothingAndSendsNothingTwice() throws Exception {
        assertThat(run(true)).contains("Killed it with SIGKILL")
                .containsPattern("with an outcome +1,400\n").containsPattern("lost +0\n").containsPattern("sent twice +0\n")
                .contains("All 1,400 messages have their outcomes");
    }

    private String run(boolean crash) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(new Demo(folder, crash, new PrintStream(out, true, StandardCharsets.UTF_8)).run(false)).isTrue();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void prepare_folderOfAnEarlierRun_emptiesIt() throws IOException {
        Path earlier = folder.resolve("run");
        Demo.prepare(earlier);
        Files.createDirectories(earlier.resolve("data/store"));
        Files.writeString(earlier.resolve("data/store/sms.db"), "content");

        Demo.prepare(earlier);

        assertThat(earlier).isDirectoryNotContaining("glob:**/data");
    }

    @Test
    void prepare_folderWithOtherFiles_keepsThem() throws IOException {
        Files.createFile(folder.resolve("mine"));

        assertThatThrownBy(() -> Demo.prepare(folder)).isInstanceOf(DirectoryNotEmptyException.class);
        assertThat(folder.resolve("mine")).exists();
    }
}
