package io.github.camelsms.engine.world;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.EngineExecutors;
import io.github.camelsms.engine.EngineListener;
import io.github.camelsms.engine.EngineListeners;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.EngineState;
import io.github.camelsms.engine.MemoryEngine;
import io.github.camelsms.engine.SendVerdict;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * An engine in a world of callers, network and service, determined by a seed.
 */
final class World {

    /** Interval of the check of a blocking input. */
    private static final long LAST_ALARM = 10 * Scenario.MILLI;

    final VirtualTime time;
    final Invariants invariants;
    private final Scenario scenario;
    private final SplittableRandom random;
    private final VirtualTime.Pool pools = new VirtualTime.Pool();
    private final VirtualService service;
    private final MemoryEngine engine;
    private boolean closing;
    private boolean drained;
    private int toCome;
    /** Tasks that wait for a thread of the loop's pool. */
    private int loopTasks;

    World(long seed) {
        SplittableRandom root = new SplittableRandom(seed);
        scenario = new Scenario(root.split());
        time = new VirtualTime(root.split(), scenario.latestAlarm);
        invariants = new Invariants(scenario, time);
        service = new VirtualService(scenario, time, root.split(), invariants);
        random = root.split();
        pools.rejections = scenario.rejections;
        Executor loop = time.pool(scenario.latestLoop, pools, () -> loopTasks--);
        engine = new MemoryEngine(
                scenario.settings, new VirtualNetwork(scenario, time, service, root.split(), invariants, this::meanwhile),
                scenario.policies ? this::decide : null, time,
                new EngineExecutors(
                        task -> {
                            loopTasks++;
                            loop.execute(task);
                        }, time.pool(scenario.latestThread, pools, () -> {
                        }), time.pool(scenario.latestThread, pools, () -> {
                        })),
                EngineListeners.of(new Listener()));
    }

    /** Runs the world of a seed. Returns the first violation, or null. */
    static @Nullable String brokenIn(long seed) {
        World world = new World(seed);
        String broken;
        try {
            broken = world.happen();
        } catch (RuntimeException | AssertionError e) {
            broken = "the world broke down: " + e;
        }
        return broken == null ? null : broken + " [" + world.scenario + "]";
    }

    /** Returns the events in the world of a seed, one per line. */
    static String storyOf(long seed) {
        World world = new World(seed);
        StringBuilder story = world.invariants.write();
        story.append(world.scenario).append('\n');
        try {
            world.happen();
        } catch (RuntimeException | AssertionError e) {
            story.append("the world broke down: ").append(e);
        }
        return story.toString();
    }

    /** Returns the scenario and the final state. */
    static String endOfTheStoryOf(long seed) {
        List<String> lines = storyOf(seed).lines().toList();
        return lines.get(0) + "\n" + String.join("\n", lines.subList(Math.max(1, lines.size() - 60), lines.size()));
    }

    private @Nullable String happen() {
        time.afterEach(this::look);
        toCome = scenario.callers;
        for (int i = 0; i < scenario.callers; i++) {
            time.after(random.nextLong(scenario.callingTime + 1), this::call);
        }
        for (int i = 0; i < scenario.suspensions; i++) {
            time.after(random.nextLong(scenario.callingTime + 10 * Scenario.SECOND), this::suspend);
        }
        for (int i = 0; i < scenario.changes; i++) {
            time.after(random.nextLong(scenario.callingTime + 10 * Scenario.SECOND), this::change);
        }
        for (int i = 0; i < scenario.jumps; i++) {
            time.after(random.nextLong(scenario.callingTime + 10 * Scenario.SECOND),
                    () -> time.jump(random.nextLong(120 * Scenario.SECOND)));
        }
        for (int i = 0; i < scenario.silences; i++) {
            time.after(random.nextLong(scenario.callingTime + 10 * Scenario.SECOND),
                    () -> service.fallSilent(random.nextLong(scenario.longestSilence)));
        }
        if (scenario.ending != Scenario.Ending.OPEN) {
            time.after(random.nextLong(scenario.callingTime + 20 * Scenario.SECOND), this::close);
        }
        time.atTheEnd(() -> {
            invariants.checkEnd(engine.state());
            invariants.that(drained == closing, "drained: %s, closed: %s", drained, closing);
            invariants.over();
        });
        try {
            time.run();
        } catch (Broken e) {
            return invariants.broken();
        } finally {
            // A policy that never returns was interrupted.
            Thread.interrupted();
        }
        return invariants.broken();
    }

