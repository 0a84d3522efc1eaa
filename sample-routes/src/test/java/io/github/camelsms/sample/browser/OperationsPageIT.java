package io.github.camelsms.sample.browser;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.sample.browser.BrowserPage.AccessibleNode;
import io.github.camelsms.sample.environment.SampleProcess;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SmsSimulator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the operations page of the running application in a real Chromium. They follow the day of an operator:
 * messages are sent and delivered, the service rejects the password, and the application stops responding.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OperationsPageIT {

    private static final Path TARGET = Path.of("target", "browser");
    private static final String ACCEPTED = "number('accepted')";

    /** Without a rate limit, because an early request would be throttled and listed among the errors. */
    private final SmsSimulator simulator
            = SmsSimulator.builder().rejectedDestinations(SmsSimulator.REJECTED_SAMPLE_NUMBERS).requestsPerSecond(0).build();
    @SuppressWarnings("NullAway.Init")
    private SampleProcess application;
    @SuppressWarnings("NullAway.Init")
    private Chromium chromium;
    @SuppressWarnings("NullAway.Init")
    private BrowserPage page;
    @SuppressWarnings("NullAway.Init")
    private String url;

    @BeforeAll
    void start() throws Exception {
        chromium = Chromium.start(Files.createTempDirectory(Files.createDirectories(TARGET), "profile"));
        FileSystemUtils.deleteRecursively(TARGET.resolve("run"));
        application = SampleProcess.ofJar(
                Path.of("target", "sample-routes.jar"), TARGET.resolve("run"),
                Map.of(
                        "sms.service.url", simulator.start().baseUrl(), "sms.service.username", "demo", "sms.service.password",
                        "demo", "sms.status.cron", "0/2+*+*+*+*+?", "sms.http.port", "0"));
        page = chromium.newPage();
        page.resize(1280, 900, 1, false);
        page.prefer("prefers-color-scheme", "light");
        url = application.pageUrl();
        String messages = script("/demo/messages.csv");
        application.drop("orders.csv", messages);
        application.drop("invoices.csv", messages.replace("order", "invoice"));
        page.load(url);
        page.evaluate("globalThis.number = field => Number(document.querySelector(`[data-field=${field}]`).textContent"
                      + ".replaceAll(',', ''))");
    }

    @AfterAll
    void stop() throws Exception {
        application.close();
        chromium.close();
        simulator.close();
    }

    @Test
    @Order(1)
    void figures_whileMessagesAreSent_change() throws Exception {
        page.await("document.querySelector('.account') && " + ACCEPTED + " > 0");
        int accepted = page.evaluate(ACCEPTED).asInt();

        page.await("document.querySelector('[data-field=sentence]').textContent.includes(' pending')");
        page.await(ACCEPTED + " > " + accepted + " && number('rate') > 100");

        assertThat(page.text("[data-field=state]")).isEqualTo("Running");
        assertThat(page.evaluate("document.title").asText()).endsWith("pending · SMS operations");
        page.await("number('delivered') > 0 || number('pending') === 0");
        page.screenshot(TARGET.resolve("running-whole.png"), true);
    }

    @ParameterizedTest
    @ValueSource(strings = { "light", "dark" })
    @Order(2)
    void contrast_eachColorScheme_isSufficient(String scheme) throws Exception {
        page.prefer("prefers-color-scheme", scheme);

        assertContrast();
        page.screenshot(TARGET.resolve("running-" + scheme + ".png"), false);
    }

    @ParameterizedTest
    @ValueSource(ints = { 320, 390, 768, 1920 })
    @Order(3)
    void page_narrowScreen_needsNoHorizontalScrolling(int width) throws Exception {
        page.resize(width, 800, width < 700 ? 2 : 1, width < 700);
        try {
            assertThat(page.evaluate("document.documentElement.scrollWidth").asInt()).isLessThanOrEqualTo(width);
            assertThat(page.evaluate("[...document.querySelectorAll('body *')].filter(each => each.checkVisibility()"
                                     + " && !each.closest('.unseen, .skip, svg')"
                                     + " && each.getBoundingClientRect().right > innerWidth + 1).length")
                    .asInt()).isZero();
            page.screenshot(TARGET.resolve("width-" + width + ".png"), false);
        } finally {
            page.resize(1280, 900, 1, false);
        }
    }

    @Test
    @Order(4)
    void statuses_afterAWhile_showDeliveredMessages() {
        page.await("number('delivered') > 0");
        page.await("document.querySelector('[data-field=lastPoll]').textContent.startsWith('Last poll ')");
        page.await("number('undelivered') > 0 && number('rejected') > 0");
    }

    @Test
    @Order(5)
    void accessibility_landmarksHeadingsAndTables_haveNames() throws Exception {
        List<AccessibleNode> nodes = page.accessibleNodes();

        assertThat(names(nodes, "RootWebArea")).singleElement().asString().endsWith("SMS operations");
        assertThat(names(nodes, "banner")).hasSize(1);
        assertThat(names(nodes, "main")).hasSize(1);
        assertThat(names(nodes, "contentinfo")).hasSize(1);
        assertThat(names(nodes, "navigation")).containsExactly("Other views");
        assertThat(names(nodes, "region")).singleElement().asString().startsWith("demo@");
        assertThat(names(nodes, "status")).hasSize(1);
        assertThat(names(nodes, "heading")).satisfies(headings -> assertThat(headings.get(1)).startsWith("demo@"))
                .contains("SMS operations", "From pending to delivered", "Messages per second", "Backlog", "Batch fill",
                        "Last errors", "Rejections by reason", "Last requests", "Delivery statuses");
        assertThat(names(nodes, "table")).containsExactlyInAnyOrder(
                "Rejected messages by reason", "Last requests, the newest first", "Messages by delivery status");
        assertThat(names(nodes, "columnheader")).contains("Time", "Result", "Messages", "Duration", "Status", "Reason");
        assertThat(names(nodes, "rowheader")).contains("Delivered", "Invalid number format");
        assertThat(names(nodes, "link")).containsExactly("Skip to the figures", "Figures as JSON", "Health", "Metrics");
    }

    @Test
    @Order(5)
    void accessibility_headings_doNotSkipALevel() throws Exception {
        int above = 0;
        for (AccessibleNode heading : page.accessibleNodes()) {
            if (heading.role().equals("heading")) {
                assertThat(heading.level()).as(heading.name()).isBetween(1, above + 1);
                above = heading.level();
            }
        }
        assertThat(above).isEqualTo(3);
    }

    @Test
    @Order(5)
    void keyboard_tab_visitsEachLinkInOrderWithAVisibleFocus() throws Exception {
        for (String link : List.of("Skip to the figures", "Figures as JSON", "Health", "Metrics")) {
            page.press("Tab", 9);

            assertThat(page.evaluate("document.activeElement.textContent").asText()).isEqualTo(link);
            assertThat(page.evaluate("getComputedStyle(document.activeElement).outlineStyle").asText()).isEqualTo("solid");
            assertThat(page.evaluate("(box => box.top >= 0 && box.bottom <= innerHeight)"
                                     + "(document.activeElement.getBoundingClientRect())")
                    .asBoolean()).as("%s is visible", link).isTrue();
        }
    }

    /**
     * There are no such messages, so the test replaces the figures of the message store in the response.
     */
    @Test
    @Order(5)
    void messageStore_unknownMessages_areShownWithTheRemedy() throws Exception {
        String doubt = "document.querySelector('[data-field=doubt]')";
        assertThat(page.evaluate(doubt + ".hidden").asBoolean()).isTrue();
        page.evaluate("globalThis.plainFetch = fetch; globalThis.stored = { WAITING: 7, UNKNOWN: 2, PARKED: 1 };"
                      + " globalThis.fetch = async (...request) => {"
                      + " const figures = await (await plainFetch(...request)).json();"
                      + " figures.accounts[0].store = { messages: stored };"
                      + " return new Response(JSON.stringify(figures)); }; 0");
        try {
            page.await("!" + doubt + ".hidden");
            assertThat(page.text("[data-field=doubt]")).contains(
                    "1 message parked", "2 messages of unknown outcome", "operation=resend", "operation=settle");
            assertThat(page.text("[data-field=sentence]")).endsWith("; 7 waiting in the message store.");
            assertThat(page.text("[data-field=pendingNote]")).endsWith(", 7 waiting in the message store");
            assertContrast();

            page.evaluate("stored = { UNKNOWN: 2, PARKED: 0 }; 0");
            page.await(doubt + ".textContent.includes('automatically')");
        } finally {
            page.evaluate("globalThis.fetch = plainFetch; 0");
        }
        page.await(doubt + ".hidden");
    }

    @Test
    @Order(5)
    void motion_reducedMotionPreferred_isDisabled() throws Exception {
        String duration = "getComputedStyle(document.querySelector('.bar i')).transitionDuration";

        page.prefer("prefers-reduced-motion", "reduce");
        assertThat(page.evaluate(duration).asText()).isEqualTo("0s");
        page.prefer("prefers-reduced-motion", "no-preference");
        assertThat(page.evaluate(duration).asText()).startsWith("0.4s");
    }

    @Test
    @Order(6)
    void page_anyTest_requestsOnlyItsOwnServerAndLogsNoError() {
        assertThat(page.requests()).hasSizeGreaterThan(5)
                .allSatisfy(address -> assertThat(address.startsWith(url) || address.startsWith("data:")).isTrue());
        assertThat(page.complaints()).isEmpty();
    }

    @Test
    @Order(7)
    void announcements_nothingChanges_areEmpty() throws Exception {
        assertThat(page.text("#announcement")).isEmpty();
    }

    @Test
    @Order(8)
    void credentials_rejected_areShownAndAnnounced() throws Exception {
        simulator.failNext(Fault.httpStatus(401));
        application.drop("late.csv", "destination,messageText,correlationId\n11987654321,Zanzibar,late-1\n");

        page.await("document.querySelector('[data-field=state]').textContent === 'Halted'");

        assertThat(page.text("[data-field=trouble]")).contains("401");
        assertThat(page.text("[data-field=remedy]")).contains("Correct user name and password");
        assertThat(page.text("#announcement")).contains(": Halted. ");
        assertThat(page.text("[data-field=errors] tbody")).contains("Credentials rejected");
        assertThat(page.evaluate("document.title").asText()).isEqualTo("Halted · SMS operations");
        assertThat(page.evaluate("document.documentElement.outerHTML").asText()).doesNotContain("Zanzibar", "11987654321");
        for (String scheme : List.of("light", "dark")) {
            page.prefer("prefers-color-scheme", scheme);
            assertContrast();
            page.screenshot(TARGET.resolve("halted-" + scheme + ".png"), false);
        }
    }

    @Test
    @Order(9)
    void application_notResponding_marksTheFiguresAsOldUntilItResponds() throws Exception {
        page.offline(true);
        page.await("!document.getElementById('silence').hidden");

        assertThat(page.text("#silence-title")).isEqualTo("The application does not respond");
        assertThat(page.text("#silence-text")).contains("no connection", "The figures below are from ");
        assertThat(page.text("#updated")).startsWith("Outdated: last updated ");
        assertThat(page.text("#announcement")).isEqualTo("The application does not respond.");
        assertContrast();
        page.screenshot(TARGET.resolve("silent.png"), false);

        page.offline(false);
        page.await("document.getElementById('silence').hidden");
        assertThat(page.text("#announcement")).isEqualTo("The application responds again.");
    }

    private void assertContrast() throws Exception {
        JsonNode contrast = page.evaluate(script("/browser/contrast.js"));

        assertThat(contrast.get("tooLow")).isEmpty();
        assertThat(contrast.get("checked").asInt()).isGreaterThan(50);
    }

    private static List<String> names(List<AccessibleNode> nodes, String role) {
        return nodes.stream().filter(node -> node.role().equals(role)).map(AccessibleNode::name).toList();
    }

    private static String script(String resource) throws Exception {
        try (InputStream script = Objects.requireNonNull(OperationsPageIT.class.getResourceAsStream(resource))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
