package io.github.camelsms.engine.stored.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;

import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.engine.world.VirtualTime;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Processes that crash, stop, pause and return, with a failing message store and network, determined by a seed. After
 * the failure phase everything is healthy, and the world continues until each message is settled.
 */
final class StoreWorld {

    static final Duration LEASE = Duration.ofSeconds(15);
    /** The last pause may begin at the end of the failure phase. */
    private static final long OWNED_WITHIN = 3 * LEASE.toNanos() + 20 * StoreScenario.SECOND;
    private static final Duration CALLER_WAITS = Duration.ofSeconds(60);
    private static final int LONGEST_OBSERVATION = 20;
    private static final long HAND_OVER = 10 * StoreScenario.SECOND;
    private static final long CHECK_NANOS = 10 * StoreScenario.SECOND;

    private final SplittableRandom random;
    /** Of its own, so that observers leave the other decisions of a seed unchanged. */
    private final SplittableRandom observers;
    private final StoreScenario scenario;
    private final VirtualTime time;
    private final InMemoryMessageStore disk;
    private final SimulatedService service;
    private final LeaseWitness witness;
    private final @Nullable SimulatedPolicy policy;
    private final Membership membership;
    private final List<SimulatedProcess> processes = new ArrayList<>();
    private final List<SimulatedProcess> leaving = new ArrayList<>();
    /** Calls of crashed processes that must be repeated. */
    private final Map<SimulatedProcess, List<Runnable>> repetitions = new HashMap<>();
    private final Map<String, Tracked> messages = new LinkedHashMap<>();
    private boolean isTroubled = true;
    private boolean isDown;
    private boolean isOver;
    private int born;
    /** Number of calls that have neither ended nor been repeated. */
    private int openCalls;
    private @Nullable StringBuilder story;

    /** A message and the results that its callers received. */
    private static final class Tracked {

        final SmsMessage message;
        final boolean isUntilStored;
        boolean isAcknowledged;
        /** Number of callers without a result, including callers of crashed processes. */
        int callers;
        final List<SmsOutcome> told = new ArrayList<>();
        final Set<SmsMessageState> delivered = new HashSet<>();

        Tracked(SmsMessage message, boolean isUntilStored) {
            this.message = message;
            this.isUntilStored = isUntilStored;
        }

        boolean waitsWithoutLimit() {
            return isUntilStored && message.timeToLive() == null;
        }
    }

    private StoreWorld(long seed) {
        random = new SplittableRandom(seed);
        observers = new SplittableRandom(~seed);
        scenario = new StoreScenario(random.split());
        time = new VirtualTime(random.split(), 0);
        disk = new InMemoryMessageStore(time, LEASE, Duration.ofDays(30), true);
        service = new SimulatedService(scenario, time, random.split());
        policy = scenario.policies
                ? new SimulatedPolicy(time, new SplittableRandom(31 * seed), () -> isTroubled, service::breaks) : null;
        witness = new LeaseWitness(time, service::breaks);
        membership = new Membership(this, scenario, time, witness, random.split());
    }

    /** Runs the world of a seed. Returns the first violation, or null. */
    static @Nullable String brokenIn(long seed) {
        StoreWorld world = new StoreWorld(seed);
        String broken;
        try {
            broken = world.happen();
        } catch (RuntimeException | AssertionError e) {
            StackTraceElement[] trace = e.getStackTrace();
            broken = "the world broke down: " + e + (trace.length == 0 ? "" : " at " + trace[0]);
        }
        return broken == null ? null : broken + " [" + world.scenario + "]";
    }

    /** Returns the events in the world of a seed, one per line. */
    static String storyOf(long seed) {
        StoreWorld world = new StoreWorld(seed);
        StringBuilder story = new StringBuilder(world.scenario + "\n");
        world.story = story;
        try {
            story.append(world.happen());
        } catch (RuntimeException | AssertionError e) {
            story.append(e);
        }
        return story.toString();
    }

    private void note(Supplier<String> event) {
        if (story != null) {
            story.append(time.nanos() / 1_000_000).append(' ').append(event.get()).append('\n');
        }
    }