    /** The policy of the world. */
    private List<SendVerdict> decide(List<SmsMessage> messages, Instant now) {
        meanwhile();
        int mood = random.nextInt(40);
        if (mood == 0 && !pools.isShut) {
            time.blockForEver();
        } else if (mood < 3 && !pools.isShut) {
            time.block(random.nextLong(30 * Scenario.SECOND));
        } else if (mood < 8) {
            Planned.toss(random, "the policy throws");
        } else if (mood == 8) {
            return List.of();
        }
        List<SendVerdict> verdicts = messages.stream().map(message -> verdict(message, now)).toList();
        invariants.decided(messages, verdicts);
        return verdicts;
    }

    private SendVerdict verdict(SmsMessage message, Instant now) {
        if (Invariants.isRejected(message)) {
            return new SendVerdict.Rejected(Invariants.REJECTED);
        } else if (Invariants.isDeferred(message)) {
            return new SendVerdict.Deferred(random.nextBoolean() ? now : Instant.MAX, "not now");
        }
        return switch (random.nextInt(10)) {
            case 0 -> new SendVerdict.Failed("no verdict", null);
            case 1, 2, 3 -> new SendVerdict.Allowed(now.plusNanos(random.nextLong(2 * Scenario.SECOND)));
            default -> SendVerdict.ALLOWED;
        };
    }

    private void look() {
        EngineState state = engine.state();
        // A pool that queues a task and still throws leaves tasks that were counted and run elsewhere.
        if (loopTasks == 0 && scenario.rejections == 0) {
            invariants.loopRan(state);
        }
        invariants.checkState(state);
        // A call to the policy has an alarm until it returns.
        if (!scenario.policies && toCome == 0 && invariants.isAllDone() && state.requestsInFlight() == 0
                && time.latestAlarm() > time.nanos() + LAST_ALARM + scenario.latestAlarm) {
            invariants.that(false, "an alarm was left behind");
        }
        if (invariants.broken() != null) {
            throw new Broken();
        }
    }

    /** Ends the world as soon as a guarantee is violated. */
    private static final class Broken extends RuntimeException {

        private static final long serialVersionUID = 1;

        Broken() {
            super(null, null, false, false);
        }
    }

    private void call() {
        Caller.Kind kind = Caller.Kind.values()[random.nextInt(Caller.Kind.values().length)];
        int calls = kind == Caller.Kind.SINGLE ? 1 + random.nextInt(12) : 1;
        for (int i = 0; i < calls; i++) {
            call(kind);
        }
        toCome--;
    }

    private void call(Caller.Kind kind) {
        Duration timeout = scenario.patient
                ? Duration.ofDays(10)
                : Duration.ofMillis(random.nextInt(4) == 0 ? 1 + random.nextInt(500) : random.nextInt(60_000));
        Caller caller = new Caller(
                kind, timeout.toNanos(), scenario.priorities ? random.nextInt(10) : SmsMessage.DEFAULT_PRIORITY, closing,
                invariants, this::told, this::again);
        invariants.began(caller);
        if (kind == Caller.Kind.SINGLE) {
            SmsMessage message = message(caller);
            invariants.submitted(caller, message, null);
            engine.submit(message, new SubmitOptions(timeout), caller);
        } else {
            engine.submit(new VirtualInput(caller, this, random.split(), scenario.ending != Scenario.Ending.POOLS_SHUT),
                    new SubmitOptions(timeout), caller);
        }
    }

    /** A caller with its result may submit more. */
    private void again() {
        meanwhile();
        if (scenario.blockedCallers && !pools.isShut && random.nextInt(10) == 0) {
            time.blockForEver();
        }
        if (scenario.slowCallers && !pools.isShut && random.nextInt(5) == 0) {
            time.block(random.nextLong(200 * Scenario.MILLI));
        }
        if (random.nextInt(10) == 0) {
            call(Caller.Kind.SINGLE);
        }
        maybeThrow();
    }

    /** A sink received a result, on the engine's loop. */
    private void told() {
        meanwhile();
        maybeThrow();
    }

    private void maybeThrow() {
        if (scenario.sinksThrow && random.nextInt(3) == 0) {
            Planned.toss(random, "the sink throws");
        }
    }

