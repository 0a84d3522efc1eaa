package io.github.camelsms.sample.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.springframework.util.FileSystemUtils;

/**
 * The packaged sample application in a separate process.
 */
final class SampleProcess implements AutoCloseable {

    private static final Pattern PAGE = Pattern.compile("^Operations page: (\\S+)", Pattern.MULTILINE);

    private final Process process;
    private final Path output;
    private final Path folder;

    private SampleProcess(Process process, Path output, Path folder) {
        this.process = process;
        this.output = output;
        this.folder = folder;
    }

    /**
     * @param jar     the application
     *
     * @param folder  output directory; emptied
     * @param service address of the service
     */
    static SampleProcess start(Path jar, Path folder, String service) throws Exception {
        FileSystemUtils.deleteRecursively(folder);
        Path output = Files.createDirectories(folder.getParent()).resolve("sample-routes.out");
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
                "-Dsms.service.url=" + service, "-Dsms.service.username=demo", "-Dsms.service.password=demo",
                "-Dsms.status.cron=0/2+*+*+*+*+?", "-Dsms.http.port=0", "-jar", jar.toString(), "--work-dir", folder.toString())
                .redirectErrorStream(true).redirectOutput(output.toFile()).redirectInput(new File("/dev/null")).start();
        return new SampleProcess(process, output, folder);
    }

    /** Returns the address of the operations page, as printed by the application. */
    String pageUrl() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50))
                .until(this::printedUrl, Optional::isPresent).orElseThrow();
    }

    /** Adds another file of messages to the inbox. */
    void drop(String name, String content) throws Exception {
        Files.writeString(folder.resolve("inbox").resolve(name), content);
    }

    @Override
    public void close() throws Exception {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    private Optional<String> printedUrl() throws Exception {
        String printed = Files.readString(output);
        if (!process.isAlive()) {
            throw new IllegalStateException("the application has ended: " + printed);
        }
        return PAGE.matcher(printed).results().map((MatchResult found) -> found.group(1)).findFirst();
    }
}
