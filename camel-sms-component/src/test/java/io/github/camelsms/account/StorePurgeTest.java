package io.github.camelsms.account;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.github.camelsms.LogLines;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsStoreException;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StorePurgeTest {

    private final ManualClock clock = new ManualClock();
    private final AtomicInteger calls = new AtomicInteger();
    private final Queue<CompletionStage<Integer>> responses = new ArrayDeque<>();
    private final StorePurge purge = new StorePurge(store(), clock);

    @Test
    void purge_nothingToRemove_isRepeatedEveryMinute() {
        purge.start();

        clock.advance(StorePurge.INTERVAL.minusNanos(1));
        assertThat(calls).hasValue(0);
        clock.advance(Duration.ofNanos(1));
        assertThat(calls).hasValue(1);
        clock.advance(StorePurge.INTERVAL.multipliedBy(3));
        assertThat(calls).hasValue(4);
    }

    @Test
    void purge_fullChunks_continuesImmediatelyUntilAPartialChunk() {
        for (int removed : new int[] { StoreCalls.MAX_ITEMS, StoreCalls.MAX_ITEMS, StoreCalls.MAX_ITEMS - 1 }) {
            responses.add(CompletableFuture.completedFuture(removed));
        }
        purge.start();

        clock.advance(StorePurge.INTERVAL);
        assertThat(calls).hasValue(3);
        clock.advance(StorePurge.INTERVAL);
        assertThat(calls).hasValue(4);
    }

    @Test
    void purge_storeFails_logsItAndItsEndAndRetries() {
        responses.add(CompletableFuture.failedFuture(new SmsStoreException("no room on disk", false, null)));
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            purge.start();
            clock.advance(StorePurge.INTERVAL);

            assertThat(lines.at(Level.WARN)).singleElement().asString()
                    .contains("could not be removed", "no room on disk", "sending is not affected", "Check the database");
            clock.advance(StorePurge.INTERVAL.multipliedBy(2));
            assertThat(lines.at(Level.WARN)).hasSize(2).last()
                    .isEqualTo("Finished messages are removed from the message store again; no action is needed");
        }
        assertThat(calls).hasValue(3);
    }

    @Test
    void purge_callInProgress_isNotStartedAgain() {
        CompletableFuture<Integer> response = new CompletableFuture<>();
        responses.add(response);
        purge.start();

        clock.advance(StorePurge.INTERVAL.multipliedBy(5));
        assertThat(calls).hasValue(1);
        response.complete(0);
        clock.advance(StorePurge.INTERVAL);
        assertThat(calls).hasValue(2);
    }

    @Test
    void purge_closed_cancelsItsTimer() {
        CompletableFuture<Integer> response = new CompletableFuture<>();
        responses.add(response);
        purge.start();
        clock.advance(StorePurge.INTERVAL);

        purge.close();
        response.complete(StoreCalls.MAX_ITEMS);

        assertThat(clock.pendingAlarms()).isZero();
        clock.advance(StorePurge.INTERVAL);
        assertThat(calls).hasValue(1);
    }

    /** A store that supports purging only, with prepared results; later calls remove nothing. */
    private MessageStore store() {
        MessageOperations operations = proxy(MessageOperations.class, () -> {
            calls.incrementAndGet();
            CompletionStage<Integer> response = responses.poll();
            return response == null ? CompletableFuture.completedFuture(0) : response;
        });
        return proxy(MessageStore.class, () -> operations);
    }

    private static <T> T proxy(Class<T> type, Supplier<Object> method) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(), new Class<?>[] { type }, (proxy, called, arguments) -> method.get()));
    }
}