    /** User code runs within a call of the engine, and may call the engine. */
    private void meanwhile() {
        if (scenario.reentrant && random.nextInt(40) == 0) {
            switch (random.nextInt(5)) {
                case 0 -> call(Caller.Kind.values()[random.nextInt(Caller.Kind.values().length)]);
                case 1 -> suspend();
                case 2 -> change();
                case 3 -> closeEarly();
                default -> invariants.checkState(engine.state());
            }
        }
    }

    private void closeEarly() {
        if (scenario.ending == Scenario.Ending.DRAIN) {
            close();
        }
    }

    private void change() {
        EngineSettings settings = scenario.change(random);
        invariants.changed(settings);
        engine.change(settings);
    }

    CheckedMessage element(Caller caller) {
        SmsMessage message = message(caller);
        SmsSendResult refusal = random.nextInt(20) == 0 ? SmsSendResult.rejected(-5, "bad", message.correlationId()) : null;
        invariants.submitted(caller, message, refusal);
        return refusal == null ? new CheckedMessage.Valid(message) : new CheckedMessage.Rejected(refusal);
    }

    private SmsMessage message(Caller caller) {
        int number = invariants.nextNumber();
        String id = switch (random.nextInt(8)) {
            case 0 -> scenario.twins ? "twin" + random.nextInt(3) : "id" + number;
            case 1 -> null;
            default -> "id" + number;
        };
        Duration timeToLive = scenario.timesToLive && random.nextInt(3) == 0 ? Duration.ofMillis(random.nextInt(20_000)) : null;
        Integer priority = scenario.ownPriorities && random.nextBoolean() ? random.nextInt(10) : caller.priority;
        return new SmsMessage(String.valueOf(number), "11987654321", id, null, priority, timeToLive)
                .withOrigin(new SmsOrigin("world.csv", number + 1));
    }

    private void suspend() {
        invariants.suspended(true);
        engine.suspend();
        time.after(random.nextLong(10 * Scenario.SECOND), () -> {
            invariants.suspended(false);
            engine.resume();
        });
    }

    private void close() {
        if (closing) {
            return;
        }
        closing = true;
        switch (scenario.ending) {
            case DRAIN -> drain();
            case TERMINATE -> terminate();
            case DRAIN_AND_TERMINATE -> {
                drain();
                time.after(random.nextLong(20 * Scenario.SECOND), this::terminate);
            }
            default -> {
                terminate();
                pools.isShut = true;
            }
        }
    }

    private void drain() {
        invariants.draining();
        engine.drain().thenRun(this::drained);
    }

    private void terminate() {
        int before = invariants.terminated();
        engine.terminate().thenRun(this::drained);
        if (scenario.jumps == 0 && scenario.rejections == 0) {
            time.after(scenario.latestLoop + 20 * (2 * Scenario.MILLI + scenario.latestAlarm + scenario.latestThread) + 1,
                    () -> invariants.checkNobodyWaits(before));
        }
    }

    private void drained() {
        drained = true;
        invariants.checkDrained();
    }

    /** A listener that sometimes throws. */
    private final class Listener implements EngineListener {

        @Override
        public void requestCompleted(int messages, SendResponse response, long roundTripNanos) {
            invariants.processed(response, roundTripNanos);
            listened();
        }

        @Override
        public void messageCompleted(SmsSendResult result, long nanos) {
            listened();
        }

        @Override
        public void throttled(String reason, long backoffNanos) {
            listened();
        }

        @Override
        public void unreachable(String reason, int attempts, long delayNanos) {
            listened();
        }

        @Override
        public void halted(int code, String reason, long probeDelayNanos) {
            listened();
        }

        @Override
        public void rejectedForSize(String reason, int messages, int nextMessages) {
            listened();
        }

        @Override
        public void circuitOpened(String reason, int requests, long delayNanos) {
            listened();
        }

        @Override
        public void recovered() {
            listened();
        }

        @Override
        public void unknown(List<SmsSendResult> results) {
            listened();
        }

        @Override
        public void internalError(Throwable error) {
            if (!Planned.is(error)) {
                invariants.unexpected(error);
            }
            listened();
        }

        private void listened() {
            meanwhile();
            if (scenario.listenerThrows && random.nextInt(3) == 0) {
                Planned.toss(random, "the listener throws");
            }
        }
    }
}
