package io.github.camelsms.observe;

import java.time.Duration;
import java.util.Map;

import io.github.camelsms.LogLines;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.model.SmsSendResult;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RejectionLogTest {

    private final LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.DEBUG));
    private final ManualClock clock = new ManualClock();
    private final RejectionLog log = new RejectionLog("demo@localhost", clock);

    @AfterEach
    void close() {
        lines.close();
    }

    @Test
    void messageCompleted_badCampaign_warnsOnceForEachReasonAndMinuteWithTheCount() {
        for (int i = 0; i < 20_000; i++) {
            reject("INVALID_NUMBER_FORMAT: 71976543210 is not a number");
            reject("BLACKLISTED");
        }
        assertThat(lines.at(Level.WARN)).hasSize(2);
        clock.advance(Duration.ofMinutes(1));
        reject("BLACKLISTED");
        clock.advance(Duration.ofMinutes(10));
        assertThat(lines.at(Level.WARN)).hasSize(5).allSatisfy(line -> assertThat(line).doesNotContain("71976543210"));
        assertThat(lines.at(Level.WARN).get(0)).startsWith(
                "SMS account demo@localhost: 1 message was rejected: INVALID_NUMBER_FORMAT. They are not sent");
        assertThat(lines.at(Level.WARN)).filteredOn(line -> line.contains("19999 messages were rejected")
                || line.contains("19,999 messages were rejected")).hasSize(2);
    }

    @Test
    void messageCompleted_policiesReject_informsOnceForEachCodeAndMinute() {
        for (int i = 0; i < 1_000; i++) {
            log.messageCompleted(SmsSendResult.rejected(null, "OPTED_OUT: the number is in the opt-outs", "a"), 1);
        }
        clock.advance(Duration.ofMinutes(1));

        assertThat(lines.at(Level.WARN)).isEmpty();
        assertThat(lines.at(Level.INFO)).satisfiesExactly(
                first -> assertThat(first).contains("policies have rejected 1 message: OPTED_OUT. They are not sent"),
                count -> assertThat(count).contains("policies have rejected 999 messages: OPTED_OUT."));
    }

    /** Without an alarm, their number would never be logged. */
    @Test
    void messageCompleted_componentStops_warnsOfEach() {
        clock.shutDown();
        reject("BLACKLISTED");
        reject("BLACKLISTED");
        assertThat(lines.at(Level.WARN)).hasSize(2);
    }

    @Test
    void messageCompleted_anotherOutcome_isNotLogged() {
        log.messageCompleted(SmsSendResult.accepted(5, "1", "a"), 1);
        assertThat(lines.all()).isEmpty();
    }

    private void reject(String reason) {
        log.messageCompleted(SmsSendResult.rejected(-5, reason, "a"), 1);
    }
}
