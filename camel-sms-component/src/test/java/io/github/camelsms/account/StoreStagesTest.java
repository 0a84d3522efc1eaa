package io.github.camelsms.account;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

    @Test
    void await_callEndsAfterTheWait_itsResultIsPassedOn() {
        CompletableFuture<String> call = new CompletableFuture<>();
        List<String> late = new ArrayList<>();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> StoreStages.await(call, late::add)).isInstanceOf(SmsStoreException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(late).isEmpty();

        call.complete("claimed");

        assertThat(late).containsExactly("claimed");
    }

    @Test
    void await_callEndsInTime_itsResultIsReturnedOnly() {
        List<String> late = new ArrayList<>();
        assertThat(StoreStages.await(CompletableFuture.completedFuture("claimed"), late::add)).isEqualTo("claimed");
        assertThat(late).isEmpty();
    }
}
