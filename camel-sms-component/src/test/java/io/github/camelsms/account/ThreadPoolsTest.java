package io.github.camelsms.account;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.camelsms.ContextThreads;
import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.SmsServiceStub;
import io.github.camelsms.model.SmsMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for thread pools configured by the user.
 */
class ThreadPoolsTest {

    private final SmsServiceStub service = new SmsServiceStub();
    private final CamelContext context = new DefaultCamelContext();

    @AfterEach
    void stop() {
        service.releaseResponses();
        context.stop();
        service.close();
    }

    @Test
    void workerPool_configured_continuesExchangesAndIsNotShutDown() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> new Thread(task, "my-worker"));
        try {
            start(pool);
            assertThat(send().join().getProperty("thread")).isEqualTo("my-worker");
            context.stop();
            assertThat(pool.isShutdown()).isFalse();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void workerPool_shutDown_completesOnAComponentThread() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.shutdownNow();
        start(pool);
        assertThat(send().orTimeout(60, TimeUnit.SECONDS).join().getProperty("thread", String.class)).contains("SmsCompletion");
    }

    @Test
    void workerPool_shutDownBeforeTheComponent_completesLaterExchanges() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        start(pool);
        pool.shutdownNow();
        context.getComponent("sms").stop();
        assertThat(send().orTimeout(60, TimeUnit.SECONDS).join().getException()).isInstanceOf(SmsNotSentException.class);
    }

    @Test
    void workerPool_callerRunsPolicy_completesOnAComponentThread() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy());
        CompletableFuture<Void> busy = new CompletableFuture<>();
        try {
            pool.execute(busy::join);
            pool.execute(busy::join);
            start(pool);
            assertThat(send().orTimeout(60, TimeUnit.SECONDS).join().getProperty("thread", String.class))
                    .contains("SmsCompletion");
        } finally {
            busy.complete(null);
            pool.shutdownNow();
        }
    }

    @Test
    void workerPool_blocksItsCallerWhenFull_doesNotBlockTheAccount() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1), (task, full) -> {
                    try {
                        full.getQueue().put(task);
                    } catch (InterruptedException e) {
                        throw new RejectedExecutionException(e);
                    }
                });
        CompletableFuture<Void> busy = new CompletableFuture<>();
        try {
            start(pool);
            pool.execute(busy::join);
            pool.execute(busy::join);
            CompletableFuture<Exchange> first = send();
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> service.requestSizes("demo").size() == 2);
            CompletableFuture<Exchange> second = send();
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> service.requestSizes("demo").size() == 3);
            busy.complete(null);
            assertThat(List.of(first, second)).allSatisfy(
                    each -> assertThat(each.orTimeout(60, TimeUnit.SECONDS).join().getException()).isNull());
        } finally {
            busy.complete(null);
            pool.shutdownNow();
        }
    }

    @Test
    void profile_httpCalls_limitsThem() throws Exception {
        context.getExecutorServiceManager().registerThreadPoolProfile(
                new ThreadPoolProfileBuilder("SmsHttp").poolSize(1).maxPoolSize(2).maxQueueSize(0).build());
        start(null);
        service.holdResponses();
        List<CompletableFuture<Exchange>> sending = IntStream.range(0, 6).mapToObj(i -> send()).toList();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> service.heldResponses() == 2);
        assertThat(threads("SmsHttp")).isEqualTo(2);
        service.releaseResponses();
        assertThat(sending).allSatisfy(
                each -> assertThat(each.orTimeout(60, TimeUnit.SECONDS).join().getException()).isNull());
    }

    @Test
    void profile_completions_limitsTheirThreads() throws Exception {
        context.getExecutorServiceManager().registerThreadPoolProfile(
                new ThreadPoolProfileBuilder("SmsCompletion").poolSize(1).maxPoolSize(1).build());
        start(null);
        List<CompletableFuture<Exchange>> sending = IntStream.range(0, 20).mapToObj(i -> send()).toList();
        assertThat(sending).extracting(each -> each.orTimeout(60, TimeUnit.SECONDS).join().getProperty("thread"))
                .containsOnly(sending.get(0).join().getProperty("thread"));
    }

    @Test
    void execute_poolRunsTheTaskLater_runsInThePool() {
        Deque<Runnable> queue = new ArrayDeque<>();
        List<String> ran = new ArrayList<>();
        Executor pool = ThreadPools.onWorkerPool(queue::add, Runnable::run);
        pool.execute(() -> ran.add("pool"));
        queue.remove().run();
        assertThat(ran).containsExactly("pool");
    }

    @Test
    void execute_rejectedByThePool_runsOnTheSubmittersThread() {
        List<String> ran = new ArrayList<>();
        Executor pool = ThreadPools.onWorkerPool(task -> {
            throw new RejectedExecutionException();
        }, Runnable::run);
        pool.execute(() -> ran.add("task"));
        assertThat(ran).containsExactly("task");
    }

    @Test
    void execute_poolQueuesTheTaskAndThrows_runsItOnce() {
        Deque<Runnable> queue = new ArrayDeque<>();
        List<String> ran = new ArrayList<>();
        Executor pool = ThreadPools.onWorkerPool(task -> {
            queue.add(task);
            throw new OutOfMemoryError("no thread can be created");
        }, Runnable::run);
        pool.execute(() -> ran.add("task"));
        queue.remove().run();
        assertThat(ran).containsExactly("task");
    }

    private void start(ExecutorService pool) throws Exception {
        SmsComponent component = context.getComponent("sms", SmsComponent.class);
        component.getConfiguration().setBaseUrl(service.baseUrl());
        component.getConfiguration().setUsername("demo");
        component.getConfiguration().setPassword("secret-1");
        component.getConfiguration().setRequestsPerSecond(1_000);
        component.getConfiguration().setBatchSize(1);
        component.setWorkerPool(pool);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("direct:send").to("sms:send")
                        .process(exchange -> exchange.setProperty("thread", Thread.currentThread().getName()));
            }
        });
        context.start();
        // The pace is learned from the first response.
        send().orTimeout(60, TimeUnit.SECONDS).join();
    }

    private CompletableFuture<Exchange> send() {
        return context.createProducerTemplate().asyncSend(
                "direct:send",
                exchange -> exchange.getMessage().setBody(new SmsMessage("hello", "11987654321", null, null)));
    }

    private long threads(String name) {
        return ContextThreads.named(context, name).size();
    }
}