    private @Nullable String happen() {
        for (int i = 0; i < scenario.nodes; i++) {
            begin();
        }
        for (int i = 0; i < scenario.messages; i++) {
            String destination = random.nextInt(12) == 0 ? "11987654" + SimulatedService.BAD : "11987654321";
            boolean isUntilStored = random.nextInt(1_000) >= scenario.waitingCallers;
            SmsMessage message = new SmsMessage(
                    "text", destination, "m" + i, null, random.nextInt(10),
                    random.nextInt(8) == 0 ? Duration.ofSeconds(1 + random.nextInt(60)) : null,
                    i % 4 == 0 ? null : new SmsOrigin("file" + i % 4, i));
            Tracked tracked = new Tracked(message, isUntilStored);
            messages.put("m" + i, tracked);
            time.happensAfter(random.nextLong(scenario.troubledTime), () -> submit(tracked));
            if (isUntilStored && observers.nextInt(4) == 0) {
                time.happensAfter(observers.nextLong(scenario.troubledTime), () -> observe(tracked));
            }
        }
        for (int i = 0; i < scenario.crashes; i++) {
            time.happensAfter(random.nextLong(scenario.troubledTime), this::crash);
        }
        for (int i = 0; i < scenario.pauses; i++) {
            time.happensAfter(random.nextLong(scenario.troubledTime), () -> {
                SimulatedProcess paused = living();
                if (paused != null) {
                    paused.freeze(random.nextLong(2 * LEASE.toNanos()));
                }
            });
        }
        for (int i = 0; i < scenario.stops; i++) {
            time.happensAfter(random.nextLong(scenario.troubledTime), () -> {
                SimulatedProcess stopped = living();
                if (stopped != null) {
                    stop(stopped, () -> {
                    });
                    beginLater();
                }
            });
        }
        for (int i = 0; i < scenario.partitions; i++) {
            time.happensAfter(random.nextLong(scenario.troubledTime), () -> {
                SimulatedProcess parted = living();
                if (parted != null) {
                    parted.part(random.nextLong(2 * LEASE.toNanos()));
                }
            });
        }
        for (int i = 0; i < scenario.storeDowns; i++) {
            time.happensAfter(random.nextLong(scenario.troubledTime), () -> {
                isDown = true;
                time.happensAfter(random.nextLong(20 * StoreScenario.SECOND), () -> isDown = false);
            });
        }
        time.happensAfter(scenario.troubledTime + 20 * StoreScenario.SECOND, () -> {
            isTroubled = false;
            service.recover();
            time.happensAfter(CHECK_NANOS, this::check);
            time.happensAfter(OWNED_WITHIN, () -> checkOwner(HAND_OVER));
            // A slow heartbeat or acquisition of the failure phase can make a node that has left look alive.
            long lastCall = scenario.storeSlow == 0 ? HAND_OVER : StoreScenario.LONGEST_CALL;
            time.happensAfter(OWNED_WITHIN + lastCall, membership::begin);
        });
        time.afterEach(() -> {
            if (service.broken() != null) {
                over();
            }
        });
        time.run();
        String broken = service.broken();
        return broken == null ? end() : broken;
    }

    /** Starts a process and returns its name. */
    String begin() {
        SimulatedProcess process = new SimulatedProcess(
                "node" + born++, disk, scenario, service, time, random.split(), () -> isTroubled, this::isUnreachable, witness,
                policy,
                new SimulatedProcess.Observer() {
                    @Override
                    public void delivered(SmsResultDelivery result) {
                        Tracked tracked = messages.get(result.message().correlationId());
                        tracked.delivered.add(result.message().state());
                        checkOrigin(tracked, result.message().result());
                    }

                    @Override
                    public void note(Supplier<String> event) {
                        StoreWorld.this.note(event);
                    }

                    @Override
                    public void internalError(Throwable error) {
                        StackTraceElement[] trace = error.getStackTrace();
                        service.breaks("internal error: " + error + (trace.length == 0 ? "" : " at " + trace[0]));
                    }
                });
        processes.add(process);
        return process.name();
    }

    private void crash() {
        SimulatedProcess victim = living();
        if (victim != null) {
            kill(victim);
            beginLater();
        }
    }

    private void beginLater() {
        time.happensAfter(random.nextLong(20 * StoreScenario.SECOND), () -> {
            if (!isOver) {
                begin();
            }
        });
    }

    void kill(SimulatedProcess victim) {
        note(() -> victim.name() + " died");
        processes.remove(victim);
        victim.kill();
        repeatCalls(victim);
    }

    /** Calls that arrive after the end would change what was already checked. */
    private boolean isUnreachable() {
        return isDown || isOver;
    }

    /** Lets callers of an ended process submit their messages to others. */
    private void repeatCalls(SimulatedProcess ended) {
        List<Runnable> open = repetitions.remove(ended);
        if (open != null) {
            open.forEach(repetition -> time.happensAfter(random.nextLong(20 * StoreScenario.SECOND), repetition));
        }
    }

