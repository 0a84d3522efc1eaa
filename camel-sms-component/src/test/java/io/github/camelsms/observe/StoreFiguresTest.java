package io.github.camelsms.observe;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.SmsFileProgress;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNotReached;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.apache.camel.util.json.JsonArray;
import org.apache.camel.util.json.JsonObject;

import static org.assertj.core.api.Assertions.assertThat;

class StoreFiguresTest {

    private final List<CompletableFuture<Map<SmsMessageState, Long>>> counts = new ArrayList<>();
    private Supplier<CompletableFuture<Duration>> oldest = CompletableFuture::new;
    private CompletableFuture<Long> unacknowledged = new CompletableFuture<>();
    private List<SmsFileProgress> progress = List.of();
    private SmsNotReached notReached = new SmsNotReached(0, Map.of(), List.of());
    private final List<List<Object>> progressCalls = new ArrayList<>();
    private final MessageOperations operations = (MessageOperations) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] { MessageOperations.class }, (proxy, method, arguments) -> {
                if (method.getName().equals("progress")) {
                    progressCalls.add(List.of(arguments));
                    return CompletableFuture.completedFuture(progress);
                } else if (method.getName().equals("notReached")) {
                    assertThat(arguments).containsExactly(
                            "demo", Instant.parse("2026-03-31T03:00:00Z"), Instant.parse("2026-04-01T03:00:00Z"));
                    return CompletableFuture.completedFuture(notReached);
                }
                assertThat(arguments).containsExactly("demo");
                if (method.getName().equals("oldestWaiting")) {
                    return oldest.get();
                } else if (method.getName().equals("unacknowledged")) {
                    return unacknowledged;
                }
                assertThat(method.getName()).isEqualTo("count");
                counts.add(new CompletableFuture<>());
                return counts.get(counts.size() - 1);
            });
    private long now = 5_000;
    private final StoreFigures figures = new StoreFigures(
            operations, "demo", () -> now, () -> ZonedDateTime.parse("2026-03-31T10:00:00-03:00[America/Sao_Paulo]"));

    private static Map<SmsMessageState, Long> parked(long count) {
        Map<SmsMessageState, Long> all = new EnumMap<>(SmsMessageState.class);
        for (SmsMessageState state : SmsMessageState.values()) {
            all.put(state, 0L);
        }
        all.put(SmsMessageState.PARKED, count);
        return all;
    }

    private void pass(Duration duration) {
        now += duration.toNanos();
    }

    @Test
    void files_within10Minutes_passesTheKnownFilesOfYesterdayAndToday() {
        Instant since = Instant.parse("2026-03-30T03:00:00Z");
        progress = List.of(new SmsFileProgress("a.csv", since, since, 2, 1, 1, 0, 0, 0, 0, 0, 0));

        assertThat(figures.files()).isEqualTo(progress);
        pass(StoreFigures.MAX_AGE);
        figures.files();
        pass(StoreFigures.FINISHED_FILES_MAX_AGE);
        figures.files();

        assertThat(progressCalls).containsExactly(
                List.of("demo", since, List.of()), List.of("demo", since, progress), List.of("demo", since, List.of()));
    }

    @Test
    void json_filesAndMessagesThatWereNotReached_areShownWithMaskedNumbers() {
        Instant time = Instant.parse("2026-03-31T12:00:00Z");
        progress = List.of(new SmsFileProgress("a.csv", time, time, 9, 2, 1, 2, 1, 1, 2, 1, 0));
        notReached = new SmsNotReached(
                7, Map.of("INVALID_NUMBER_FORMAT", 7L), List.of(new SmsStoredMessage(
                        1, "demo", new SmsMessage("text", "11987654321", "id", null).withOrigin(new SmsOrigin("a.csv", 3)),
                        SmsMessageState.REJECTED, 1, -5, null, "INVALID_NUMBER_FORMAT", 1, time, null, null, time, time, null,
                        Map.of(), SmsOffer.NEVER)));
        ObservedAccountFake account = new ObservedAccountFake();
        account.storeFigures = figures;
        figures.files();
        figures.notReached();

        JsonObject report = AccountReport.json(account, time);

        assertThat(((JsonArray) report.get("files")).toJson()).isEqualTo(
                "[{\"file\":\"a.csv\",\"stored\":9,\"waiting\":2,\"accepted\":1,\"rejected\":2,\"notSent\":3,\"unknown\":1,"
                                                                         + "\"delivered\":1,\"notDelivered\":0,\"drainMillis\":null}]");
        assertThat(((JsonObject) report.get("notReached")).toJson()).isEqualTo(
                "{\"total\":7,\"byReason\":[{\"reason\":\"INVALID_NUMBER_FORMAT\",\"count\":7}],\"latest\":[{\"time\":"
                                                                               + "\"2026-03-31T12:00:00Z\",\"destination\":\"****4321\",\"file\":\"a.csv\",\"line\":3,"
                                                                               + "\"reason\":\"INVALID_NUMBER_FORMAT\"}]}");
    }

    @Test
    void count_storeHasNotResponded_isUnknownWithoutWaiting() {
        assertThat(figures.count(SmsMessageState.PARKED)).isNull();
        assertThat(figures.gauge(SmsMessageState.PARKED)).isNaN();
        assertThat(counts).hasSize(1);
    }

    @Test
    void count_within10Seconds_isNotCountedAgain() {
        figures.counts();
        counts.get(0).complete(parked(3));
        pass(StoreFigures.MAX_AGE.minusNanos(1));
        assertThat(figures.gauge(SmsMessageState.PARKED)).isEqualTo(3);
        assertThat(counts).hasSize(1);
    }

    @Test
    void count_after10Seconds_returnsTheLastCountAndCountsAgain() {
        figures.counts();
        counts.get(0).complete(parked(3));
        pass(StoreFigures.MAX_AGE);
        assertThat(figures.count(SmsMessageState.PARKED)).isEqualTo(3);
        assertThat(counts).hasSize(2);
        counts.get(1).complete(parked(4));
        assertThat(figures.count(SmsMessageState.PARKED)).isEqualTo(4);
    }

    @Test
    void count_slowStore_isCountedLessOften() {
        figures.counts();
        pass(Duration.ofSeconds(5));
        counts.get(0).complete(parked(3));
        pass(Duration.ofSeconds(99));
        figures.counts();
        assertThat(counts).hasSize(1);
        pass(Duration.ofSeconds(1));
        figures.counts();
        assertThat(counts).hasSize(2);
    }

    @Test
    void count_storeNeverResponds_isRetriedAfterAMinuteIgnoringTheLateResponse() {
        figures.counts();
        pass(Duration.ofMinutes(1));
        figures.counts();
        assertThat(counts).hasSize(2);
        counts.get(1).complete(parked(4));
        counts.get(0).complete(parked(3));
        assertThat(figures.count(SmsMessageState.PARKED)).isEqualTo(4);
    }

    @Test
    void count_storeFails_keepsTheLastCount() {
        figures.counts();
        counts.get(0).complete(parked(3));
        pass(StoreFigures.MAX_AGE);
        figures.counts();
        counts.get(1).completeExceptionally(new SmsStoreException("The database is away", false, null));
        assertThat(figures.count(SmsMessageState.PARKED)).isEqualTo(3);
    }

    /** It cannot have seen a message that was stored after its begin. */
    @Test
    void isSettledSince_countBeganBefore_isFalseUntilALaterCount() {
        figures.counts();
        pass(Duration.ofSeconds(1));
        long since = now;
        pass(Duration.ofSeconds(1));
        counts.get(0).complete(parked(0));
        assertThat(figures.isSettledSince(since)).isFalse();
        assertThat(figures.isSettledSince(since - Duration.ofSeconds(1).toNanos())).isTrue();

        pass(Duration.ofMinutes(1));
        assertThat(figures.isSettledSince(since)).isFalse();
        counts.get(1).complete(parked(0));
        assertThat(figures.isSettledSince(since)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(SmsMessageState.class)
    void isSettledSince_aMessageInAState_isFalseIfItIsOpen(SmsMessageState state) {
        Map<SmsMessageState, Long> one = parked(0);
        one.put(state, 1L);
        figures.counts();
        counts.get(0).complete(one);

        assertThat(figures.isSettledSince(now)).isEqualTo(
                !Set.of(SmsMessageState.WAITING, SmsMessageState.SCHEDULED, SmsMessageState.SENDING, SmsMessageState.UNKNOWN)
                        .contains(state));
    }

    @Test
    void oldest_storeHasResponded_isItsLastResponse() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ObservedAccountFake account = new ObservedAccountFake();
        account.storeFigures = figures;
        AccountMeters meters = new AccountMeters(new Meters(registry, "camel-1", account), account);
        assertThat(figures.oldest()).isNull();
        assertThat(registry.get("camel.sms.store.oldest.age").timeGauge().value()).isNaN();

        pass(Duration.ofMinutes(1));
        oldest = () -> CompletableFuture.completedFuture(Duration.ofMinutes(90));

        assertThat(figures.oldest()).isEqualTo(Duration.ofMinutes(90));
        assertThat(registry.get("camel.sms.store.oldest.age").timeGauge().value()).isEqualTo(5_400);
        meters.close();
    }

    @Test
    void unacknowledged_storeHasResponded_isInMeterAndReport() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ObservedAccountFake account = new ObservedAccountFake();
        account.storeFigures = figures;
        AccountMeters meters = new AccountMeters(new Meters(registry, "camel-1", account), account);
        assertThat(figures.unacknowledged()).isNull();
        assertThat(registry.get("camel.sms.store.results.unacknowledged").gauge().value()).isNaN();

        unacknowledged.complete(717L);

        assertThat(registry.get("camel.sms.store.results.unacknowledged").gauge().value()).isEqualTo(717);
        String text = AccountReport.text(AccountReport.json(account, ObservedAccountFake.CLOCK.instant()));
        assertThat(text).contains("unacknowledgedResults=717");
        meters.close();
    }

    /** For example, a store of an older version without this method. */
    @Test
    void oldest_storeThrowsAnError_isUnknown() {
        oldest = () -> {
            throw new AbstractMethodError();
        };
        assertThat(figures.oldest()).isNull();
        pass(StoreFigures.MAX_AGE);
        oldest = () -> null;
        assertThat(figures.oldest()).isNull();
    }

    @Test
    void meters_withStore_showStatesAndReconciliation() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ObservedAccountFake account = new ObservedAccountFake();
        account.storeFigures = figures;
        figures.counts();
        counts.get(0).complete(parked(3));
        AccountMeters meters = new AccountMeters(new Meters(registry, "camel-1", account), account);
        account.monitor.reconciliation().add(ReconciliationMonitor.Result.SETTLED, 7);
        account.monitor.reconciliation().add(ReconciliationMonitor.Result.PARKED, 2);
        account.monitor.reconciliation().add(ReconciliationMonitor.Result.RESENT, 1);
        account.monitor.reconciliation().add(ReconciliationMonitor.Result.EXPIRED, 4);

        assertThat(registry.get("camel.sms.store.messages").tag("state", "PARKED").gauge().value()).isEqualTo(3);
        assertThat(registry.get("camel.sms.store.messages").gauges()).hasSize(SmsMessageState.values().length);
        assertThat(reconciled(registry, "SETTLED")).isEqualTo(7);
        assertThat(reconciled(registry, "PARKED")).isEqualTo(2);
        assertThat(reconciled(registry, "RESENT")).isEqualTo(1);
        assertThat(reconciled(registry, "EXPIRED")).isEqualTo(4);
        meters.close();
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void report_parkedMessages_countsThem() {
        ObservedAccountFake account = new ObservedAccountFake();
        account.storeFigures = figures;
        figures.counts();
        counts.get(0).complete(parked(3));

        String text = AccountReport.text(AccountReport.json(account, ObservedAccountFake.CLOCK.instant()));

        assertThat(text).contains("PARKED=3", "owner: null", "poller: null", "ended=0", "failedExchanges=0");
    }

    @Test
    void report_owner_namesItsNode() {
        ObservedAccountFake account = new ObservedAccountFake();
        account.storeFigures = figures;
        account.ownership = new Ownership(
                "demo", "node-1", true, ObservedAccountFake.CLOCK::instant,
                Ownership.Duty.SENDING);
        account.ownership.held("node-2");
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        AccountMeters meters = new AccountMeters(new Meters(registry, "camel-1", account), account);

        String text = AccountReport.text(AccountReport.json(account, ObservedAccountFake.CLOCK.instant()));

        assertThat(text).contains("owner: node=node-2, thisNode=false");
        assertThat(registry.get("camel.sms.store.owner").gauge().value()).isZero();
        meters.close();
    }

    private static double reconciled(SimpleMeterRegistry registry, String result) {
        return registry.get("camel.sms.messages.reconciled").tag("result", result).functionCounter().count();
    }
}
