package io.github.camelsms.engine.stored.world;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.camelsms.engine.BatchSender;
import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.EngineExecutors;
import io.github.camelsms.engine.EngineListener;
import io.github.camelsms.engine.EngineListeners;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.QueryExecutor;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.engine.stored.Reconciler;
import io.github.camelsms.engine.stored.ReconciliationListener;
import io.github.camelsms.engine.stored.ReconciliationSettings;
import io.github.camelsms.engine.stored.StoredEngine;
import io.github.camelsms.engine.stored.StoredSettings;
import io.github.camelsms.engine.world.VirtualTime;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.ownership.Nodes;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsResultDelivery;
import org.jspecify.annotations.Nullable;

/**
 * One process in a world with a message store: an engine, its lease, reconciliation, and a consumer of results. After a
 * crash, nothing of it continues, except that its requests arrive.
 */
final class SimulatedProcess {

    static final String ACCOUNT = "demo@service";

    private static final Duration VISIBILITY = Duration.ofSeconds(20);
    private static final long COUNT_INTERVAL = 60 * StoreScenario.SECOND;
    private static final long STOP_TIMEOUT = 30 * StoreScenario.SECOND;
    /**
     * Remaining time of the lease required for the departure of a request: its timeout, but at most half of the lease.
     */
    private static final long LEASE_NEEDED
            = Math.min(StoreScenario.REQUEST_TIMEOUT.toNanos(), StoreWorld.LEASE.toNanos() / 2);

    final StoredEngine engine;
    private final VirtualTime time;
    private final SplittableRandom random;
    private final OwnedAccount stored;
    private final Reconciler reconciler;
    private final MessageStore store;
    private final Observer observer;
    private final Nodes nodes;
    private final Duration clockError;
    private final String name;
    private final SimulatedService service;
    private final LeaseWitness witness;
    private final @Nullable SimulatedPolicy policy;
    private boolean isAlive = true;
    private long frozenUntil;
    private long partedUntil;

    /** Receives the results for the users of the process. */
    interface Observer {

        void delivered(SmsResultDelivery result);

        void internalError(Throwable error);

        void note(Supplier<String> event);
    }

    SimulatedProcess(String name, MessageStore disk, StoreScenario scenario, SimulatedService service, VirtualTime time,
                     SplittableRandom random, BooleanSupplier isTroubled, BooleanSupplier isDown, LeaseWitness witness,
                     @Nullable SimulatedPolicy policy, Observer observer) {
        this.policy = policy;
        this.time = time;
        this.service = service;
        this.witness = witness;
        this.name = name;
        // Clocks differ by up to five minutes.
        this.clockError = scenario.nodes == 1 ? Duration.ZERO : Duration.ofMillis(random.nextInt(-300_000, 300_000));
        this.random = random;
        this.observer = observer;
        this.store
                = new UnreliableStore(
                        disk, scenario, time, random.split(), () -> isAlive, isTroubled,
                        () -> isDown.getAsBoolean() || time.nanos() < partedUntil, observer::note, this::whenAwake, witness);
        EngineClock clock = new Clock();
        this.nodes = new Nodes(store, name, clock);
        this.stored = new OwnedAccount(store, ACCOUNT, ACCOUNT, name, clock, nodes);
        Executor pool = task -> time.happensAfter(random.nextLong(1_000_000), guarded(task));
        Duration after = scenario.reconcileAfter;
        ReconciliationSettings reconciliation
                = new ReconciliationSettings(true, after, scenario.reconcileFor, scenario.isResent, ZoneOffset.UTC);
        EngineSettings settings = new EngineSettings(
                StoreScenario.SECOND, Pacing.adaptive, scenario.batchSize, 1_000, 8, false,
                StoreScenario.REQUEST_TIMEOUT.toNanos() + 30 * StoreScenario.SECOND);
        this.engine = new StoredEngine(
                settings,
                new StoredSettings(StoreScenario.REQUEST_TIMEOUT, reconciliation.whenUnknown()), store,
                ACCOUNT,
                stored.keeper(),
                (batch, origins, response) -> send(batch, received -> whenAwake(() -> response.accept(received))),
                policy, clock,
                new EngineExecutors(
                        pool, policy == null ? pool : task -> time.happensAfter(policy.delay(), guarded(task)), pool),
                EngineListeners.of(new EngineListener() {
                    @Override
                    public void internalError(Throwable error) {
                        observer.internalError(error);
                    }
                }));
        this.reconciler = new Reconciler(
                stored, query -> service.lookUp(query), new QueryExecutor(ACCOUNT, pool), clock, () -> false,
                new CountedBacklog());
        stored.listen(engine);
        stored.onHint(engine::hinted);
        nodes.start();
        stored.start();
        reconciler.use(reconciliation, Duration.ofSeconds(1));
        consumeLater();
    }

    boolean isAlive() {
        return isAlive;
    }

