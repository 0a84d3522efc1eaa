package io.github.camelsms.dispatch;

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
    void execute_fromManyThreads_runsEachTaskOnceAndOneAtATime() throws Exception {
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
    void execute_taskThrows_runsTheNextOne() {
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

    @Test
    void execute_poolShutDown_runsOnTheCaller() {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.shutdownNow();
        SerialExecutor serial = new SerialExecutor(pool, () -> {
        }, errors::add);
        List<String> ran = new ArrayList<>();
        serial.execute(() -> ran.add("still"));
        assertThat(ran).containsExactly("still");
    }
}
