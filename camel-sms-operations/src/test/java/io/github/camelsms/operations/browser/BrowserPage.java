package io.github.camelsms.operations.browser;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import org.awaitility.Awaitility;

/**
 * A page of the browser, with the actions of a user and the view of assistive technology.
 */
final class BrowserPage {

    private final DevTools devTools;
    private final String session;

    private BrowserPage(DevTools devTools, String session) {
        this.devTools = devTools;
        this.session = session;
    }

    static BrowserPage open(DevTools devTools) throws Exception {
        String target = devTools.call(null, "Target.createTarget", Map.of("url", "about:blank")).get("targetId").asText();
        String session = devTools.call(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId").asText();
        BrowserPage page = new BrowserPage(devTools, session);
        for (String domain : List.of("Page", "Runtime", "Network", "Log", "Accessibility", "DOM")) {
            page.call(domain + ".enable", Map.of());
        }
        return page;
    }

    void load(String url) throws Exception {
        JsonNode navigation = call("Page.navigate", Map.of("url", url));
        if (navigation.has("errorText")) {
            throw new IllegalStateException(url + ": " + navigation.get("errorText").asText());
        }
        await("document.readyState === 'complete' && location.href.startsWith('http')");
    }

    /** Waits until the JavaScript expression is true. */
    void await(String condition) {
        Awaitility.await(condition).atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(50))
                .until(() -> evaluate(condition).asBoolean());
    }

    JsonNode evaluate(String expression) throws Exception {
        JsonNode response = call("Runtime.evaluate",
                Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (response.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + response.get("exceptionDetails"));
        }
        return response.get("result").path("value");
    }

    String text(String selector) throws Exception {
        return evaluate("document.querySelector(\"" + selector + "\").textContent").asText();
    }

    void resize(int width, int height, double scale, boolean phone) throws Exception {
        call("Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", scale, "mobile", phone));
    }

    /** Sets a media feature, such as prefers-color-scheme, and resets earlier ones. */
    void prefer(String feature, String value) throws Exception {
        call("Emulation.setEmulatedMedia", Map.of("features", List.of(Map.of("name", feature, "value", value))));
    }

    void offline(boolean offline) throws Exception {
        call("Network.emulateNetworkConditions",
                Map.of("offline", offline, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
    }

    void press(String key, int code) throws Exception {
        for (String type : List.of("rawKeyDown", "keyUp")) {
            call("Input.dispatchKeyEvent", Map.of("type", type, "key", key, "code", key, "windowsVirtualKeyCode", code));
        }
    }

    /** Takes a screenshot of the viewport, or of the whole page from its top. */
    void screenshot(Path file, boolean whole) throws Exception {
        evaluate("document.activeElement.blur(), scrollTo(0, 0)");
        String picture = call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", whole))
                .get("data").asText();
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(picture));
    }

    /** Returns the accessibility tree, in page order. */
    List<AccessibleNode> accessibleNodes() throws Exception {
        List<AccessibleNode> nodes = new ArrayList<>();
        for (JsonNode node : call("Accessibility.getFullAXTree", Map.of()).get("nodes")) {
            if (!node.path("ignored").asBoolean()) {
                nodes.add(AccessibleNode.of(node));
            }
        }
        return nodes;
    }

    /** Returns the URLs of all requests of the page so far. */
    List<String> requests() {
        return devTools.events(session, "Network.requestWillBeSent").stream()
                .map(event -> event.at("/request/url").asText()).toList();
    }

    /** Returns the errors and warnings of the browser console so far. */
    List<String> complaints() {
        Stream<JsonNode> logged = devTools.events(session, "Log.entryAdded").stream().map(event -> event.get("entry"));
        Stream<JsonNode> thrown = devTools.events(session, "Runtime.exceptionThrown").stream();
        Stream<JsonNode> said = devTools.events(session, "Runtime.consoleAPICalled").stream();
        return Stream.of(logged, thrown, said).flatMap(events -> events).map(JsonNode::toString).toList();
    }

    private JsonNode call(String method, Map<String, ?> parameters) throws Exception {
        return devTools.call(session, method, parameters);
    }

    /**
     * @param level heading level, otherwise 0
     */
    record AccessibleNode(String role, String name, int level) {

        static AccessibleNode of(JsonNode node) {
            int level = StreamSupport.stream(node.path("properties").spliterator(), false)
                    .filter(property -> property.get("name").asText().equals("level"))
                    .mapToInt(property -> property.at("/value/value").asInt()).findFirst().orElse(0);
            return new AccessibleNode(node.at("/role/value").asText(), node.at("/name/value").asText(), level);
        }
    }
}
