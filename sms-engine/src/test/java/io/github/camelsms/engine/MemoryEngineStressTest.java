package io.github.camelsms.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests with real threads: many callers, a service with its own threads, and termination during sending. Time moves
 * only with alarms, so nothing depends on the speed of the machine.
 */
class MemoryEngineStressTest {

    private static final int CALLERS = 8;
    private static final int EACH = 2_000;

    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    private final ExecutorService pool = Executors.newFixedThreadPool(3);
    private final ExecutorService service = Executors.newFixedThreadPool(3);
    private final ScheduledExecutorService alarms = Executors.newSingleThreadScheduledExecutor();
    private final Map<String, Integer> sent = new ConcurrentHashMap<>();
    private final List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger inLoop = new AtomicInteger();
    private final AtomicLong ticks = new AtomicLong();

    private final MemoryEngine engine = new MemoryEngine(
            new EngineSettings(1, Pacing.adaptive, 50, 500, 4, false, MemoryEngineFixture.RESPONSE_TIMEOUT),
            (batch, origins, response) -> {
                batch.forEach(message -> sent.merge(String.valueOf(message.correlationId()), 1, Integer::sum));
                service.execute(() -> response.accept(FakeService.accepted(batch)));
                return BatchSender.Withdrawal.IMPOSSIBLE;
            }, new EngineClock() {
                @Override
                public long nanos() {
                    return ticks.incrementAndGet();
                }

                @Override
                public Instant instant() {
                    return Instant.EPOCH;
                }

                @Override
                public Alarm schedule(long delayNanos, Runnable task) {
                    var alarm = alarms.schedule(task, Math.min(delayNanos, 10_000_000L), TimeUnit.NANOSECONDS);
                    return () -> alarm.cancel(false);
                }
            }, new EngineExecutors(pool, pool, pool), EngineListeners.of(new EngineListener() {
                @Override
                public void messageCompleted(SmsSendResult result, long nanos) {
                    if (inLoop.incrementAndGet() != 1) {
                        errors.add(new AssertionError("two threads in the loop"));
                    }
                    inLoop.decrementAndGet();
                }

                @Override
                public void internalError(Throwable error) {
                    errors.add(error);
                }
            }));

    @AfterEach
    void stop() {
        Stream.of(callers, pool, service, alarms).forEach(ExecutorService::shutdownNow);
    }

    @Test
    void submit_concurrentCallers_eachReceivesItsOwnResultOnce() throws Exception {
        List<Counted> all = submitFromManyThreads();

        assertThat(engine.drain().toCompletableFuture()).succeedsWithin(Duration.ofMinutes(1));

        await(all);
        assertThat(all).allMatch(one -> one.outcome.get() == SmsOutcome.ACCEPTED);
        assertThat(sent).hasSize(all.size()).allSatisfy((id, times) -> assertThat(times).isEqualTo(1));
        assertThat(errors).isEmpty();
    }

    @Test
    void terminate_concurrentSubmits_eachReceivesItsResultOnce() throws Exception {
        callers.execute(() -> {
            while (sent.size() < CALLERS * EACH / 10) {
                Thread.onSpinWait();
            }
            engine.suspend();
            engine.resume();
            engine.terminate();
        });
        List<Counted> all = submitFromManyThreads();

        assertThat(engine.drain().toCompletableFuture()).succeedsWithin(Duration.ofMinutes(1));

        await(all);
        for (Counted one : all) {
            boolean left = sent.containsKey(one.id);
            assertThat(one.outcome.get()).isIn(
                    left ? List.of(SmsOutcome.ACCEPTED, SmsOutcome.UNKNOWN) : List.of(SmsOutcome.NOT_SENT));
        }
        assertThat(sent).allSatisfy((id, times) -> assertThat(times).isEqualTo(1));
        assertThat(errors).isEmpty();
    }

    private List<Counted> submitFromManyThreads() throws InterruptedException {
        List<List<Counted>> byCaller = new ArrayList<>();
        CountDownLatch submitted = new CountDownLatch(CALLERS - 1);
        for (int caller = 0; caller < CALLERS - 1; caller++) {
            List<Counted> mine = new ArrayList<>();
            for (int i = 0; i < EACH; i++) {
                mine.add(new Counted(caller + "-" + i));
            }
            byCaller.add(mine);
            callers.execute(() -> {
                mine.forEach(one -> engine.submit(one.message(), MemoryEngineFixture.OPTIONS, one));
                submitted.countDown();
            });
        }
        assertThat(submitted.await(1, TimeUnit.MINUTES)).isTrue();
        return byCaller.stream().flatMap(List::stream).toList();
    }

    private static void await(List<Counted> all) throws InterruptedException {
        for (Counted one : all) {
            assertThat(one.completed.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(one.results).as(one.id).hasValue(1);
            assertThat(one.completions).as(one.id).hasValue(1);
        }
    }

    /** A caller of one message that counts its results. */
    private static final class Counted implements ResultSink {

        private final String id;
        private final AtomicInteger results = new AtomicInteger();
        private final AtomicInteger completions = new AtomicInteger();
        private final AtomicReference<@Nullable SmsOutcome> outcome = new AtomicReference<>();
        private final CountDownLatch completed = new CountDownLatch(1);

        Counted(String id) {
            this.id = id;
        }

        SmsMessage message() {
            return MemoryEngineFixture.message(id);
        }

        @Override
        public void result(long index, SmsSendResult result) {
            results.incrementAndGet();
            outcome.set(result.outcome());
        }

        @Override
        public void completed(@Nullable ReadFailure unread) {
            completions.incrementAndGet();
            completed.countDown();
        }
    }
}
