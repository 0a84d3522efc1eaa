package io.github.camelsms.account;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BoundedExecutorTest {

    @Test
    void execute_moreTasksThanTheBound_queuesTheRest() {
        Deque<Runnable> threads = new ArrayDeque<>();
        List<Integer> ran = new ArrayList<>();
        BoundedExecutor executor = new BoundedExecutor(threads::add, 3);
        for (int i = 0; i < 10; i++) {
            int number = i;
            executor.execute(() -> ran.add(number));
        }
        assertThat(threads).hasSize(3);
        threads.forEach(Runnable::run);
        assertThat(ran).hasSize(10).isSorted();
    }

    @Test
    void execute_concurrentCallers_runsEachTaskOnceWithinTheBound() throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        ExecutorService callers = Executors.newFixedThreadPool(4);
        int each = 10_000;
        try {
            BoundedExecutor executor = new BoundedExecutor(pool, 3);
            AtomicInteger running = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            CountDownLatch done = new CountDownLatch(4 * each);
            for (int caller = 0; caller < 4; caller++) {
                callers.execute(() -> {
                    for (int i = 0; i < each; i++) {
                        executor.execute(() -> {
                            most.accumulateAndGet(running.incrementAndGet(), Math::max);
                            running.decrementAndGet();
                            done.countDown();
                        });
                    }
                });
            }
            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(most.get()).isBetween(1, 3);
        } finally {
            callers.shutdownNow();
            pool.shutdownNow();
        }
    }

    @Test
    void execute_taskThrows_runsTheNextTask() {
        Deque<Runnable> threads = new ArrayDeque<>();
        List<String> ran = new ArrayList<>();
        BoundedExecutor executor = new BoundedExecutor(threads::add, 1);
        executor.execute(() -> {
            throw new IllegalStateException("broken on purpose, its trace is expected here");
        });
        executor.execute(() -> ran.add("next"));
        threads.remove().run();
        assertThat(ran).containsExactly("next");
    }

    @Test
    void execute_noThreadAvailable_rejectsAndRunsLaterTasks() {
        boolean[] exhausted = { true };
        List<Integer> ran = new ArrayList<>();
        BoundedExecutor executor = new BoundedExecutor(task -> {
            if (exhausted[0]) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            task.run();
        }, 1);
        for (int i = 0; i < 3; i++) {
            int number = i;
            assertThatThrownBy(() -> executor.execute(() -> ran.add(number))).isInstanceOf(OutOfMemoryError.class);
        }
        exhausted[0] = false;
        executor.execute(() -> ran.add(3));
        assertThat(ran).containsExactly(3);
    }

    @Test
    void execute_poolQueuesTheWorkerAndThrows_doesNotExceedTheBoundLater() {
        boolean[] exhausted = { true };
        Deque<Runnable> threads = new ArrayDeque<>();
        BoundedExecutor executor = new BoundedExecutor(task -> {
            threads.add(task);
            if (exhausted[0]) {
                throw new OutOfMemoryError("unable to create native thread");
            }
        }, 1);
        assertThatThrownBy(() -> executor.execute(() -> {
        })).isInstanceOf(OutOfMemoryError.class);
        exhausted[0] = false;
        threads.remove().run();
        for (int i = 0; i < 3; i++) {
            executor.execute(() -> {
            });
        }
        assertThat(threads).hasSize(1);
    }

    @Test
    void execute_poolShutDown_rejectsTheTask() {
        ExecutorService pool = Executors.newCachedThreadPool();
        pool.shutdownNow();
        List<String> ran = new ArrayList<>();
        BoundedExecutor executor = new BoundedExecutor(pool, 1);
        assertThatThrownBy(() -> executor.execute(() -> ran.add("late"))).isInstanceOf(RejectedExecutionException.class);
        assertThat(ran).isEmpty();
    }
}
