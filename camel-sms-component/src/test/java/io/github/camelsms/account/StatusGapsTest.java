package io.github.camelsms.account;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.camelsms.LogLines;
import io.github.camelsms.client.StatusResponse;
import io.github.camelsms.engine.QueryExecutor;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.model.StatusQuery;
import io.github.camelsms.observe.AccountMonitor;
import io.github.camelsms.observe.StatusLog;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStatuses;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsStatusBlock;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStatusGap;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.github.camelsms.account.StoredPollsTest.intercepted;
import static org.assertj.core.api.Assertions.assertThat;

class StatusGapsTest {

    private static final String ACCOUNT = "demo@localhost";
    private static final ZoneId ZONE = ZoneId.of("America/Sao_Paulo");
    private static final Instant NOON = Instant.parse("2026-03-10T15:00:00Z");

    private final QuietClock time = new QuietClock(NOON);
    /** With leases that are longer than a round, because they are not renewed. */
    private final MessageStore store
            = new InMemoryMessageStore(time::instant, Duration.ofMinutes(10), Duration.ofDays(30), true);
    private final OwnedAccount stored = new OwnedAccount(store, ACCOUNT, ACCOUNT, "node", time, null);
    private final AccountMonitor monitor = new AccountMonitor(time::instant, time::nanos);
    private final List<LocalDate> queried = new ArrayList<>();
    private final Map<LocalDate, StatusResponse> responses = new HashMap<>();
    private final StatusGaps gaps = new StatusGaps(
            stored, new QueryExecutor(ACCOUNT, Runnable::run), this::query, monitor.statuses(), new StatusLog(time::nanos),
            time, ZONE);

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
            "2026-03-10T15:00:00Z,2026-03-10,2026-03-03", "2026-03-11T02:59:59Z,2026-03-11,2026-03-03",
            "2026-03-11T03:00:00Z,2026-03-11,2026-03-04" })
    void dates_gap_areTheDayWithinTheMarginAndThe7DaysBeforeThePoll(Instant announcedAt, LocalDate first, LocalDate last) {
        List<SmsStatusGap> lost = List.of(new SmsStatusGap(1, announcedAt, "lost", null));
        assertThat(StatusGaps.dates(lost, ZONE)).isSortedAccordingTo(Comparator.reverseOrder()).doesNotHaveDuplicates()
                .startsWith(first).endsWith(last).hasSize((int) ChronoUnit.DAYS.between(last, first) + 1);
    }

    @Test
    void fillNext_twoGapsOfADay_makesOneQueryPerDateEveryFiveSeconds() {
        lose();
        lose();
        StatusResponse found = new StatusResponse.Statuses(statuses(0, 3), false);
        responses.put(LocalDate.parse("2026-03-10"), found);
        gaps.fillNext();
        gaps.fillNext();
        time.advance(StatusGaps.MIN_INTERVAL.minusNanos(1));
        gaps.fillNext();
        assertThat(queried).hasToString("[2026-03-10]");
        assertThat(openGaps()).hasSize(2);
        time.advance(Duration.ofNanos(1));
        gaps.fillNext();
        assertThat(queried).hasToString("[2026-03-10, 2026-03-09]");
        assertThat(claimed()).containsExactlyElementsOf(statuses(0, 3));
        fill();
        assertThat(openGaps()).isEmpty();
        assertThat(queried).as("nothing is left").hasSize(8).doesNotHaveDuplicates()
                .endsWith(LocalDate.parse("2026-03-03"));
    }

    /** The carrier may try for days, also with messages that the store has removed or never had. */
    @Test
    void fillNext_statusOfAMessageOfAWeekAgo_isFound() {
        lose();
        SmsStatus late = new SmsStatus("expected", "11987654321", NOON, SmsDeliveryStatus.NOT_DELIVERED, "NOT_DELIVERED");
        responses.put(LocalDate.parse("2026-03-03"), new StatusResponse.Statuses(List.of(late), false));
        fill();
        assertThat(claimed()).containsExactly(late);
    }

    @Test
    void fillNext_gapsOfDifferentDays_lookUpTheDaysBeforeEach() {
        lose();
        time.advance(Duration.ofDays(5));
        lose(((SmsLeaseResult.Granted) MessageStore.await(store.leases().acquire(ACCOUNT, "node"))).lease());
        fill();
        assertThat(queried).hasSize(13).doesNotHaveDuplicates().startsWith(LocalDate.parse("2026-03-15"))
                .endsWith(LocalDate.parse("2026-03-03"));
        assertThat(openGaps()).isEmpty();
    }

    @Test
    void fillNext_manyStatuses_areStoredInBatchesAndDeliveredOnce() {
        lose();
        responses.put(LocalDate.parse("2026-03-10"), new StatusResponse.Statuses(statuses(0, 2_500), false));
        fill();
        assertThat(openGaps()).isEmpty();
        assertThat(claimed()).containsExactlyElementsOf(statuses(0, 2_500));
    }

    @Test
    void fillNext_queryFails_isRepeatedAtIncreasingIntervals() {
        lose();
        LocalDate day = LocalDate.parse("2026-03-10");
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
    void fillNext_incompleteQuery_deliversTheStatusesFound() {
        lose();
        responses.put(
                LocalDate.parse("2026-03-10"),
                new StatusResponse.Failed(StatusResponse.Kind.INCOMPLETE, null, "more", statuses(0, 5), null, null));
        fill();
        assertThat(openGaps()).isEmpty();
        assertThat(claimed()).containsExactlyElementsOf(statuses(0, 5));
    }

    @Test
    void fillNext_responseArrivesMeanwhile_isKept() {
        long block = lose();
        onQuery = () -> MessageStore.await(store.statuses().receive(block, new byte[] { 1 }));

        fill();

        assertThat(openGaps()).isEmpty();
        assertThat(MessageStore.await(store.statuses().unread(ACCOUNT))).extracting(SmsStatusBlock::id)
                .containsExactly(block);
    }

    @Test
    void fillNext_leaseLost_leavesTheGapToTheNextOwner() {
        lose();
        responses.put(LocalDate.parse("2026-03-10"), new StatusResponse.Statuses(statuses(0, 5), false));
        time.advance(Duration.ofHours(1));
        MessageStore.await(store.leases().acquire(ACCOUNT, "other"));
        fill();
        assertThat(openGaps()).hasSize(1);
        assertThat(claimed()).isEmpty();
    }

    /** Otherwise it would become another gap, and its dates would be queried without need. */
    @Test
    void fillNext_storeAnnouncesTheBlockAfterTheWait_dropsTheBlock() {
        lose();
        responses.put(LocalDate.parse("2026-03-10"), new StatusResponse.Statuses(statuses(0, 3), false));
        List<Runnable> announcements = new ArrayList<>();
        OwnedAccount slow = new OwnedAccount(announcingLate(announcements), ACCOUNT, ACCOUNT, "node", time, null);
        slow.start();
        onQuery = Thread.currentThread()::interrupt;

        new StatusGaps(
                slow, new QueryExecutor(ACCOUNT, Runnable::run), this::query, monitor.statuses(), new StatusLog(time::nanos),
                time, ZONE).fillNext();

        assertThat(Thread.interrupted()).as("the wait was interrupted").isTrue();
        assertThat(announcements).hasSize(1);
        announcements.forEach(Runnable::run);
        time.advance(Duration.ofMinutes(5));
        assertThat(openGaps()).hasSize(1);
    }

    /**
     * Returns a view of the store whose announcements of blocks are committed, and return when a task of the list runs.
     */
    private MessageStore announcingLate(List<Runnable> announcements) {
        MessageStatuses late = (MessageStatuses) Proxy.newProxyInstance(
                MessageStatuses.class.getClassLoader(), new Class<?>[] { MessageStatuses.class },
                (proxy, method, arguments) -> {
                    Object result = method.invoke(store.statuses(), arguments);
                    if (!method.getName().equals("announce")) {
                        return result;
                    }
                    CompletableFuture<Object> returned = new CompletableFuture<>();
                    announcements.add(() -> returned.complete(((CompletableFuture<?>) result).join()));
                    return returned;
                });
        return intercepted(MessageStore.class, store, "statuses", late);
    }

    @Test
    void fillNext_gap_isLoggedWithItsEnd() {
        try (LogLines log = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            lose();
            responses.put(
                    LocalDate.parse("2026-03-10"),
                    new StatusResponse.Failed(StatusResponse.Kind.LOST, null, "connection reset", List.of(), null, null));
            gaps.fillNext();
            assertThat(log.at(Level.WARN)).hasSize(2);
            assertThat(log.at(Level.WARN).get(0)).contains(
                    ACCOUNT + ": the responses to 1 poll were lost", "sent at 2026-03-10T15:00:00Z: no response",
                    "send dates [2026-03-10, 2026-03-09, ", "2026-03-03]");
            assertThat(log.at(Level.WARN).get(1)).contains(
                    ACCOUNT + ": a query by date for lost statuses failed: connection reset", "repeated in 10 s");

            responses.clear();
            responses.put(LocalDate.parse("2026-03-10"), new StatusResponse.Statuses(statuses(0, 3), false));
            time.advance(Duration.ofSeconds(10));
            fill();

            assertThat(log.at(Level.WARN)).hasSize(3).last().asString()
                    .contains(ACCOUNT + ": the lost responses were replaced: queries by date returned 3 statuses");
        }
    }

    @Test
    void fillNext_queryFailsAgain_logsTheSameGapsOnceAndNewOnesAgain() {
        try (LogLines log = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            lose();
            responses.put(
                    LocalDate.parse("2026-03-10"),
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
    void fillNext_incompleteQuery_isLoggedAsFilledInPart() {
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

    /** Makes the queries of a round, and fewer than those of two. */
    private void fill() {
        for (int i = 0; i < 15; i++) {
            gaps.fillNext();
            time.advance(StatusGaps.MIN_INTERVAL);
        }
    }

    private long lose() {
        return lose(stored.lease());
    }

    private long lose(SmsLease lease) {
        long block = MessageStore.await(store.statuses().announce(lease.account(), lease, Duration.ofMinutes(1))).orElseThrow();
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
