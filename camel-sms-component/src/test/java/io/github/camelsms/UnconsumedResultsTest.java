package io.github.camelsms;

import java.time.Instant;
import java.util.Map;

import io.github.camelsms.store.InMemoryMessageStore;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spi.Registry;
import org.apache.camel.test.junit5.CamelTestSupport;
import org.apache.camel.test.junit5.TestExecutionConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the warning about outcomes that no route consumes.
 */
class UnconsumedResultsTest extends CamelTestSupport {

    @Override
    public void configureTest(TestExecutionConfiguration test) {
        super.configureTest(test);
        test.withJMX(false).withAutoStartContext(false);
    }

    @Override
    protected void bindToRegistry(Registry registry) {
        SmsComponent sms = new SmsComponent();
        sms.getConfiguration().setBaseUrl("http://localhost:9");
        sms.getConfiguration().setUsername("demo");
        sms.getConfiguration().setPassword("secret-1");
        sms.setMessageStore(new InMemoryMessageStore(() -> Instant.EPOCH));
        registry.bind("sms", sms);
    }

    @Test
    void start_noRouteConsumesTheOutcomes_logsOneWarning() throws Exception {
        try (LogLines lines = start(null, "sms:send?completeOn=stored")) {
            assertThat(lines.at(Level.WARN)).singleElement().asString().contains(
                    "SMS account demo@localhost:9: the outcomes of stored messages are kept", "sms:results",
                    "offerResults=false");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "sms:send", "sms:send?completeOn=stored&offerResults=false" })
    void start_noOutcomesAreKept_logsNoWarning(String uri) throws Exception {
        try (LogLines lines = start(null, uri)) {
            assertThat(lines.at(Level.WARN)).isEmpty();
        }
    }

    @Test
    void start_aRouteConsumesTheOutcomes_logsNoWarning() throws Exception {
        try (LogLines lines = start("sms:results?initialDelay=3600000", "sms:send?completeOn=stored")) {
            assertThat(lines.at(Level.WARN)).isEmpty();
        }
    }

    @Test
    void start_aRouteConsumesTheOutcomesOfAnotherAccount_logsOneWarning() throws Exception {
        try (LogLines lines = start("sms:results?username=other&initialDelay=3600000", "sms:send?completeOn=stored")) {
            assertThat(lines.at(Level.WARN)).singleElement().asString()
                    .contains("SMS account demo@localhost:9: the outcomes of stored messages are kept");
        }
    }

    @Test
    void start_noRouteConsumesTheOutcomesOfTwoAccounts_logsAWarningForEach() throws Exception {
        try (LogLines lines = start(null, "sms:send?completeOn=stored", "sms:send?username=other&completeOn=stored")) {
            assertThat(lines.at(Level.WARN)).extracting(line -> line.replaceAll(":.*", ""))
                    .containsExactlyInAnyOrder("SMS account demo@localhost", "SMS account other@localhost");
        }
    }

    private LogLines start(@Nullable String from, String... to) throws Exception {
        LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:one").to(to);
                from("direct:two").to(to[0] + (to[0].contains("?") ? "&" : "?") + "keepHeaders=id");
                // Starts last.
                if (from != null) {
                    from(from).to("mock:results");
                }
            }
        });
        context.start();
        return lines;
    }
}
