package io.github.camelsms.engine;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StoreCallsTest {

    /** A hint is only a shortcut; otherwise polls whose statuses have settled messages would fail. */
    @Test
    void hint_storeThrowsAnError_isIgnored() {
        MessageStore store = (MessageStore) Proxy.newProxyInstance(
                MessageStore.class.getClassLoader(), new Class<?>[] { MessageStore.class }, (proxy, method, arguments) -> {
                    throw new NoClassDefFoundError("a library of the store");
                });

        assertThatCode(() -> StoreCalls.hint(store, "demo", SmsHint.SETTLED)).doesNotThrowAnyException();
    }

    @Test
    void await_hangingStore_failsAfterTheTimeout() {
        assertThatThrownBy(() -> StoreCalls.await(new CompletableFuture<>(), Duration.ofMillis(1)))
                .isInstanceOfSatisfying(SmsStoreException.class, e -> assertThat(e.isUncertain()).isTrue())
                .hasMessageContainingAll("did not complete", "Check whether the database responds");
    }

    @Test
    void await_failedStage_throwsTheExceptionOfTheStore() {
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

    @Test
    void await_callEndsAfterTheWait_itsResultIsPassedOn() {
        CompletableFuture<String> call = new CompletableFuture<>();
        List<String> late = new ArrayList<>();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> StoreCalls.await(call, late::add)).isInstanceOf(SmsStoreException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(late).isEmpty();

        call.complete("claimed");

        assertThat(late).containsExactly("claimed");
    }

    @Test
    void await_callEndsInTime_itsResultIsReturnedOnly() {
        List<String> late = new ArrayList<>();
        assertThat(StoreCalls.await(CompletableFuture.completedFuture("claimed"), late::add)).isEqualTo("claimed");
        assertThat(late).isEmpty();
    }
}
