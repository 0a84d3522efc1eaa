package io.github.camelsms.engine.stored;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.camelsms.engine.EngineListeners;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.FakeService;
import io.github.camelsms.engine.LoopAlarm;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.MemoryEngineFixture;
import io.github.camelsms.engine.QueuedMessage;
import io.github.camelsms.engine.RecordingSink;
import io.github.camelsms.engine.Requests;
import io.github.camelsms.engine.SerialExecutor;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.Submission;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.SmsAccountState;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class HandOverTest {

    private static final long SECOND = MemoryEngineFixture.SECOND;

    private final ManualClock clock = new ManualClock();
    private final FakeService service = new FakeService(clock);
    private final SerialExecutor loop = new SerialExecutor(Runnable::run, () -> {
    }, failure -> {
    });
    private final EngineSettings settings
            = new EngineSettings(SECOND, Pacing.adaptive, 200, 100, 4, false, MemoryEngineFixture.RESPONSE_TIMEOUT);
    private final Requests requests = new Requests(
            settings, service, clock, loop, EngineListeners.of(), (request, results, now) -> {
            });
    private final SmsLease lease = new SmsLease("account", "node", 1, Duration.ofSeconds(30));
    private final List<SmsAccountState> saved = new ArrayList<>();
    private boolean isOwner = true;
    private final HandOver state
            = new HandOver(
                    leases(),
                    new StoreCalls(clock, loop, new LoopAlarm(clock, loop), EngineListeners.of()),
                    requests, clock);

    /** Returns leases that record the saved states. */
    private AccountLeases leases() {
        return (AccountLeases) Proxy.newProxyInstance(
                AccountLeases.class.getClassLoader(), new Class<?>[] { AccountLeases.class }, (proxy, method, arguments) -> {
                    saved.add((SmsAccountState) arguments[1]);
                    return CompletableFuture.completedFuture(isOwner);
                });
    }

    @BeforeEach
    void granted() {
        state.restore(new SmsLeaseResult.Granted(lease, SmsAccountState.NEW, "other"), clock.nanos());
    }

    @Test
    void save_retryAfterOfADay_isSavedOnce() {
        send(new SendResponse.Throttled(Duration.ofDays(1), "too many requests"));
        saveFor(Duration.ofMinutes(10));
        assertThat(saved).singleElement()
                .satisfies(it -> assertThat(it.hold()).isGreaterThan(Duration.ofDays(1).minusSeconds(2)));
    }

    @Test
    void save_haltedAccount_isSavedOncePerProbe() {
        send(new SendResponse.Unauthorized(401, "refused"));
        saveFor(Duration.ofSeconds(50));
        assertThat(saved).singleElement().satisfies(it -> assertThat(it.haltCode()).isEqualTo(401));
    }

    @Test
    void save_longerBackoff_isSavedAgain() {
        send(new SendResponse.Throttled(Duration.ofHours(1), "too many requests"));
        saveFor(Duration.ofSeconds(5));
        requests.holdUntil(Duration.ofHours(2).toNanos());
        saveFor(Duration.ofSeconds(5));
        assertThat(saved).hasSize(2);
        assertThat(saved.get(1).hold()).isGreaterThan(Duration.ofMinutes(119));
    }

    @Test
    void save_backoffIsOver_isNotSavedAgain() {
        requests.holdUntil(Duration.ofSeconds(30).toNanos());
        saveFor(Duration.ofMinutes(5));
        assertThat(saved).hasSize(1);
    }

    @Test
    void save_anotherNodeHasTakenOver_isRepeated() {
        isOwner = false;
        requests.holdUntil(Duration.ofHours(1).toNanos());
        saveFor(Duration.ofSeconds(3));
        isOwner = true;
        int before = saved.size();
        saveFor(Duration.ofSeconds(5));
        assertThat(saved).hasSize(before + 1);
    }

    @ParameterizedTest
    @CsvSource({
            "60000,10000", "60002,10002", "55000,5000", "30000,1000", "10500,10500", "5000,5000", "0,1000", "600000,600000" })
    void restore_haltedByAnEarlierProcess_probesSoonAndNoSoonerThanTenSecondsAfterTheLastProbe(long hold, long wait) {
        assertThat(slotAfterStart(401, hold)).isEqualTo(Duration.ofMillis(wait));
    }

    @Test
    void restore_backoffOfAnEarlierProcess_isKept() {
        assertThat(slotAfterStart(null, 60_000)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void restore_haltedByThisProcess_keepsTheProbeInterval() {
        send(new SendResponse.Unauthorized(401, "refused"));
        clock.advance(Duration.ofSeconds(2));

        state.restore(granted(401, 58_000), clock.nanos());

        assertThat(requests.slotOpensAt() - clock.nanos()).isEqualTo(Duration.ofSeconds(58).toNanos());
    }

    /** As if the process crashed immediately after each start, before or after it has saved its state. */
    @ParameterizedTest
    @ValueSource(ints = { 500, 1_100, 3_000, 9_900, 20_000 })
    void restore_processStartsAgainAndAgain_keepsTenSecondsBetweenTwoProbes(int uptime) {
        SmsAccountState stored = new SmsAccountState(null, Duration.ofSeconds(60), 401, "refused");
        Instant storedAt = clock.instant();
        Instant lastProbe = clock.instant();
        for (int start = 0; start < 20; start++) {
            Duration left = stored.hold().minus(Duration.between(storedAt, clock.instant()));
            Process process = new Process();
            Duration hold = left.isNegative() ? Duration.ZERO : left;
            process.state.restore(granted(401, hold.toMillis()), clock.nanos());
            long end = clock.nanos() + Duration.ofMillis(uptime).toNanos();
            while (clock.nanos() < end) {
                clock.advanceMillis(100);
                process.state.save(lease, clock.nanos());
                if (!saved.isEmpty()) {
                    stored = saved.remove(0);
                    storedAt = clock.instant();
                }
                if (clock.nanos() >= process.requests.slotOpensAt()) {
                    assertThat(Duration.between(lastProbe, clock.instant())).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
                    lastProbe = clock.instant();
                    stored = new SmsAccountState(null, Duration.ofSeconds(60), 401, "refused");
                    storedAt = lastProbe;
                    break;
                }
            }
        }
    }

    /** Requests of a process that has started. */
    private final class Process {

        final Requests requests = new Requests(
                settings, service, clock, loop, EngineListeners.of(), (request, results, now) -> {
                });
        final HandOver state
                = new HandOver(
                        leases(),
                        new StoreCalls(clock, loop, new LoopAlarm(clock, loop), EngineListeners.of()),
                        requests, clock);
    }

    private Duration slotAfterStart(@Nullable Integer haltCode, long hold) {
        Process process = new Process();
        process.state.restore(granted(haltCode, hold), clock.nanos());
        return Duration.ofNanos(process.requests.slotOpensAt() - clock.nanos());
    }

    private static SmsLeaseResult.Granted granted(@Nullable Integer haltCode, long hold) {
        SmsLease later = new SmsLease("account", "node", 2, Duration.ofSeconds(30));
        SmsAccountState stored
                = new SmsAccountState(null, Duration.ofMillis(hold), haltCode, haltCode == null ? null : "refused");
        return new SmsLeaseResult.Granted(later, stored, "other");
    }

    private void send(SendResponse response) {
        QueuedMessage entry = new QueuedMessage(
                MemoryEngineFixture.message("a"), new Submission(null, MemoryEngineFixture.OPTIONS, new RecordingSink()), 0,
                clock.nanos());
        requests.send(List.of(entry), null, clock.nanos());
        service.response(response);
    }

    private void saveFor(Duration duration) {
        for (long tenths = duration.toMillis() / 100; tenths > 0; tenths--) {
            clock.advanceMillis(100);
            state.save(lease, clock.nanos());
        }
    }
}
