package io.github.camelsms.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CompletionWorkersTest {

    private final ManualClock clock = new ManualClock();
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final List<Throwable> errors = new ArrayList<>();
    private final List<Integer> handedBack = new ArrayList<>();
    private final CompletionWorkers workers
            = new CompletionWorkers(threads::add, clock, listener());

    @Test
    void complete_fastCallers_usesOneThreadAndKeepsTheOrder() {
        workers.complete(ended(0, 200));
        assertThat(threads).hasSize(1);
        threads.remove().run();
        assertThat(handedBack).hasSize(200).isSorted();
    }

    @Test
    void complete_blockingCallers_usesMoreThreads() {
        workers.complete(ended(0, 200));
        clock.advance(Duration.ofNanos(CompletionWorkers.MAX_WAIT_NANOS));
        assertThat(threads).hasSize(2);
        clock.advance(Duration.ofNanos(CompletionWorkers.MAX_WAIT_NANOS));
        assertThat(threads).hasSize(4);
        clock.advance(Duration.ofNanos(20 * CompletionWorkers.MAX_WAIT_NANOS));
        assertThat(threads).hasSize(CompletionWorkers.MAX_DOUBLED_THREADS);
        clock.advance(Duration.ofNanos(CompletionWorkers.LONG_WAIT_NANOS));
        assertThat(threads).hasSize(CompletionWorkers.MAX_DOUBLED_THREADS + CompletionWorkers.MAX_DOUBLED_THREADS / 4);
    }

    @Test
    void complete_allCallersBlock_usesOneThreadEach() {
        workers.complete(ended(0, 1_000));
        clock.advance(Duration.ofSeconds(30));
        assertThat(threads).hasSize(1_000);
        clock.advance(Duration.ofSeconds(30));
        assertThat(threads).as("idle threads").hasSize(1_000);
    }

    @Test
    void complete_poolRejectsTemporarily_retries() {
        boolean[] rejects = { true };
        CompletionWorkers hindered = new CompletionWorkers(task -> {
            if (rejects[0]) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            threads.add(task);
        }, clock, listener());
        hindered.complete(ended(0, 3));
        clock.advance(Duration.ofSeconds(1));
        assertThat(threads).isEmpty();
        assertThat(errors).isNotEmpty();

        rejects[0] = false;
        clock.advance(Duration.ofNanos(CompletionWorkers.MAX_WAIT_NANOS));
        threads.remove().run();

        assertThat(handedBack).containsExactly(0, 1, 2);
    }

    @Test
    void complete_poolShutDown_completesOnTheCallingThread() {
        ExecutorService pool = Executors.newCachedThreadPool();
        pool.shutdownNow();
        new CompletionWorkers(pool, clock, listener()).complete(ended(0, 3));
        assertThat(handedBack).containsExactly(0, 1, 2);
    }

    @Test
    void complete_afterIdle_startsAgain() {
        workers.complete(ended(0, 3));
        threads.remove().run();
        clock.advance(Duration.ofNanos(CompletionWorkers.MAX_WAIT_NANOS));
        assertThat(threads).isEmpty();
        assertThat(clock.pendingAlarms()).isZero();
        workers.complete(ended(3, 2));
        threads.remove().run();
        assertThat(handedBack).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void complete_callerThrows_completesTheNextOne() {
        Submission broken = new Submission(null, MemoryEngineFixture.options(1), new ResultSink() {
            @Override
            public void result(long index, SmsSendResult result) {
            }

            @Override
            public void completed(@Nullable ReadFailure unread) {
                throw new IllegalStateException("broken");
            }
        });
        List<Submission> all = new ArrayList<>(List.of(broken));
        all.addAll(ended(1, 1));
        workers.complete(all);
        threads.remove().run();
        assertThat(handedBack).containsExactly(1);
        assertThat(errors).hasSize(1);
    }

    private EngineListeners listener() {
        return EngineListeners.of(new EngineListener() {
            @Override
            public void internalError(Throwable error) {
                errors.add(error);
            }
        });
    }

    private List<Submission> ended(int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(number -> new Submission(null, MemoryEngineFixture.options(1), new ResultSink() {
                    @Override
                    public void result(long index, SmsSendResult result) {
                    }

                    @Override
                    public void completed(@Nullable ReadFailure unread) {
                        handedBack.add(number);
                    }
                })).toList();
    }
}
