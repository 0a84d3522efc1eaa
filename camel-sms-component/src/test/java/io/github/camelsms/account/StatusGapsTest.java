package io.github.camelsms.account;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.camelsms.LogLines;
import io.github.camelsms.client.StatusQuery;
import io.github.camelsms.client.StatusResponse;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.observe.AccountMonitor;
import io.github.camelsms.observe.StatusLog;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStatusBlock;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStatusGap;
import io.github.camelsms.store.SmsWhenUnknown;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class StatusGapsTest {

    private static final String ACCOUNT = "demo@localhost";
    private static final ZoneId ZONE = ZoneId.of("America/Sao_Paulo");
    private static final Instant NOON = Instant.parse("2026-03-10T15:00:00Z");

    private final QuietClock time = new QuietClock(NOON);
    private final MessageStore store = new InMemoryMessageStore(time::instant);
    private final AccountStore stored = new AccountStore(store, ACCOUNT, "node", time);
    private final AccountMonitor monitor = new AccountMonitor(time::instant);
    private final List<LocalDate> queried = new ArrayList<>();
    private final Map<LocalDate, StatusResponse> responses = new HashMap<>();
    private final StatusGaps gaps = new StatusGaps(
            stored, new StatusQueries(ACCOUNT, Runnable::run), this::query, monitor.statuses(), new StatusLog(time::nanos),
            time, ZONE);

    private long requests;
    private Runnable onQuery = () -> {
    };

    private StatusResponse query(StatusQuery query) {
        LocalDate date = LocalDate.ofInstant(query.date(), ZONE);
        queried.add(date);
        onQuery.run();
        return responses.getOrDefault(date, new StatusResponse.Statuses(List.of(), false));
    }

    @BeforeEach
    void acquireLease() {
        stored.start();
    }

    @ParameterizedTest
    @CsvSource({
            "2026-03-10T15:00:00Z,2026-03-09 2026-03-10", "2026-03-11T02:59:59Z,2026-03-09 2026-03-10 2026-03-11",
            "2026-03-11T03:00:00Z,2026-03-10 2026-03-11" })
    void dates_gap_areThePreviousDayAndTheDaysWithinTheMargin(Instant askedAt, String dates) {
        List<SmsStatusGap> lost = List.of(new SmsStatusGap(1, askedAt, "lost"));
        assertThat(StatusGaps.dates(lost, ZONE)).map(LocalDate::toString).containsExactly(dates.split(" "));
    }

    @Test
    void fillNext_twoGapsOfADay_makesOneQueryPerDateEveryFiveSeconds() throws Exception {
        lose();
        lose();
        StatusResponse found = new StatusResponse.Statuses(statuses(0, 3), false);
        responses.put(LocalDate.parse("2026-03-10"), found);
        gaps.fillNext();
        gaps.fillNext();
        time.advance(StatusGaps.MIN_INTERVAL.minusNanos(1));
        gaps.fillNext();
        assertThat(queried).hasToString("[2026-03-09]");
        assertThat(openGaps()).hasSize(2);
        time.advance(Duration.ofNanos(1));
        gaps.fillNext();
        assertThat(queried).hasToString("[2026-03-09, 2026-03-10]");
        assertThat(openGaps()).isEmpty();
        assertThat(claimed()).containsExactlyElementsOf(statuses(0, 3));
        time.advance(StatusGaps.MIN_INTERVAL);
        gaps.fillNext();
        assertThat(queried).as("nothing is left").hasSize(2);
    }

    @Test
    void fillNext_earlierMessagesWithoutFinalStatus_areLookedUp() throws Exception {
        accept("expected", Instant.parse("2026-03-05T15:00:00Z"));
        accept("delivered", Instant.parse("2026-03-06T15:00:00Z"));
        accept("tooOld", Instant.parse("2026-03-01T15:00:00Z"));
        MessageStore.await(
                store.statuses().learn(
                        ACCOUNT,
                        List.of(new SmsStatus("delivered", "11987654321", NOON, SmsDeliveryStatus.DELIVERED, "DELIVERED"))));
        lose();
        SmsStatus late = new SmsStatus("expected", "11987654321", NOON, SmsDeliveryStatus.NOT_DELIVERED, "NOT_DELIVERED");
        responses.put(LocalDate.parse("2026-03-05"), new StatusResponse.Statuses(List.of(late), false));
        for (int i = 0; i < 5; i++) {
            fill();
        }
        assertThat(queried).hasToString("[2026-03-05, 2026-03-09, 2026-03-10]");
        assertThat(claimed()).containsExactly(late);
    }

    @Test
    void fillNext_gapsOfDifferentDays_lookUpTheDaysBeforeEach() throws Exception {
        accept("beforeBoth", Instant.parse("2026-03-03T15:00:00Z"));
        accept("betweenThem", Instant.parse("2026-03-12T15:00:00Z"));
        lose();
        time.advance(Duration.ofDays(5));
        lose(((SmsLeaseResult.Granted) MessageStore.await(store.leases().acquire(ACCOUNT, "node"))).lease());
        for (int i = 0; i < 8; i++) {
            fill();
        }
        assertThat(queried).hasToString("[2026-03-03, 2026-03-09, 2026-03-10, 2026-03-12, 2026-03-14, 2026-03-15]");
        assertThat(openGaps()).isEmpty();
    }

    /** Stores a message that was sent and accepted at the given time. */
    private void accept(String id, Instant sentAt) {
        SmsLease lease = stored.lease();
        SmsMessage message = new SmsMessage("hello", "11987654321", id, null);
        MessageStore.await(store.intake().store(ACCOUNT, List.of(new SmsNewMessage(message, SmsOffer.NEVER))));
        SmsClaimed.Request request = MessageStore.await(
                store.sending().claim(new SmsClaim(lease, ++requests, 1, 200, Duration.ofSeconds(30)))).requests().get(0);
        SmsSendResult accepted = SmsSendResult.accepted(5, "id", id).withSentAt(sentAt);
        MessageStore.await(
                store.sending().record(
                        request.id(), List.of(new SmsMessageOutcome(request.messages().get(0).id(), accepted, false)),
                        new SmsWhenUnknown(Duration.ZERO, false)));
    }

    @Test
    void fillNext_manyStatuses_areStoredInBatchesAndDeliveredOnce() throws Exception {
        lose();
        responses.put(LocalDate.parse("2026-03-10"), new StatusResponse.Statuses(statuses(0, 2_500), false));
        fill();
        assertThat(openGaps()).isEmpty();
        assertThat(claimed()).containsExactlyElementsOf(statuses(0, 2_500));
    }

    @Test
    void fillNext_queryFails_isRepeatedAtIncreasingIntervals() throws Exception {
        lose();
        LocalDate day = LocalDate.parse("2026-03-09");
        responses.put(day, new StatusResponse.Failed(StatusResponse.Kind.LOST, null, "no response", List.of(), null, null));
        gaps.fillNext();
        time.advance(Duration.ofSeconds(10).minusNanos(1));
        gaps.fillNext();
        assertThat(queried).hasSize(1);
        time.advance(Duration.ofNanos(1));
        gaps.fillNext();
        assertThat(queried).hasSize(2);
        time.advance(Duration.ofSeconds(20).minusNanos(1));
        gaps.fillNext();
        assertThat(queried).hasSize(2);
        assertThat(openGaps()).hasSize(1);
        responses.clear();
        time.advance(StatusGaps.MAX_INTERVAL);
        fill();
        assertThat(openGaps()).isEmpty();
        assertThat(StatusGaps.BACKOFF.after(100)).isEqualTo(StatusGaps.MAX_INTERVAL);
    }

    @Test
    void fillNext_incompleteQuery_deliversTheStatusesFound() throws Exception {
        lose();
        responses.put(
                LocalDate.parse("2026-03-10"),
                new StatusResponse.Failed(StatusResponse.Kind.INCOMPLETE, null, "more", statuses(0, 5), null, null));
        fill();
        assertThat(openGaps()).isEmpty();
        assertThat(claimed()).containsExactlyElementsOf(statuses(0, 5));
    }

    @Test
    void fillNext_responseArrivesMeanwhile_isKept() throws Exception {
        long block = lose();
        onQuery = () -> MessageStore.await(store.statuses().receive(block, new byte[] { 1 }));

        fill();

        assertThat(openGaps()).isEmpty();
        assertThat(MessageStore.await(store.statuses().unread(ACCOUNT))).extracting(SmsStatusBlock::id)
                .containsExactly(block);
    }

    @Test
    void fillNext_leaseLost_leavesTheGapToTheNextOwner() throws Exception {
        lose();
        responses.put(LocalDate.parse("2026-03-10"), new StatusResponse.Statuses(statuses(0, 5), false));
        time.advance(Duration.ofHours(1));
        MessageStore.await(store.leases().acquire(ACCOUNT, "other"));
        fill();
        assertThat(openGaps()).hasSize(1);
        assertThat(claimed()).isEmpty();
    }

    @Test
    void fillNext_gap_isLoggedWithItsEnd() throws Exception {
        try (LogLines log = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            lose();
            responses.put(
                    LocalDate.parse("2026-03-09"),
                    new StatusResponse.Failed(StatusResponse.Kind.LOST, null, "connection reset", List.of(), null, null));
            gaps.fillNext();
            assertThat(log.at(Level.WARN)).hasSize(2);
            assertThat(log.at(Level.WARN).get(0)).contains(
                    ACCOUNT + ": the responses to 1 polls were lost", "sent at 2026-03-10T15:00:00Z: no response",
                    "send dates [2026-03-09, 2026-03-10]");
            assertThat(log.at(Level.WARN).get(1)).contains(
                    ACCOUNT + ": a query by date for lost statuses failed: connection reset", "repeated in 10 s");

            responses.clear();
            responses.put(LocalDate.parse("2026-03-10"), new StatusResponse.Statuses(statuses(0, 3), false));
            time.advance(Duration.ofSeconds(10));
            fill();

            assertThat(log.at(Level.INFO)).filteredOn(line -> line.contains("lost")).singleElement().asString()
                    .contains(ACCOUNT + ": the lost responses were replaced: queries by date returned 3 statuses");
        }
    }

    @Test
    void fillNext_queryFailsAgain_logsTheSameGapsOnceAndNewOnesAgain() throws Exception {
        try (LogLines log = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            lose();
            responses.put(
                    LocalDate.parse("2026-03-09"),
                    new StatusResponse.Failed(StatusResponse.Kind.LOST, null, "connection reset", List.of(), null, null));
            for (int i = 0; i < 3; i++) {
                gaps.fillNext();
                time.advance(StatusGaps.MAX_INTERVAL);
            }
            assertThat(queried).hasSize(3);
            assertThat(log.at(Level.WARN)).filteredOn(line -> line.contains("were lost")).hasSize(1);

            lose(((SmsLeaseResult.Granted) MessageStore.await(store.leases().acquire(ACCOUNT, "node"))).lease());
            gaps.fillNext();
            assertThat(log.at(Level.WARN)).filteredOn(line -> line.contains("were lost")).last().asString()
                    .contains("the responses to 2 polls were lost");
        }
    }

    @Test
    void fillNext_incompleteQuery_isLoggedAsFilledInPart() throws Exception {
        try (LogLines log = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            lose();
            responses.put(
                    LocalDate.parse("2026-03-10"),
                    new StatusResponse.Failed(
                            StatusResponse.Kind.INCOMPLETE, null, "more pages", statuses(0, 5), null, null));
            fill();

            assertThat(log.at(Level.WARN)).last().asString().contains(
                    "replaced only in part: queries by date returned 5 statuses, then: more pages");
        }
    }

    private void fill() throws InterruptedException {
        gaps.fillNext();
        time.advance(StatusGaps.MIN_INTERVAL);
        gaps.fillNext();
    }

    private long lose() {
        return lose(stored.lease());
    }

    private long lose(SmsLease lease) {
        long block = MessageStore.await(store.statuses().ask(lease.account(), lease, Duration.ofMinutes(1))).orElseThrow();
        MessageStore.await(store.statuses().lose(block, "no response"));
        return block;
    }

    private List<SmsStatusGap> openGaps() {
        return MessageStore.await(store.statuses().gaps(ACCOUNT));
    }

    private List<SmsStatus> claimed() {
        return MessageStore.await(store.statuses().claim(ACCOUNT, 100, Duration.ofMinutes(1))).stream()
                .map(SmsStatusDelivery::status).toList();
    }

    private static List<SmsStatus> statuses(int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(i -> new SmsStatus("m" + i, "11987654321", NOON, SmsDeliveryStatus.DELIVERED, "DELIVERED"))
                .toList();
    }
}
