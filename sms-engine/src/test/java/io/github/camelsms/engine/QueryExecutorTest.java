package io.github.camelsms.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.model.SmsStatus;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class QueryExecutorTest {

    private static final int RUNNING = QueryExecutor.MAX_RUNNING;
    private static final int WAITING = QueryExecutor.MAX_WAITING;

    private final Queue<Runnable> started = new ArrayDeque<>();
    private final List<String> ended = new ArrayList<>();
    private final QueryExecutor queries = new QueryExecutor("demo@sms", started::add);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void ask_moreThanTheLimit_othersWaitInOrder() throws Exception {
        for (int i = 0; i < RUNNING + 2; i++) {
            ask(queries, i);
        }
        assertThat(started).hasSize(RUNNING);
        started.remove().run();
        assertThat(started).hasSize(RUNNING);
        while (!started.isEmpty()) {
            started.remove().run();
        }
        assertThat(ended).hasSize(RUNNING + 2).last().isEqualTo(RUNNING + 1 + ": 0 statuses");
        ask(queries, 99);
        assertThat(started).hasSize(1);
    }

    @Test
    void ask_queueFull_failsSayingThatNoRequestWasMade() throws Exception {
        for (int i = 0; i < RUNNING + WAITING; i++) {
            ask(queries, i);
        }
        assertThatThrownBy(() -> ask(queries, -1)).isInstanceOf(RejectedExecutionException.class)
                .hasMessageContainingAll("demo@sms", "16 queries are running and 1000 are waiting", "No request was sent",
                        "Retry later");
        started.remove().run();
        ask(queries, -2);
        while (!started.isEmpty()) {
            started.remove().run();
        }
        assertThat(ended).hasSize(RUNNING + WAITING + 1).doesNotContain("-1: 0 statuses");
    }

    @Test
    void ask_queryThrows_completesWithTheErrorAndStartsTheNext() throws Exception {
        Error defect = new StackOverflowError("deep");
        for (int i = 0; i <= RUNNING; i++) {
            queries.submit(() -> {
                throw defect;
            }, (statuses, failure) -> ended.add(String.valueOf(failure)));
        }
        while (!started.isEmpty()) {
            started.remove().run();
        }
        assertThat(ended).hasSize(RUNNING + 1).containsOnly(defect.toString());
    }

    @Test
    void ask_poolShutDown_completesAllWaiting() throws Exception {
        List<Runnable> accepted = new ArrayList<>();
        QueryExecutor closing = new QueryExecutor("demo@sms", task -> {
            if (accepted.size() == RUNNING) {
                throw new RejectedExecutionException("shut down");
            }
            accepted.add(task);
        });
        for (int i = 0; i < RUNNING + WAITING; i++) {
            ask(closing, i);
        }
        accepted.get(0).run();
        assertThat(ended).hasSize(WAITING + 1).filteredOn(end -> end.contains("the component is stopping")).hasSize(WAITING);
        ask(closing, -1);
        assertThat(ended).last().asString().contains("-1: ", "the component is stopping", "No request was sent");
    }

    @Test
    void ask_noThreadAvailable_completesAndStartsTheNext() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        QueryExecutor poor = new QueryExecutor("demo@sms", task -> {
            calls.incrementAndGet();
            throw new OutOfMemoryError("unable to create native thread");
        });
        for (int i = 0; i < 2 * RUNNING; i++) {
            ask(poor, i);
        }
        assertThat(calls).hasValue(2 * RUNNING);
        assertThat(ended).hasSize(2 * RUNNING).allMatch(end -> end.contains("no thread could be started"));
    }

    @Test
    void ask_fromCompletionOfAQuery_allComplete() throws Exception {
        QueryExecutor real = new QueryExecutor("demo@sms", threads);
        int total = 5 * RUNNING;
        CountDownLatch allEnded = new CountDownLatch(total);
        for (int i = 0; i < total; i++) {
            real.submit(List::of, (statuses, failure) -> {
                waitForAnother(real);
                allEnded.countDown();
            });
        }
        assertThat(allEnded.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void ask_manyConcurrentCallers_neverExceedTheLimit() throws Exception {
        QueryExecutor real = new QueryExecutor("demo@sms", threads);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        for (int i = 0; i < 20 * RUNNING; i++) {
            real.submit(() -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                go.await();
                running.decrementAndGet();
                return List.of();
            }, (statuses, failure) -> done.incrementAndGet());
        }
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> running.get() == RUNNING);
        go.countDown();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> done.get() == 20 * RUNNING);
        assertThat(most).hasValue(RUNNING);
    }

    private static void waitForAnother(QueryExecutor queries) {
        CompletableFuture<@Nullable List<SmsStatus>> nested = new CompletableFuture<>();
        try {
            queries.submit(List::<SmsStatus> of, (statuses, failure) -> nested.complete(statuses));
            nested.get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void ask(QueryExecutor of, int number) {
        of.submit(List::of, (statuses, failure) -> ended.add(
                number + ": " + (statuses == null ? String.valueOf(failure) : statuses.size() + " statuses")));
    }
}
