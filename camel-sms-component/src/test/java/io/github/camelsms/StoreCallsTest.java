package io.github.camelsms;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StoreCallsTest {

    @Test
    void await_stageOfAStoreThatHangs_failsAfterTheBound() {
        assertThatThrownBy(() -> StoreCalls.await(new CompletableFuture<>(), Duration.ofMillis(1)))
                .isInstanceOfSatisfying(SmsStoreException.class, e -> assertThat(e.isUncertain()).isTrue())
                .hasMessageContainingAll("did not complete", "Check whether the database responds");
    }

    @Test
    void await_failedStage_throwsTheStoresException() {
        SmsStoreException failure = new SmsStoreException("no room on disk", false, null);

        assertThatThrownBy(() -> StoreCalls.await(CompletableFuture.failedFuture(failure))).isSameAs(failure);
        assertThatThrownBy(() -> StoreCalls.await(CompletableFuture.failedFuture(failure).thenApply(String::valueOf)))
                .isSameAs(failure);
    }

    @Test
    void await_interruptedThread_failsAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> StoreCalls.await(new CompletableFuture<>())).isInstanceOf(SmsStoreException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
