package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.QueryExecutor;
import io.github.camelsms.engine.RepeatedAlarm;
import io.github.camelsms.model.Backoff;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.StatusLookUp;
import io.github.camelsms.model.StatusQuery;
import io.github.camelsms.ownership.LeaseListener;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Reconciler of an account's messages of unknown outcome. It looks up each one by date with its correlation id, while
 * this process holds the account's lease.
 * <p>
 * Each step takes at most one query, on a thread of the query pool, and no two steps overlap. Status queries may count
 * against the account's rate limit, so there is at most one per interval, and fewer while messages wait to be sent.
 * Thread-safe.
 */
public final class Reconciler {

    /** Number of intervals between two queries while messages wait to be sent. */
    static final int INTERVALS_IF_BUSY = 5;
    /** Maximum time between two searches. */
    static final Duration POLL_INTERVAL = Duration.ofSeconds(10);
    static final Duration MAX_RETRY = Duration.ofMinutes(5);

    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(5), MAX_RETRY);

    private final OwnedAccount stored;
    private final ReconciliationRound round;
    private final QueryExecutor queries;
    private final EngineClock clock;
    private final BooleanSupplier isBusy;
    private final ReconciliationListener listener;
    private final LeaseListener leaseListener = new LeaseChanges();
    private final RepeatedAlarm alarm;
    private @Nullable Settings settings;
    private boolean isOwner;
    private boolean isClosed;
    private boolean isStepping;
    /** Time of the clock before which no step begins. */
    private long notBefore;
    /** These are used by one step at a time. */
    private int failures;
    private long queriedAt;

    private record Settings(ReconciliationSettings reconciliation, Duration interval) {
    }

    private final class LeaseChanges implements LeaseListener {

        @Override
        public void granted(SmsLeaseResult.Granted grant) {
            setOwner(true);
        }

        @Override
        public void lost(String reason) {
            setOwner(false);
        }

        @Override
        public void released(String reason) {
            setOwner(false);
        }
    }

    /**
     * @param service sends one query and waits for its response
     * @param isBusy  whether messages wait to be sent
     */
    public Reconciler(OwnedAccount stored, Function<StatusQuery, StatusLookUp> service, QueryExecutor queries,
                      EngineClock clock, BooleanSupplier isBusy, ReconciliationListener listener) {
        this.stored = stored;
        this.queries = queries;
        this.clock = clock;
        this.alarm = new RepeatedAlarm(clock, this::step);
        this.isBusy = isBusy;
        this.listener = listener;
        this.round = new ReconciliationRound(stored, query -> {
            queriedAt = clock.nanos();
            return service.apply(query);
        }, listener);
    }

    /**
     * Uses the settings of a sender. The first call starts the reconciliation.
     *
     * @param interval the account's interval between requests
     */
    public void use(ReconciliationSettings reconciliation, Duration interval) {
        boolean isFirst;
        synchronized (this) {
            isFirst = settings == null;
            settings = new Settings(reconciliation, interval);
        }
        if (isFirst) {
            stored.listen(leaseListener);
        }
        wakeUp();
    }

    /** Sends no further queries. Does not wait for a query in flight. */
    public void close() {
        synchronized (this) {
            isClosed = true;
            alarm.close();
        }
        stored.unlisten(leaseListener);
    }

    private void setOwner(boolean owns) {
        synchronized (this) {
            isOwner = owns;
        }
        wakeUp();
    }

    private synchronized void wakeUp() {
        Settings currentSettings = settings;
        if (isOwner && !isStepping && currentSettings != null && currentSettings.reconciliation().isEnabled()) {
            alarm.set(Duration.ofNanos(Math.max(0, notBefore - clock.nanos())));
        } else {
            alarm.cancel();
        }
    }

    private void step() {
        Settings currentSettings;
        synchronized (this) {
            currentSettings = settings;
            if (isStepping || isClosed || !isOwner || currentSettings == null) {
                return;
            }
            isStepping = true;
        }
        try {
            queries.submit(
                    () -> step(currentSettings),
                    (wait, failure) -> ended(wait == null ? retry(Objects.requireNonNull(failure), currentSettings) : wait));
        } catch (RuntimeException | Error e) {
            ended(POLL_INTERVAL);
        }
    }

    /** Returns the time until the next search for messages that are due: short if the first lookup is due soon. */
    private static Duration pollInterval(Settings currentSettings) {
        Duration wait = longer(currentSettings.reconciliation().after().dividedBy(3), currentSettings.interval());
        return wait.compareTo(POLL_INTERVAL) < 0 ? wait : POLL_INTERVAL;
    }

    private void ended(Duration wait) {
        synchronized (this) {
            isStepping = false;
            notBefore = clock.nanos() + wait.toNanos();
        }
        wakeUp();
    }

    /** Takes one step and returns how long to wait before the next one. */
    private Duration step(Settings currentSettings) {
        StatusLookUp response = round.lookUpNext(currentSettings.reconciliation(), () -> pace(currentSettings));
        if (response == null) {
            return pollInterval(currentSettings);
        }
        if (response instanceof StatusLookUp.Failed failed) {
            return retry(failed, currentSettings);
        }
        failures = 0;
        listener.succeeded();
        // Counted from the query, so that neither its response nor the store slows the lookups down.
        Duration rest = pace(currentSettings).minusNanos(clock.nanos() - queriedAt);
        return longer(rest, Duration.ZERO);
    }

    private Duration pace(Settings currentSettings) {
        return isBusy.getAsBoolean() ? currentSettings.interval().multipliedBy(INTERVALS_IF_BUSY) : currentSettings.interval();
    }

    private Duration retry(StatusLookUp.Failed failure, Settings currentSettings) {
        Duration wait = nextBackoff(currentSettings);
        if (failure.retryAfter() != null) {
            wait = longer(wait, failure.retryAfter());
        }
        if (failure.isThrottled()) {
            listener.throttled(wait);
        } else {
            publishFailure(failure.reason(), wait);
        }
        return wait;
    }

    private Duration retry(Throwable failure, Settings currentSettings) {
        round.clear();
        Duration wait = nextBackoff(currentSettings);
        publishFailure(failure instanceof SmsStoreException ? SafeText.message(failure) : SafeText.internalError(failure),
                wait);
        return wait;
    }

    private Duration nextBackoff(Settings currentSettings) {
        return longer(BACKOFF.after(failures++), pace(currentSettings));
    }

    private void publishFailure(String reason, Duration wait) {
        if (isOpen()) {
            listener.failed(reason, wait);
        }
    }

    private synchronized boolean isOpen() {
        return !isClosed;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }
}
