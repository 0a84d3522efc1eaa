package io.github.camelsms.operations;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import io.github.camelsms.SmsDevConsole;

import org.apache.camel.CamelContext;
import org.apache.camel.console.DevConsole;
import org.apache.camel.util.json.JsonObject;

/**
 * Files of the operations page: the page itself, its style sheet, its script, and the figures of the developer console
 * <code>sms</code> as JSON. Thread-safe.
 */
final class PageFiles {

    static final String HTML = "text/html; charset=utf-8";
    static final String CSS = "text/css; charset=utf-8";
    static final String SCRIPT = "text/javascript; charset=utf-8";
    static final String JSON = "application/json";

    /** Types of the files below the page, by name. */
    static final Map<String, String> TYPES
            = Map.of("operations.css", CSS, "operations.js", SCRIPT, "figures", JSON);

    private final SmsDevConsole console = new SmsDevConsole();
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final byte[] page;

    /**
     * @param path   path of the page on its server, without a slash at its end except for <code>/</code>
     * @param others paths of other views on the server, by their titles
     */
    PageFiles(CamelContext context, String path, Map<String, String> others) {
        console.setCamelContext(context);
        files.put("operations.css", read("operations.css"));
        files.put("operations.js", read("operations.js"));
        // Relative, so that the page works below any path of a reverse proxy.
        String below = path.substring(path.lastIndexOf('/') + 1);
        String files = below.isEmpty() ? "" : below + "/";
        String root = "../".repeat((int) path.chars().filter(c -> c == '/').count() - 1);
        StringBuilder links = new StringBuilder();
        others.forEach((title, other) -> links.append("\n        <li><a href=\"").append(root).append(other.substring(1))
                .append("\">").append(title).append("</a></li>"));
        page = new String(read("index.html"), StandardCharsets.UTF_8).replace("{{files}}", files)
                .replace("{{links}}", links).getBytes(StandardCharsets.UTF_8);
    }

    byte[] page() {
        return page.clone();
    }

    /**
     * Returns a file below the page.
     *
     * @param name one of {@link #TYPES}
     */
    byte[] file(String name) {
        byte[] file = files.get(name);
        return file == null ? figures() : file.clone();
    }

    private byte[] figures() {
        JsonObject figures = (JsonObject) console.call(DevConsole.MediaType.JSON);
        return figures.toJson().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] read(String file) {
        try (InputStream content = Objects.requireNonNull(PageFiles.class.getResourceAsStream(file))) {
            return content.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
