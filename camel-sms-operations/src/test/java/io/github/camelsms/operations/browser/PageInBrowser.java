package io.github.camelsms.operations.browser;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.operations.OperatedApplication;
import io.github.camelsms.operations.browser.BrowserPage.AccessibleNode;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SmsSimulator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the operations page of a running application in a real Chromium. They follow the day of an operator:
 * messages are stored, sent and delivered, the service rejects the password, and the application stops responding.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class PageInBrowser {

    private static final String ACCEPTED = "number('accepted')";
    private static final int MESSAGES = 4_000;
    private static final String NUMBER
            = "globalThis.number = field => Number(document.querySelector(`[data-field=${field}]`).textContent"
              + ".replaceAll(',', ''))";
    /** Width of the line of the trend, of 120. */
    private static final String TREND_WIDTH = "document.querySelector('[data-field=trendLine]').getBBox().width";

    private final Path target = Path.of("target", "browser", getClass().getSimpleName());
    /** Without a rate limit, because an early request would be throttled and listed among the errors. */
    private final SmsSimulator simulator
            = SmsSimulator.builder().rejectedDestinations(SmsSimulator.REJECTED_SAMPLE_NUMBERS).requestsPerSecond(0).build();
    @SuppressWarnings("NullAway.Init")
    private OperatedApplication application;
    @SuppressWarnings("NullAway.Init")
    private Chromium chromium;
    @SuppressWarnings("NullAway.Init")
    private BrowserPage page;

    /** Starts an application with the page, health and metrics. */
    abstract OperatedApplication start(SmsSimulator simulator, Path file) throws Exception;

    @BeforeAll
    void startAndSend(@TempDir Path folder) throws Exception {
        chromium = Chromium.start(Files.createTempDirectory(Files.createDirectories(target), "profile"));
        application = start(simulator.start(), folder.resolve("sms.db"));
        application.store(IntStream.range(0, MESSAGES).mapToObj(PageInBrowser::message).toList());
        page = chromium.newPage();
        page.resize(1280, 900, 1, false);
        page.prefer("prefers-color-scheme", "light");
        page.load(application.page());
        page.evaluate(NUMBER);
    }

    /** Every fiftieth is rejected. */
    private static SmsMessage message(int i) {
        return new SmsMessage(
                "Your order is on its way", (i % 50 == 0 ? "1190000" : "1198765") + (1_000 + i), "order-" + i, null);
    }

    @AfterAll
    void stop() throws Exception {
        application.close();
        chromium.close();
        simulator.close();
    }

    @Test
    @Order(1)
    void figures_whileMessagesAreSent_changeAndCountStoredMessages() throws Exception {
        page.await("document.querySelector('.account') && " + ACCEPTED + " > 0");
        int accepted = page.evaluate(ACCEPTED).asInt();

        page.await("number('pending') > 1000 && number('pending') < 4000");
        page.await(ACCEPTED + " > " + accepted + " && number('rate') > 100");

        assertThat(page.text("[data-field=state]")).isEqualTo("Running");
        assertThat(page.text("[data-field=sentence]")).contains(" messages pending; about ", " to drain; the oldest for ");
        assertThat(page.text("[data-field=timeLeftOf]")).startsWith("to drain, until about ");
        assertThat(page.text("[data-field=stored]")).contains(" waiting");
        assertThat(page.evaluate("document.title").asText()).endsWith("pending · SMS operations");
        assertThat(page.evaluate("(bar => bar.querySelector('.pending').offsetWidth / bar.offsetWidth)"
                                 + "(document.querySelector('.bar.tall'))")
                .asDouble()).isGreaterThan(0.2);
    }

    /**
     * The line of a second is one unit wide, so that without the requests before the load it would be as long as that
     * is ago.
     */
    @Test
    @Order(2)
    void trend_pageIsLoadedAtFullRate_showsTheRequestsBeforeIt() throws Exception {
        page.await("number('accepted') > 2000 && number('rate') > 150");

        page.load(application.page());
        page.evaluate(NUMBER);
        page.await("document.querySelector('.account') && number('rate') > 150");

        assertThat(page.evaluate(TREND_WIDTH + " - performance.now() / 1000").asDouble()).isGreaterThan(5);
        page.screenshot(target.resolve("running-whole.png"), true);
    }

    @ParameterizedTest
    @ValueSource(strings = { "light", "dark" })
    @Order(3)
    void contrast_eachColorScheme_isSufficient(String scheme) throws Exception {
        page.prefer("prefers-color-scheme", scheme);

        assertContrast();
        page.screenshot(target.resolve("running-" + scheme + ".png"), false);
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
            page.screenshot(target.resolve("width-" + width + ".png"), false);
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
                "Rejected messages by reason", "Last requests, the newest first", "Messages by delivery status",
                "Recipients that were not reached, by reason", "Latest recipients that were not reached");
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

    @Test
    @Order(5)
    void messageStore_unknownMessages_areShownWithTheRemedy() throws Exception {
        String doubt = "document.querySelector('[data-field=doubt]')";
        assertThat(page.evaluate(doubt + ".hidden").asBoolean()).isTrue();
        replaceFigures("account.store.messages = { WAITING: 7, UNKNOWN: 2, PARKED: 1 };"
                       + " account.backlog = { messages: 7, scheduled: 3, oldestMillis: 65000, drainMillis: 1000 };");
        try {
            page.await("!" + doubt + ".hidden");
            assertThat(page.text("[data-field=doubt]")).contains(
                    "1 message parked", "2 messages of unknown outcome", "operation=resend", "operation=settle");
            assertThat(page.text("[data-field=sentence]"))
                    .isEqualTo("7 messages pending; about 1 s to drain; the oldest for 65 s.");
            assertThat(page.text("[data-field=pending]")).isEqualTo("7");
            assertThat(page.text("[data-field=stored]")).isEqualTo("7 waiting");
            assertThat(page.text("[data-field=scheduled]")).isEqualTo("3");
            assertContrast();

            replaceFigures("account.store.messages = { UNKNOWN: 2, PARKED: 0 };");
            page.await(doubt + ".textContent.includes('automatically')");
        } finally {
            page.evaluate("globalThis.fetch = plainFetch; 0");
        }
        page.await(doubt + ".hidden");
    }

    @Test
    @Order(5)
    void files_ofTheFigures_areShownWithTheirProgress() throws Exception {
        assertThat(page.evaluate("document.querySelector('[data-field=filesCard]').hidden").asBoolean()).isTrue();
        replaceFigures("account.files = [{ file: 'orders.csv', stored: 5000, waiting: 3200, accepted: 1700, rejected: 80,"
                       + " notSent: 15, unknown: 5, delivered: 850, notDelivered: 40, drainMillis: 16000 },"
                       + " { file: 'a-very-long-name-of-a-file-from-the-billing-system-2026-11-29.csv', stored: 2, waiting: 0,"
                       + " accepted: 2, rejected: 0, notSent: 0, unknown: 0, delivered: 0, notDelivered: 0, drainMillis: null }];");
        try {
            page.await("document.querySelectorAll('[data-field=files] tbody tr').length === 2");

            assertThat(page.text("[data-field=files] tbody tr")).contains(
                    "orders.csv", "1,800 of 5,000, 36 %", "1,700 accepted, 80 rejected, 15 not sent, 5 unknown",
                    "850 delivered, 40 not delivered", "about 16 s");
            assertThat(page.text("[data-field=files] tbody tr:last-child")).contains("2 of 2, 100 %", "2 accepted", "none yet");
            assertThat(names(page.accessibleNodes(), "table")).contains("Files, with the progress of their messages");
            assertFits("files");
        } finally {
            page.evaluate("globalThis.fetch = plainFetch; 0");
        }
        page.await("document.querySelector('[data-field=filesCard]').hidden");
    }

    @Test
    @Order(5)
    void notReached_ofTheFigures_areShownByReasonWithTheLatest() throws Exception {
        replaceFigures("account.notReached = { total: 1234, byReason: [{ reason: 'NOT_DELIVERED', count: 1200 },"
                       + " { reason: 'BLACKLIST', count: 34 }], latest: [{ time: account.time, destination: '…4321',"
                       + " file: 'orders.csv', line: 17, reason: 'NOT_DELIVERED' },"
                       + " { time: account.time, destination: '…9999', file: null, line: null, reason: 'BLACKLIST' }] };");
        try {
            page.await("document.querySelectorAll('[data-field=notReachedLatest] tbody tr').length === 2");

            assertThat(page.text("[data-field=notReached]")).isEqualTo("1,234");
            assertThat(page.text("[data-field=notReachedReasons] tbody tr")).isEqualTo("Not delivered1,200");
            assertThat(page.text("[data-field=notReachedLatest] tbody tr")).contains("…4321", "orders.csv, line 17",
                    "Not delivered");
            assertThat(names(page.accessibleNodes(), "heading")).contains("Not reached");
            assertFits("not-reached");
        } finally {
            page.evaluate("globalThis.fetch = plainFetch; 0");
        }
        page.await("document.querySelector('[data-field=notReached]').textContent !== '1,234'");
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
                .allSatisfy(address -> assertThat(address)
                        .matches(own -> own.startsWith(application.page()) || own.startsWith("data:")));
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
        application.store(List.of(new SmsMessage("Zanzibar", "11987654321", "late-1", null)));

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
            page.screenshot(target.resolve("halted-" + scheme + ".png"), false);
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
        page.screenshot(target.resolve("silent.png"), false);

        page.offline(false);
        page.await("document.getElementById('silence').hidden");
        assertThat(page.text("#announcement")).isEqualTo("The application responds again.");
    }

    /** Changes the figures that the page reads: the test has no such messages. */
    private void replaceFigures(String change) throws Exception {
        page.evaluate("globalThis.plainFetch ??= fetch; globalThis.fetch = async (...request) => {"
                      + " const figures = await (await plainFetch(...request)).json(); const account = figures.accounts[0]; "
                      + change + " return new Response(JSON.stringify(figures)); }; 0");
    }

    /** Checks contrast, and that nothing is wider than a phone. */
    private void assertFits(String name) throws Exception {
        for (String scheme : List.of("dark", "light")) {
            page.prefer("prefers-color-scheme", scheme);
            assertContrast();
            page.screenshot(target.resolve(name + "-" + scheme + ".png"), true);
        }
        page.resize(320, 800, 2, true);
        try {
            assertThat(page.evaluate("document.documentElement.scrollWidth").asInt()).isLessThanOrEqualTo(320);
            page.screenshot(target.resolve(name + "-phone.png"), true);
        } finally {
            page.resize(1280, 900, 1, false);
        }
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
        try (InputStream script = Objects.requireNonNull(PageInBrowser.class.getResourceAsStream(resource))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
