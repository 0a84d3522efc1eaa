package io.github.camelsms.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class AccountMonitorTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final SmsSendResult ACCEPTED = SmsSendResult.accepted(5, "id", "a");
    private static final SmsSendResult REJECTED = SmsSendResult.rejected(-5, "INVALID_NUMBER_FORMAT", "b");
    private static final SmsSendResult UNKNOWN = SmsSendResult.unknown(null, "lost", "c");

    private final AtomicLong nanos = new AtomicLong();
    private final AccountMonitor monitor = new AccountMonitor(() -> NOW, nanos::get);

    @Test
    void throttledFor_allRequestsThrottled_isTheTimeUntilOneIsProcessed() {
        monitor.throttled("429", 1);
        nanos.addAndGet(Duration.ofSeconds(40).toNanos());
        monitor.throttled("429", 1);
        monitor.requestCompleted(1, new SendResponse.Throttled(null, "429"), 1);
        assertThat(monitor.throttledFor()).isEqualTo(Duration.ofSeconds(40));
        monitor.requestCompleted(1, new SendResponse.Processed(List.of(REJECTED)), 1);
        assertThat(monitor.throttledFor()).isZero();
    }

    @Test
    void requestCompleted_severalMessages_recordsTheirOutcomes() {
        monitor.requestCompleted(
                3, new SendResponse.Processed(List.of(ACCEPTED, REJECTED, UNKNOWN)), Duration.ofMillis(42).toNanos());
        assertThat(monitor.lastRequests())
                .containsExactly(new RequestRecord(NOW, RequestResult.PROCESSED, 3, 1, 1, 1, 42));
        assertThat(monitor.messagesInRequests()).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("responses")
    void requestCompleted_eachKindOfResponse_isCounted(SendResponse response, RequestResult result, int unknown) {
        monitor.requestCompleted(7, response, 1_000_000);
        assertThat(monitor.requests(result)).isEqualTo(1);
        assertThat(monitor.lastRequests()).containsExactly(new RequestRecord(NOW, result, 7, 0, 0, unknown, 1));
    }

    static Stream<Arguments> responses() {
        return Stream.of(
                arguments(new SendResponse.Throttled(null, "429"), RequestResult.THROTTLED, 0),
                arguments(new SendResponse.Unauthorized(401, "no"), RequestResult.UNAUTHORIZED, 0),
                arguments(new SendResponse.NotUnderstood(400, "what"), RequestResult.NOT_UNDERSTOOD, 0),
                arguments(new SendResponse.NotConnected("refused"), RequestResult.NOT_CONNECTED, 0),
                arguments(new SendResponse.Unknown(503, "down"), RequestResult.UNKNOWN, 7));
    }

    @Test
    void requestCompleted_moreThanTheLimit_keepsTheNewestFirst() {
        IntStream.rangeClosed(1, 50).forEach(i -> monitor.requestCompleted(i, new SendResponse.NotConnected("no"), 0));
        assertThat(monitor.lastRequests()).hasSize(20).first().extracting(RequestRecord::messages).isEqualTo(50);
        assertThat(monitor.requests(RequestResult.NOT_CONNECTED)).isEqualTo(50);
    }

    @Test
    void messageCompleted_eachOutcome_isCounted() {
        Stream.of(ACCEPTED, ACCEPTED, REJECTED, UNKNOWN, SmsSendResult.notSent(null, "too late", "d"))
                .forEach(result -> monitor.messageCompleted(result, 1));
        assertThat(monitor.messages(SmsOutcome.ACCEPTED)).isEqualTo(2);
        assertThat(monitor.messages(SmsOutcome.REJECTED)).isEqualTo(1);
        assertThat(monitor.messages(SmsOutcome.UNKNOWN)).isEqualTo(1);
        assertThat(monitor.messages(SmsOutcome.NOT_SENT)).isEqualTo(1);
    }

    @Test
    void rejections_reasonsOfTheService_areDistinguished() {
        monitor.messageCompleted(REJECTED, 1);
        monitor.messageCompleted(REJECTED, 1);
        monitor.messageCompleted(SmsSendResult.rejected(-5, "INVALID_NUMBER_FORMAT: destination is missing", "b"), 0);
        monitor.messageCompleted(SmsSendResult.rejected(-5, "BLOCKED", "x"), 1);
        assertThat(monitor.rejections()).containsOnlyKeys("INVALID_NUMBER_FORMAT", "BLOCKED")
                .containsEntry("INVALID_NUMBER_FORMAT", 3L);
    }

    @Test
    void rejections_reasonThatMayContainMessageContent_isNotShown() {
        monitor.messageCompleted(SmsSendResult.rejected(-5, "number ****4321 is bad", "x"), 1);
        monitor.messageCompleted(SmsSendResult.rejected(null, "messageText has 170 characters", "y"), 1);
        monitor.messageCompleted(SmsSendResult.rejected(-5, null, "z"), 1);
        assertThat(monitor.rejections()).containsOnlyKeys("OTHER", "INVALID_MESSAGE").containsEntry("OTHER", 2L);
    }

    @Test
    void rejections_moreThanTwentyReasons_areCountedAsOther() {
        IntStream.range(0, 20).forEach(
                i -> monitor.messageCompleted(SmsSendResult.rejected(-5, "REASON_" + (char) ('A' + i), "x"), 1));
        assertThat(monitor.rejections()).hasSize(20).doesNotContainKey("OTHER");
        monitor.messageCompleted(SmsSendResult.rejected(-5, "REASON_Z", "x"), 1);
        monitor.messageCompleted(SmsSendResult.rejected(-5, "REASON_A", "x"), 1);
        assertThat(monitor.rejections()).hasSize(21).containsEntry("OTHER", 1L).containsEntry("REASON_A", 2L);
    }

    @Test
    void rejections_reasonOfThreeToFortyLetters_isShown() {
        for (String word : List.of("AB", "ABC", "A".repeat(40), "A".repeat(41))) {
            monitor.messageCompleted(SmsSendResult.rejected(-5, word, "x"), 1);
        }
        assertThat(monitor.rejections()).containsOnlyKeys("ABC", "A".repeat(40), "OTHER").containsEntry("OTHER", 2L);
    }

    @Test
    void lastRequestsAndIncidents_atTheirLimit_keepTheNewestTwenty() {
        for (int i = 1; i <= 20; i++) {
            monitor.requestCompleted(i, new SendResponse.NotConnected("no"), 0);
            monitor.statuses().pollFailed("failure " + i);
        }
        assertThat(monitor.lastRequests()).hasSize(20).last().extracting(RequestRecord::messages).isEqualTo(1);
        assertThat(monitor.incidents()).hasSize(20).last().extracting(Incident::reason).isEqualTo("failure 1");
        monitor.requestCompleted(21, new SendResponse.NotConnected("no"), 0);
        monitor.statuses().pollFailed("failure\r\n21" + "x".repeat(2_000));
        assertThat(monitor.lastRequests()).hasSize(20).last().extracting(RequestRecord::messages).isEqualTo(2);
        assertThat(monitor.incidents()).hasSize(20).last().extracting(Incident::reason).isEqualTo("failure 2");
        assertThat(monitor.incidents().get(0).reason()).startsWith("failure 21x").hasSize(1_000);
        assertThat(monitor.statuses().failedPolls()).isEqualTo(21);
        assertThat(monitor.statuses().lastPoll()).isNull();
    }

    @Test
    void rejections_manyReasons_areLimited() {
        IntStream.range(0, 500).forEach(
                i -> monitor.messageCompleted(
                        SmsSendResult.rejected(-5, "REASON_" + "A".repeat(i % 30) + "B".repeat(i / 30), "x"), 1));
        assertThat(monitor.rejections()).hasSizeLessThanOrEqualTo(21).containsKey("OTHER");
        assertThat(monitor.rejections().values().stream().mapToLong(Long::longValue).sum()).isEqualTo(500);
    }

    @Test
    void failures_ofEachKind_areRecordedWithTheirReason() {
        monitor.throttled("slow down", 1);
        monitor.unreachable("refused", 1, 1);
        monitor.halted(401, "no", 1);
        monitor.circuitOpened("503", 3, 1);
        monitor.unknown(List.of(UNKNOWN));
        monitor.statuses().pollFailed("not understood");
        monitor.routes().failing(RouteMonitor.Source.STATUSES, new Outage(() -> 0), "no room");
        monitor.internalError(new IllegalStateException("secret"));
        assertThat(monitor.incidents()).extracting(Incident::kind).containsExactly(
                Incident.Kind.INTERNAL, Incident.Kind.ROUTE, Incident.Kind.STATUSES, Incident.Kind.UNKNOWN,
                Incident.Kind.NO_USABLE_RESPONSE,
                Incident.Kind.HALTED, Incident.Kind.UNREACHABLE, Incident.Kind.THROTTLED);
        assertThat(monitor.incidents()).extracting(Incident::reason).containsExactly(
                "IllegalStateException", "no room", "not understood", "1 message: lost", "3 requests in a row: 503", "no",
                "refused",
                "slow down");
    }

    @Test
    void statuses_read_areCountedByStatus() {
        StatusMonitor statuses = monitor.statuses();
        assertThat(statuses.lastPoll()).isNull();
        statuses.read(
                List.of(
                        new SmsStatus("a", "11987654321", NOW, SmsDeliveryStatus.DELIVERED, "DELIVERED"),
                        new SmsStatus("b", "11987654321", NOW, SmsDeliveryStatus.OTHER, "NEW")));
        statuses.pollSucceeded();
        statuses.exchangeFailed();
        assertThat(statuses.byStatus()).containsEntry(SmsDeliveryStatus.DELIVERED, 1L)
                .containsEntry(SmsDeliveryStatus.OTHER, 1L).containsEntry(SmsDeliveryStatus.SENT, 0L);
        assertThat(statuses.lastPoll()).isEqualTo(NOW);
        assertThat(statuses.failedExchanges()).isEqualTo(1);
    }

    @Test
    void storeFailing_fromAFailureUntilItWorksAgain_isOne() {
        monitor.storeFailed(new SmsStoreException("down", false, null));
        monitor.storeFailed(new SmsStoreException("down", false, null));
        assertThat(monitor.failedStoreCalls()).isEqualTo(2);
        assertThat(monitor.isStoreFailing()).isTrue();
        assertThat(monitor.incidents()).singleElement().extracting(Incident::reason).isEqualTo("down");
        assertThat(monitor.messages(SmsOutcome.NOT_SENT)).isZero();

        monitor.storeRecovered();
        assertThat(monitor.isStoreFailing()).isFalse();
    }
}
