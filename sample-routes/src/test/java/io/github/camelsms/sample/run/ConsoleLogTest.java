package io.github.camelsms.sample.run;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of what operators see on the console, as <code>log4j2.xml</code> configures it.
 */
class ConsoleLogTest {

    private static final Pattern LIMIT = Pattern.compile("rate=\"(.*?)\" maxBurst=\"(.*?)\"");
    private static final String JMS = "org.apache.camel.component.jms.";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** Each of ten consumers warns, and one of them reports every five seconds why the broker cannot be reached. */
    @Test
    void console_brokerUnreachableForMinutes_hasOneLineOfEachKind() throws Exception {
        assertThat(console(JMS + "DefaultJmsMessageListenerContainer", log -> {
            for (int i = 0; i < 10; i++) {
                log.warn("Setup of JMS message listener invoker failed");
            }
            for (int i = 0; i < 20; i++) {
                log.error("Could not refresh JMS Connection");
            }
        })).containsExactly("WARN  Setup of JMS message listener invoker failed", "ERROR Could not refresh JMS Connection");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            JMS + "EndpointMessageListener",
            "org.apache.camel.processor.errorhandler.DefaultErrorHandler" })
    void console_manyMessagesFail_hasOneLine(String logger) throws Exception {
        assertThat(console(logger, log -> {
            for (int i = 0; i < 10; i++) {
                log.warn("It failed");
            }
        })).containsExactly("WARN  It failed");
    }

    @Test
    void console_everyLimitedKind_hasOneLineAMinute() throws Exception {
        String configuration = Files.readString(Path.of("src/main/resources/log4j2.xml"));

        List<MatchResult> limits = Pattern.compile("<AppenderRef ref=\"console\".*?</AppenderRef>", Pattern.DOTALL)
                .matcher(configuration).results().map(MatchResult::group)
                .flatMap(console -> LIMIT.matcher(console).results()).toList();

        assertThat(limits).hasSizeGreaterThanOrEqualTo(4).allSatisfy(
                limit -> assertThat(60 * Double.parseDouble(limit.group(1)) / Integer.parseInt(limit.group(2)))
                        .as(limit.group()).isCloseTo(1, Offset.offset(0.01)));
    }

    /** The route has logged why when the file was read. */
    @Test
    void console_fileStaysInTheInbox_hasNoSecondLine() throws Exception {
        assertThat(
                console("org.apache.camel.component.file.GenericFileOnCompletion", log -> log.warn("Rollback file strategy")))
                .isEmpty();
    }

    /** With the address-full-policy BLOCK, the application waits without an error. */
    @Test
    void console_queueOfTheBrokerIsFull_hasALine() throws Exception {
        assertThat(console("org.apache.activemq.artemis.core.client", log -> {
            log.warn("AMQ212037: Connection failure has been detected");
            log.warn("AMQ212054: Destination address=sms.results is blocked");
            log.error("AMQ214000: Failed to call onMessage");
        })).containsExactly("WARN  AMQ212054: Destination address=sms.results is blocked",
                "ERROR AMQ214000: Failed to call onMessage");
    }

    /** Anyone who can reach the page can cause it. */
    @Test
    void console_malformedPath_hasNoLine() throws Exception {
        assertThat(console("io.vertx.ext.web.RoutingContext", log -> log.error("Unhandled exception in router"))).isEmpty();
    }

    private List<String> console(String name, Consumer<Logger> lines) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream standard = System.out;
        System.setProperty("sms.work.dir", folder.toString());
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try (LoggerContext context = new LoggerContext(
                "console", null, Objects.requireNonNull(getClass().getResource("/log4j2.xml")).toURI())) {
            context.start();
            lines.accept(context.getLogger(name));
        } finally {
            System.setOut(standard);
            System.clearProperty("sms.work.dir");
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
