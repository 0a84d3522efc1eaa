package io.github.camelsms.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SerialExecutorTest {

    private final List<Throwable> errors = new ArrayList<>();

    @Test
    void execute_concurrentCallers_runsEachTaskOnceOneAtATime() throws Exception {
        int threads = 8;
        int each = 20_000;
        ExecutorService pool = Executors.newFixedThreadPool(4);
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        try {
            SerialExecutor serial = new SerialExecutor(pool, () -> {
            }, errors::add);
            int[] unguarded = new int[1];
            List<List<Integer>> order = IntStream.range(0, threads).<List<Integer>> mapToObj(i -> new ArrayList<>()).toList();
            CountDownLatch done = new CountDownLatch(threads * each);
            for (int caller = 0; caller < threads; caller++) {
                List<Integer> mine = order.get(caller);
                callers.execute(() -> {
                    for (int i = 0; i < each; i++) {
                        int number = i;
                        serial.execute(() -> {
                            unguarded[0]++;
                            mine.add(number);
                            done.countDown();
                        });
                    }
                });
            }
            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(unguarded[0]).isEqualTo(threads * each);
            order.forEach(mine -> assertThat(mine).isSorted().hasSize(each));
            assertThat(errors).isEmpty();
        } finally {
            callers.shutdownNow();
            pool.shutdownNow();
        }
    }

    @Test
    void execute_taskThrows_runsTheNextTask() {
        SerialExecutor serial = new SerialExecutor(Runnable::run, () -> {
        }, errors::add);
        List<String> ran = new ArrayList<>();
        serial.execute(() -> {
            throw new IllegalStateException("broken");
        });
        serial.execute(() -> ran.add("next"));
        assertThat(ran).containsExactly("next");
        assertThat(errors).hasSize(1);
    }

    /** At the end of the caller's stack, reporting an error fails, too. */
    @Test
    void execute_errorCannotBeReported_runsTheNextTask() {
        List<String> ran = new ArrayList<>();
        SerialExecutor serial = new SerialExecutor(Runnable::run, () -> {
        }, error -> {
            throw new StackOverflowError();
        });
        serial.execute(() -> {
            serial.execute(() -> ran.add("waiting"));
            throw new StackOverflowError();
        });
        serial.execute(() -> ran.add("next"));
        assertThat(ran).containsExactly("waiting", "next");
    }

    @Test
    void execute_poolShutDown_runsOnTheCallingThread() {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.shutdownNow();
        SerialExecutor serial = new SerialExecutor(pool, () -> {
        }, errors::add);
        List<String> ran = new ArrayList<>();
        serial.execute(() -> ran.add("still"));
        assertThat(ran).containsExactly("still");
    }

    @Test
    void execute_idle_runsOnTheCallingThread() {
        SerialExecutor serial = new SerialExecutor(task -> {
            throw new AssertionError("handed to the pool");
        }, () -> {
        }, errors::add);
        List<Thread> threads = new ArrayList<>();
        serial.execute(() -> threads.add(Thread.currentThread()));
        assertThat(threads).containsExactly(Thread.currentThread());
        assertThat(errors).isEmpty();
    }

    @Test
    void executeOnPool_idle_doesNotRunOnTheCallingThread() {
        List<Runnable> pool = new ArrayList<>();
        SerialExecutor serial = new SerialExecutor(pool::add, () -> {
        }, errors::add);
        List<String> ran = new ArrayList<>();
        serial.executeOnPool(() -> ran.add("first"));
        serial.execute(() -> ran.add("second"));
        assertThat(ran).isEmpty();

        pool.get(0).run();

        assertThat(ran).containsExactly("first", "second");
        assertThat(pool).hasSize(1);
    }

    @Test
    void execute_othersAddManyTasks_continuesOnThePool() {
        List<Runnable> pool = new ArrayList<>();
        SerialExecutor serial = new SerialExecutor(pool::add, () -> {
        }, errors::add);
        int[] ran = new int[1];
        serial.execute(() -> IntStream.range(0, 10_000).forEach(i -> serial.execute(() -> ran[0]++)));
        assertThat(ran[0]).isPositive().isLessThan(10_000);
        assertThat(pool).hasSize(1);

        for (int i = 0; i < pool.size(); i++) {
            pool.get(i).run();
        }

        assertThat(ran[0]).isEqualTo(10_000);
    }
}