    /** Stops a process gracefully. */
    void stop(SimulatedProcess stopping, Runnable whenStopped) {
        processes.remove(stopping);
        leaving.add(stopping);
        stopping.stop(() -> {
            leaving.remove(stopping);
            repeatCalls(stopping);
            whenStopped.run();
        });
    }

    List<SimulatedProcess> processes() {
        return processes;
    }

    boolean isOver() {
        return isOver;
    }

    void breaks(String what) {
        service.breaks(what);
    }

    private @Nullable SimulatedProcess living() {
        return processes.isEmpty() ? null : processes.get(random.nextInt(processes.size()));
    }

    /** Submits a message, and again if the process crashes before it returns a result. */
    private void submit(Tracked tracked) {
        if (isOver) {
            return;
        }
        SimulatedProcess process = living();
        if (process == null) {
            time.happensAfter(StoreScenario.SECOND, () -> submit(tracked));
            return;
        }
        String id = String.valueOf(tracked.message.correlationId());
        if (!tracked.isUntilStored) {
            service.fate(id).isReportedNotSent = false;
        }
        tracked.callers++;
        openCalls++;
        boolean[] isDone = new boolean[1];
        boolean[] isStored = new boolean[1];
        SubmitOptions options = new SubmitOptions(CALLER_WAITS, tracked.isUntilStored, scenario.isOffered, Map.of());
        process.submit(tracked.message, options, new ResultSink() {
            @Override
            public void stored(long index, String correlationId, boolean isDuplicate) {
                tracked.isAcknowledged = true;
                isStored[0] = true;
            }

            @Override
            public void result(long index, SmsSendResult result) {
                told(tracked, id, result, isStored[0]);
            }

            @Override
            public void completed(@Nullable ReadFailure unread) {
                isDone[0] = true;
                tracked.callers--;
                openCalls--;
                if (!tracked.isAcknowledged || isSubmittedAgain(tracked)) {
                    time.happensAfter(random.nextLong(5 * StoreScenario.SECOND), () -> submit(tracked));
                }
            }
        });
        repetitions.computeIfAbsent(process, absent -> new ArrayList<>()).add(() -> {
            if (!isDone[0]) {
                openCalls--;
                submit(tracked);
            }
        });
        mustEnd(process, id, isDone);
    }

    /** Submits a stored message again, and waits for its outcome for a short time. */
    private void observe(Tracked tracked) {
        SimulatedProcess process = living();
        if (process == null || isOver || !tracked.isAcknowledged) {
            return;
        }
        String id = String.valueOf(tracked.message.correlationId());
        Duration wait = Duration.ofSeconds(1 + observers.nextInt(LONGEST_OBSERVATION));
        openCalls++;
        boolean[] isDone = new boolean[1];
        process.submit(tracked.message, new SubmitOptions(wait, false, scenario.isOffered, Map.of()), new ResultSink() {
            @Override
            public void result(long index, SmsSendResult result) {
                told(tracked, id, result, false);
            }

            @Override
            public void completed(@Nullable ReadFailure unread) {
                isDone[0] = true;
                openCalls--;
            }
        });
        repetitions.computeIfAbsent(process, absent -> new ArrayList<>()).add(() -> {
            if (!isDone[0]) {
                openCalls--;
            }
        });
        mustEnd(process, id, isDone);
    }

    private void mustEnd(SimulatedProcess process, String id, boolean[] isDone) {
        time.happensAfter(260 * StoreScenario.SECOND, () -> {
            if (!isDone[0] && !isOver && process.isAlive()) {
                service.breaks("the caller of " + id + " never got a result");
            }
        });
    }

    /** A caller may retry after NOT_SENT. */
    private boolean isSubmittedAgain(Tracked tracked) {
        int last = tracked.told.size() - 1;
        return isTroubled && last >= 0 && tracked.told.get(last) == SmsOutcome.NOT_SENT && random.nextInt(3) == 0;
    }

    private void told(Tracked tracked, String id, SmsSendResult result, boolean isStored) {
        SimulatedService.Fate fate = service.fate(id);
        tracked.told.add(result.outcome());
        note(() -> "result " + result);
        checkOrigin(tracked, result);
        if (result.outcome() == SmsOutcome.ACCEPTED && fate.accepted == 0) {
            service.breaks("the caller of " + id + " got ACCEPTED, but the service has not accepted it");
        }
        if (result.outcome() == SmsOutcome.REJECTED && fate.rejected == 0 && !isRejectedByPolicy(id)) {
            service.breaks("the caller of " + id + " got REJECTED: " + result.reason());
        }
        // A caller whose message was not stored cannot know about earlier callers.
        if (result.outcome() == SmsOutcome.NOT_SENT && isStored && !tracked.isUntilStored) {
            if (fate.accepted > 0) {
                service.breaks("the caller of " + id + " got NOT_SENT, but the service has accepted it");
            }
            // Another caller may have submitted it again meanwhile.
            fate.isReportedNotSent = tracked.callers == 1;
        }
    }

