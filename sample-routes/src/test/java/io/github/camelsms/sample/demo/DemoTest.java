package io.github.camelsms.sample.demo;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Tests of the demonstrations, in which the application is a separate process.
 */
class DemoTest {

    private static final Pattern STARTED = Pattern.compile("Started the application as process (\\d+)");
    private static final Pattern ROUTES_STARTED = Pattern.compile("(Sample routes started)");

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

    @Test
    void run_processIsKilled_stopsTheApplication() throws Exception {
        Process demo = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), DemoApplication.class.getName(), "--work-dir",
                folder.resolve("run").toString()).redirectErrorStream(true).start();
        BufferedReader lines = demo.inputReader(StandardCharsets.UTF_8);
        ProcessHandle application = ProcessHandle.of(Long.parseLong(find(lines, STARTED))).orElseThrow();
        try {
            find(lines, ROUTES_STARTED);
            demo.destroyForcibly().waitFor();
            await().until(() -> !application.isAlive());
        } finally {
            application.destroyForcibly();
        }
    }

    /** Returns the text of the first line that matches. */
    private static String find(BufferedReader lines, Pattern pattern) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher matcher = pattern.matcher(line);
            if (matcher.find()) {
                return matcher.group(1);
            }
        }
        throw new AssertionError("no line matches " + pattern);
    }

    private String run(boolean crash) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // A comma separates the locations of Camel's properties.
        Path work = Files.createDirectory(folder.resolve("sms, work"));
        assertThat(Demo.run(work, crash, false, new PrintStream(out, true, StandardCharsets.UTF_8))).isTrue();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void prepare_folderOfAnEarlierRun_emptiesIt() throws IOException {
        Path earlier = folder.resolve("run");
        Demo.prepare(earlier);
        Files.createDirectories(earlier.resolve("data/store"));
        Files.writeString(earlier.resolve("data/store/sms.db"), "content");
        // The folder itself, which can be a mount point or the current folder, stays.
        Path link = Files.createSymbolicLink(folder.resolve("link"), earlier);

        Demo.prepare(link);

        assertThat(earlier).isDirectoryNotContaining("glob:**/data");
        assertThat(link).isSymbolicLink();
    }

    @Test
    void prepare_folderWithOtherFiles_keepsThem() throws IOException {
        Files.createFile(folder.resolve("mine"));

        assertThatThrownBy(() -> Demo.prepare(folder)).isInstanceOf(IllegalArgumentException.class);
        assertThat(folder.resolve("mine")).exists();
    }

    @Test
    void run_directoryWithOtherFiles_keepsThem() throws Exception {
        Path precious = Files.createFile(folder.resolve("precious"));
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        assertThat(DemoApplication.run(System.out, new PrintStream(err, true, StandardCharsets.UTF_8), "--work-dir",
                folder.toString())).isEqualTo(1);

        assertThat(precious).exists();
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).singleElement().asString()
                .contains("the directory " + folder + " is not empty", "--work-dir");
    }

    @Test
    void bundledFile_content_equalsTheGeneratedFile() throws Exception {
        try (var resource = getClass().getResourceAsStream("/demo/messages.csv")) {
            assertThat(resource).isNotNull();
            assertThat(new String(resource.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(DemoFile.content());
        }
    }
}
