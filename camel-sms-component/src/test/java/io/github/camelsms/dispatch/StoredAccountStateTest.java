package io.github.camelsms.dispatch;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.camelsms.dispatch.pacing.Pacing;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.SmsAccountState;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StoredAccountStateTest {

    private static final long SECOND = DispatcherFixture.SECOND;

    private final ManualClock clock = new ManualClock();
    private final FakeService service = new FakeService(clock);
    private final SerialExecutor loop = new SerialExecutor(Runnable::run, tasks -> {
    }, failure -> {
    });
    private final DispatchSettings settings
            = new DispatchSettings(SECOND, Pacing.adaptive, 200, 100, 4, false, DispatcherFixture.RESPONSE_TIMEOUT);
    private final Requests requests = new Requests(
            settings, service, clock, loop, DispatchListeners.of(), (request, results, now) -> {
            });
    private final SmsLease lease = new SmsLease("account", "node", 1, Duration.ofSeconds(30));
    private final List<SmsAccountState> saved = new ArrayList<>();
    private boolean isOwner = true;
    private final StoredAccountState state
            = new StoredAccountState(leases(), new StoreCalls(clock, loop, new WakeUp(clock, loop)), requests, clock);

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

    private void send(SendResponse response) {
        Entry entry = new Entry(
                DispatcherFixture.message("a"), new Submission(null, DispatcherFixture.OPTIONS, new RecordingSink()), 0,
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