    void kill() {
        isAlive = false;
    }

    /** Pauses the process for a time. Others still process its requests. */
    void freeze(long nanos) {
        frozenUntil = Math.max(frozenUntil, time.nanos() + nanos);
        observer.note(() -> name + " is frozen");
    }

    /** Disconnects the process from the store for a time. */
    void part(long nanos) {
        partedUntil = Math.max(partedUntil, time.nanos() + nanos);
        observer.note(() -> name + " does not reach the store");
    }

    /** Stops the process gracefully, and kills it if that takes too long. */
    void stop(Runnable whenStopped) {
        observer.note(() -> name + " stops");
        CompletionStage<Void> removed = nodes.close();
        reconciler.close();
        Runnable end = () -> {
            if (isAlive) {
                observer.note(() -> name + " has stopped");
                kill();
                whenStopped.run();
            }
        };
        engine.drain().thenRun(() -> stored.close().thenCombine(removed, (closed, gone) -> closed)
                .thenRun(() -> time.happensAfter(0, end)));
        time.happensAfter(STOP_TIMEOUT, guarded(() -> {
            engine.terminate();
            stored.close();
        }));
        time.happensAfter(STOP_TIMEOUT + StoreScenario.SECOND, end);
    }

    String name() {
        return name;
    }

    boolean ownsTheAccount() {
        return isAlive && time.nanos() >= frozenUntil && stored.lease() != null;
    }

    /** Connects, checks the lease again, and writes the request, like a process over HTTP. */
    private BatchSender.Withdrawal send(List<SmsMessage> batch, Consumer<SendResponse> response) {
        long decidedAt = time.nanos();
        if (policy != null) {
            policy.departs(batch);
        }
        boolean[] isTaken = { false };
        if (!service.isReachable()) {
            service.notConnected(batch);
            time.happensAfter(
                    random.nextLong(StoreScenario.SECOND / 2), () -> response.accept(new SendResponse.NotConnected("refused")));
            return BatchSender.Withdrawal.IMPOSSIBLE;
        }
        time.happensAfter(service.connectNanos(), guarded(() -> {
            if (isTaken[0]) {
                return;
            }
            isTaken[0] = true;
            if (time.nanos() - decidedAt >= StoreScenario.REQUEST_TIMEOUT.toNanos()
                    || !stored.keeper().coversRequest(StoreScenario.REQUEST_TIMEOUT)) {
                service.notConnected(batch);
                response.accept(new SendResponse.Withheld("too late"));
            } else {
                witness.departed(name, LEASE_NEEDED);
                service.send(name, decidedAt, batch, response);
            }
        }));
        return () -> {
            boolean isWithdrawn = !isTaken[0];
            if (isWithdrawn) {
                isTaken[0] = true;
                service.notConnected(batch);
            }
            return isWithdrawn;
        };
    }

    private void whenAwake(Runnable task) {
        guarded(task).run();
    }

    void submit(SmsMessage message, SubmitOptions options, ResultSink sink) {
        engine.submit(message, options, sink);
    }

    private void consumeLater() {
        time.happensAfter(random.nextLong(5 * StoreScenario.SECOND), guarded(this::consume));
    }

    private void consume() {
        store.results().claim(ACCOUNT, 1 + random.nextInt(10), VISIBILITY).whenComplete((results, failure) -> {
            List<SmsMessageRevision> processed = new ArrayList<>();
            for (SmsResultDelivery result : results == null ? List.<SmsResultDelivery> of() : results) {
                if (random.nextInt(5) > 0) {
                    observer.delivered(result);
                    processed.add(result.key());
                }
            }
            if (!processed.isEmpty()) {
                store.results().acknowledge(processed);
            }
        });
        consumeLater();
    }

    private Runnable guarded(Runnable task) {
        return () -> {
            if (isAlive && time.nanos() < frozenUntil) {
                time.happensAfter(frozenUntil - time.nanos() + random.nextLong(1_000_000), guarded(task));
            } else if (isAlive) {
                task.run();
            }
        };
    }

    /** Counts the backlog at most once a minute, like the log. */
    private final class CountedBacklog implements ReconciliationListener {

        private long countedAt = -COUNT_INTERVAL;

        @Override
        public void hasBacklog(Duration interval, Supplier<CompletionStage<Long>> unknown) {
            if (time.nanos() - countedAt >= COUNT_INTERVAL) {
                countedAt = time.nanos();
                unknown.get();
            }
        }
    }

    /** The clock of the process. Its alarms end with the process. */
    private final class Clock implements EngineClock {

        @Override
        public long nanos() {
            return time.nanos();
        }

        @Override
        public Instant instant() {
            return time.instant().plus(clockError);
        }

        @Override
        public Alarm schedule(long delayNanos, Runnable task) {
            return time.schedule(delayNanos, guarded(task));
        }
    }
}
