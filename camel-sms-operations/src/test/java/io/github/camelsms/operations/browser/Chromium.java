package io.github.camelsms.operations.browser;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A headless Chromium on this machine, controlled through the DevTools protocol.
 */
final class Chromium implements AutoCloseable {

    private static final List<String> NAMES
            = List.of("chromium", "chromium-browser", "google-chrome-stable", "google-chrome");
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on (ws://\\S+)");
    private static final Duration START = Duration.ofSeconds(30);

    private final Process process;
    private final DevTools devTools;

    private Chromium(Process process, DevTools devTools) {
        this.process = process;
        this.devTools = devTools;
    }

    /**
     * Starts the browser that the system property or environment variable names, or the first one on the path.
     *
     * @param profile an empty directory
     */
    static Chromium start(Path profile) throws Exception {
        Process process = new ProcessBuilder(
                executable(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
                "--remote-debugging-port=0", "--user-data-dir=" + profile.toAbsolutePath(), "about:blank")
                .redirectErrorStream(true).start();
        try {
            String address = address(process).get(START.toSeconds(), TimeUnit.SECONDS);
            return new Chromium(process, DevTools.connect(address));
        } catch (Exception e) {
            process.destroyForcibly();
            throw e;
        }
    }

    BrowserPage newPage() throws Exception {
        return BrowserPage.open(devTools);
    }

    @Override
    public void close() throws Exception {
        devTools.close();
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Reads all its output, so that it never blocks. */
    private static CompletableFuture<String> address(Process process) {
        CompletableFuture<String> address = new CompletableFuture<>();
        Thread reader = new Thread(() -> {
            StringBuilder said = new StringBuilder();
            try (BufferedReader lines = new BufferedReader(
                    new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    Matcher listening = LISTENING.matcher(line);
                    if (listening.find()) {
                        address.complete(listening.group(1));
                    }
                    said.append(line).append('\n');
                }
            } catch (IOException e) {
                said.append(e.getMessage());
            }
            address.completeExceptionally(new IllegalStateException("Chromium did not start: " + said));
        }, "chromium-output");
        reader.setDaemon(true);
        reader.start();
        return address;
    }

    private static String executable() {
        String named = Stream.of(System.getProperty("chromium"), System.getenv("CHROMIUM")).filter(Objects::nonNull)
                .filter(name -> !name.isEmpty()).findFirst().orElseGet(Chromium::onPath);
        if (named == null) {
            throw new IllegalStateException(
                    "no Chromium on the path: install it (Debian: apt-get install chromium), or name it with -Dchromium=FILE or CHROMIUM=FILE");
        }
        return named;
    }

    private static @Nullable String onPath() {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return NAMES.stream().flatMap(name -> Stream.of(path.split(File.pathSeparator)).map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable).map(Path::toString).findFirst().orElse(null);
    }
}
