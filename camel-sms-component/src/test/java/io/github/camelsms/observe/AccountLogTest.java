package io.github.camelsms.observe;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.github.camelsms.LogLines;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the log lines of an account in normal operation and with failures.
 */
class AccountLogTest {

    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong();
    private final LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.DEBUG));
    private boolean isLookedUp;
    private final AccountLog log = new AccountLog("demo@localhost", now::get, () -> isLookedUp);

    @AfterEach
    void close() {
        lines.close();
    }

    @Test
    void requestCompleted_eachRequest_logsOneDebugLine() {
        log.requestCompleted(
                3, new SendResponse.Processed(
                        List.of(
                                SmsSendResult.accepted(5, "1", "a"), SmsSendResult.rejected(-5, "NO", "b"),
                                SmsSendResult.accepted(5, "2", "c"))),
                35_000_000);
        log.requestCompleted(2, new SendResponse.Throttled(null, "429"), 1_000_000);
        assertThat(lines.at(Level.DEBUG)).containsExactly(
                "SMS account demo@localhost: request of 3 messages: PROCESSED after 35 ms: 2 accepted, 1 rejected, 0 not sent, 0 unknown",
                "SMS account demo@localhost: request of 2 messages: THROTTLED after 1 ms: 429");
        assertThat(lines.all()).hasSize(2);
    }

    @Test
    void throttled_allRequestsForLong_warnsOnceAMinuteWithAHintAtAnotherSenderAndOfTheEnd() {
        for (int second = 0; second < 100; second += 5) {
            log.throttled("429", 5 * SECOND);
            now.addAndGet(5 * SECOND);
        }
        assertThat(lines.at(Level.WARN)).hasSize(2).first().asString()
                .contains("has throttled all requests for 25 s (429)", "Another sender probably uses this account");
        log.requestCompleted(1, new SendResponse.Processed(List.of(SmsSendResult.accepted(5, "1", "a"))), 1);
        assertThat(lines.at(Level.WARN)).hasSize(3).last().asString()
                .contains("no longer throttles all requests; no action is needed");
    }

    @Test
    void throttled_nowAndThen_isInfoOnceAMinute() {
        for (int second = 0; second < 100; second += 5) {
            log.throttled("429", SECOND);
            log.requestCompleted(1, new SendResponse.Processed(List.of(SmsSendResult.accepted(5, "1", "a"))), 1);
            now.addAndGet(5 * SECOND);
        }
        assertThat(lines.at(Level.INFO)).hasSize(2);
        assertThat(lines.at(Level.WARN)).isEmpty();
    }

    @Test
    void halted_byManyConcurrentRequests_warnsOnceWithTheRemedy() {
        for (int i = 0; i < 32; i++) {
            log.halted(401, "HTTP status 401", 60 * SECOND);
        }
        assertThat(lines.at(Level.WARN)).singleElement().asString().contains("halted: HTTP status 401",
                "Check username and password");
    }

    @Test
    void halted_stillAfterEachProbe_warnsEachTime() {
        log.halted(401, "HTTP status 401", 60 * SECOND);
        now.addAndGet(60 * SECOND);
        log.halted(401, "HTTP status 401", 60 * SECOND);
        assertThat(lines.at(Level.WARN)).hasSize(2);
    }

    @Test
    void storeFailed_duringAnOutage_logsWhenItBeginsOnceAMinuteAndWhenItEnds() {
        for (int second = 0; second < 180; second++) {
            log.storeFailed(new SmsStoreException("The database cannot be reached", false, null));
            now.addAndGet(SECOND);
        }
        log.storeRecovered();
        log.storeRecovered();
        assertThat(lines.at(Level.WARN)).hasSize(4).first().asString().contains("the message store fails: The database");
        assertThat(lines.at(Level.WARN)).last().asString()
                .endsWith("the message store works again; no action is needed");
    }

    @Test
    void recovered_afterAWarning_isLoggedAtWarn() {
        log.halted(401, "HTTP status 401", 60 * SECOND);
        log.recovered();
        assertThat(lines.at(Level.WARN)).last().asString().contains("sending works again", "no action is needed");
    }

    @Test
    void contradicted_deliveredMessage_warnsWithBothFactsAndTheState() {
        SmsStoredMessage message = new SmsStoredMessage(
                1, "demo", new SmsMessage("hello", "11987654321", "a", null), SmsMessageState.ACCEPTED, 1, null, null, null, 1,
                Instant.EPOCH, null, null, Instant.EPOCH, Instant.EPOCH, SmsDeliveryStatus.DELIVERED, Map.of(),
                SmsOffer.AT_ONCE);
        log.contradicted(List.of(SmsSendResult.rejected(-5, "DUPLICATED", "a")), List.of(message));
        assertThat(lines.at(Level.WARN)).singleElement().isEqualTo(
                "SMS account demo@localhost: the service contradicts itself about 1 message: its response rejects them (code -5: DUPLICATED), and its delivery status is DELIVERED. They were probably sent, and stay ACCEPTED. Do not send them again; ask the provider: a");
    }

    @Test
    void unreachable_repeatedAttempts_warnsOnceAMinuteAndOfTheEnd() {
        for (int attempt = 1; attempt <= 100; attempt++) {
            log.unreachable("connection refused", attempt, SECOND);
            now.addAndGet(30 * SECOND);
        }
        log.recovered();
        assertThat(lines.at(Level.WARN)).hasSize(51).startsWith(
                "SMS account demo@localhost: the service cannot be reached: connection refused. Messages wait; the next attempt is in 1000 ms. Check address, network, TLS and proxy")
                .last().asString().contains("sending works again");
    }

    @Test
    void unreachable_intermittently_warnsOnceAMinuteAndLogsTheRecovery() {
        for (int outage = 0; outage < 120; outage++) {
            log.unreachable("connection refused", 1, SECOND);
            log.recovered();
            now.addAndGet(SECOND);
        }
        assertThat(lines.at(Level.WARN)).hasSize(4);
        assertThat(lines.at(Level.WARN).get(2)).contains("cannot be reached", "(59 more like this since the last such line)");
        assertThat(lines.at(Level.WARN).get(3)).contains("sending works again");
    }

    @Test
    void unreachable_longOutageSoonAfterAnother_warns() {
        log.unreachable("connection refused", 1, SECOND);
        log.recovered();
        log.unreachable("connection refused", 1, SECOND);
        assertThat(lines.at(Level.WARN)).hasSize(2);
        now.addAndGet(60 * SECOND);
        log.unreachable("connection refused", 7, SECOND);
        assertThat(lines.at(Level.WARN)).hasSize(3);
    }

    @Test
    void circuitOpened_repeatedly_warnsOnceAMinute() {
        for (int i = 0; i < 24; i++) {
            log.circuitOpened("HTTP status 503", 3 + i, 5 * SECOND);
            now.addAndGet(5 * SECOND);
        }
        assertThat(lines.at(Level.WARN)).hasSize(2).first().asString().contains("3 requests in a row", "ask the provider");
    }

    @Test
    void unknown_consecutiveRequests_namesAllIds() {
        Instant sentAt = Instant.parse("2026-03-31T17:30:00.250Z");
        log.unknown(
                List.of(
                        SmsSendResult.unknown(null, "timeout", "c1").withSentAt(sentAt),
                        SmsSendResult.unknown(null, "timeout", "c2").withSentAt(sentAt)));
        log.unknown(List.of(SmsSendResult.unknown(503, "HTTP status 503", "c3")));
        assertThat(lines.at(Level.WARN)).hasSize(2);
        assertThat(lines.at(Level.WARN).get(0)).contains(
                "2 messages may or may not have been sent at 2026-03-31T17:30:00.250Z (timeout)",
                "Look up the outcome by date: c1, c2");
        assertThat(lines.at(Level.WARN).get(1)).endsWith("c3");
    }

    @Test
    void unknown_wholeRequest_namesTenIdsAndAllAtDebug() {
        log.unknown(IntStream.rangeClosed(1, 200).mapToObj(i -> SmsSendResult.unknown(null, "timeout", "c" + i)).toList());
        assertThat(lines.at(Level.WARN)).singleElement().asString()
                .endsWith("Look up the outcome by date: c1, c2, c3, c4, c5, c6, c7, c8, c9, c10 and 190 more");
        assertThat(lines.at(Level.DEBUG)).singleElement().asString()
                .contains("ids 1 to 200 of the last list, which has 200: c1, c2, c3,").endsWith(", c199, c200");
    }

    @Test
    void unknown_elevenMessages_namesOneMore() {
        log.unknown(IntStream.rangeClosed(1, 11).mapToObj(i -> SmsSendResult.unknown(null, "timeout", "c" + i)).toList());
        assertThat(lines.at(Level.WARN)).singleElement().asString().endsWith("c9, c10 and 1 more");
    }

    @Test
    void unknown_storeLooksUp_isLoggedOnceAMinuteAndAsksForNothing() {
        isLookedUp = true;
        for (int second = 0; second < 61; second += 30) {
            log.unknown(List.of(SmsSendResult.unknown(null, "timeout", "c" + second)));
            now.addAndGet(30 * SECOND);
        }
        assertThat(lines.at(Level.WARN)).hasSize(2).first().asString()
                .endsWith("does not send them again meanwhile; no action is needed: c0");
        assertThat(lines.at(Level.WARN).get(1)).contains("c60 (1 more like this");
    }

    @Test
    void internalError_repeatedly_logsOneStackTraceAMinute() {
        log.internalError(new IllegalStateException("first"));
        log.internalError(new IllegalStateException("second"));
        assertThat(lines.at(Level.ERROR)).singleElement().asString().contains("no message is lost", "first");
    }
}