    private boolean isRejectedByPolicy(String correlationId) {
        return scenario.policies && SimulatedPolicy.isRejected(correlationId);
    }

    private void checkOrigin(Tracked tracked, @Nullable SmsSendResult result) {
        if (result == null || !Objects.equals(result.origin(), tracked.message.origin())) {
            service.breaks("message " + tracked.message.correlationId() + " comes from " + tracked.message.origin()
                           + ", but its result is " + result);
        }
    }

    private void check() {
        long end = scenario.troubledTime + 2 * scenario.reconcileFor.toNanos() + 600 * StoreScenario.SECOND;
        Collection<SmsStoredMessage> stored = stored();
        boolean isSettled
                = openCalls == 0 && membership.isFinished() && stored.stream().allMatch(message -> isSettled(message.state()))
                        && messages.values().stream()
                                .allMatch(tracked -> tracked.isAcknowledged && receivesItsResult(tracked, stored));
        if (isSettled || time.nanos() > end) {
            over();
        } else {
            time.happensAfter(CHECK_NANOS, this::check);
        }
    }

    /**
     * After a healthy period, exactly one process owns the account.
     *
     * @param left time that a handover may still take, in nanoseconds
     */
    private void checkOwner(long left) {
        long owners = processes.stream().filter(SimulatedProcess::ownsTheAccount).count();
        if (owners == 0 && left > 0) {
            time.happensAfter(StoreScenario.SECOND, () -> checkOwner(left - StoreScenario.SECOND));
        } else if (!isOver && owners != 1) {
            service.breaks(owners + " processes own the account");
        }
    }

    private void over() {
        isOver = true;
        processes.forEach(SimulatedProcess::kill);
        leaving.forEach(SimulatedProcess::kill);
    }

    private static boolean isSettled(SmsMessageState state) {
        return state.isFinal() || state == SmsMessageState.PARKED;
    }

    private Collection<SmsStoredMessage> stored() {
        return MessageStore.await(disk.operations().find(SimulatedProcess.ACCOUNT, messages.keySet()));
    }

    private boolean receivesItsResult(Tracked tracked, Collection<SmsStoredMessage> stored) {
        if (!scenario.isOffered) {
            return true;
        }
        for (SmsStoredMessage message : stored) {
            if (message.correlationId().equals(tracked.message.correlationId())) {
                return tracked.delivered.contains(message.state())
                        || !tracked.isUntilStored && tracked.told.contains(message.state().outcome());
            }
        }
        return false;
    }

    /** Compares the store with the actual outcomes. */
    private @Nullable String end() {
        Collection<SmsStoredMessage> stored = stored();
        Set<String> ids = new HashSet<>();
        for (SmsStoredMessage message : stored) {
            ids.add(message.correlationId());
            SimulatedService.Fate fate = service.fate(message.correlationId());
            SmsMessageState state = message.state();
            if (!isSettled(state)) {
                return "message " + message.correlationId() + " is " + state + " in the end";
            } else if (state == SmsMessageState.ACCEPTED != fate.accepted > 0) {
                return "message " + message.correlationId() + " is " + state + ", but was accepted " + fate.accepted + " times";
            } else if (state == SmsMessageState.NOT_SENT && messages.get(message.correlationId()).waitsWithoutLimit()) {
                return "message " + message.correlationId() + " is NOT_SENT, but waits without limit";
            } else if (state == SmsMessageState.REJECTED && fate.rejected == 0
                    && !isRejectedByPolicy(message.correlationId())) {
                return "message " + message.correlationId() + " is REJECTED, but not by the service";
            }
        }
        for (Map.Entry<String, Tracked> each : messages.entrySet()) {
            if (!each.getValue().isAcknowledged || !ids.contains(each.getKey())) {
                return "message " + each.getKey() + " was lost: acknowledged " + each.getValue().isAcknowledged + ", stored "
                       + ids.contains(each.getKey());
            } else if (!receivesItsResult(each.getValue(), stored)) {
                return "the outcome of message " + each.getKey() + " was never delivered";
            }
        }
        return null;
    }
}
