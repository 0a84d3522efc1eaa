package io.github.camelsms.sample.environment;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;

/**
 * The sample application in a process of its own. Thread-safe.
 */
public final class SampleProcess implements AutoCloseable {

    private static final Pattern PAGE = Pattern.compile("Operations page: (\\S+)");

    private final Process process;
    private final Path folder;
    private final List<Line> output = new CopyOnWriteArrayList<>();

    /**
     * A line on its console.
     *
     * @param nanos when it was read, by {@link System#nanoTime()}
     */
    public record Line(long nanos, String text) {
    }

    private SampleProcess(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
        Thread reader = new Thread(this::read, "console of the sample application");
        reader.setDaemon(true);
        reader.start();
        // The test may be aborted.
        Runtime.getRuntime().addShutdownHook(new Thread(process.toHandle()::destroyForcibly));
    }

    /**
     * Starts the packaged application.
     *
     * @param jar      the application
     * @param folder   its working directory
     * @param settings its properties
     */
    public static SampleProcess ofJar(Path jar, Path folder, Map<String, String> settings) throws IOException {
        return start(List.of("-Xmx512m"), List.of("-jar", jar.toString()), folder, settings);
    }

    /**
     * Starts the application from the class path of the test.
     *
     * @param jvm      options of its JVM
     * @param folder   its working directory
     * @param settings its properties
     */
    public static SampleProcess ofClasses(List<String> jvm, Path folder, Map<String, String> settings) throws IOException {
        return start(
                jvm,
                List.of("-Dlog4j2.configurationFile=classpath:log4j2.xml", "-cp", System.getProperty("java.class.path"),
                        "io.github.camelsms.sample.run.SampleApplication"),
                folder, settings);
    }

    private static SampleProcess start(List<String> jvm, List<String> application, Path folder, Map<String, String> settings)
            throws IOException {
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(jvm);
        settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(application);
        command.addAll(List.of("--work-dir", folder.toString()));
        return new SampleProcess(
                new ProcessBuilder(command).redirectErrorStream(true).redirectInput(new File("/dev/null")).start(), folder);
    }

    private void read() {
        try (BufferedReader reader
                = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                output.add(new Line(System.nanoTime(), line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the lines on its console until now. */
    public List<Line> output() {
        return List.copyOf(output);
    }

    /** Waits for the start, and returns the address of the operations page, as printed by the application. */
    public String pageUrl() {
        return Awaitility.await().atMost(Duration.ofSeconds(120)).pollInterval(Duration.ofMillis(50))
                .until(this::printedUrl, Optional::isPresent).orElseThrow();
    }

    private Optional<String> printedUrl() {
        Optional<String> url = output.stream().map(line -> PAGE.matcher(line.text())).filter(Matcher::find)
                .map(found -> found.group(1)).findFirst();
        if (url.isEmpty() && !process.isAlive()) {
            throw new IllegalStateException("the application has ended: " + output);
        }
        return url;
    }

    /** Adds another file of messages to the inbox. */
    public void drop(String name, String content) throws IOException {
        Path unfinished = Files.writeString(folder.resolve(name + ".tmp"), content);
        // The route may not have created it yet.
        Files.move(unfinished, Files.createDirectories(folder.resolve("inbox")).resolve(name));
    }

    /** Ends it by SIGKILL. */
    public void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        // Not through the process, whose output would be closed before it is read to its end.
        process.toHandle().destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            kill();
        }
    }
}
