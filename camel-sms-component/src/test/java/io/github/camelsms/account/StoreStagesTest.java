package io.github.camelsms.account;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StoreStagesTest {

    @Test
    void await_hangingStore_failsAfterTheTimeout() {
        assertThatThrownBy(() -> StoreStages.await(new CompletableFuture<>(), Duration.ofMillis(1)))
                .isInstanceOfSatisfying(SmsStoreException.class, e -> assertThat(e.isUncertain()).isTrue())
                .hasMessageContainingAll("did not complete", "Check whether the database responds");
    }

    @Test
    void await_failedStage_throwsTheExceptionOfTheStore() {
        SmsStoreException failure = new SmsStoreException("no room on disk", false, null);

        assertThatThrownBy(() -> StoreStages.await(CompletableFuture.failedFuture(failure))).isSameAs(failure);
        assertThatThrownBy(() -> StoreStages.await(CompletableFuture.failedFuture(failure).thenApply(String::valueOf)))
                .isSameAs(failure);
    }

    @Test
    void await_interruptedThread_failsAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> StoreStages.await(new CompletableFuture<>())).isInstanceOf(SmsStoreException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
