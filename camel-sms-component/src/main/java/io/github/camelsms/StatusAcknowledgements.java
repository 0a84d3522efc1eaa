package io.github.camelsms;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.camelsms.account.StoreStages;
import io.github.camelsms.dispatch.StoreCalls;
import io.github.camelsms.store.MessageStatuses;
import io.github.camelsms.store.SmsStatusKey;

/**
 * Acknowledgements and releases of statuses that the message store has not confirmed yet. Meanwhile, the next block is
 * routed. Failed calls are repeated. Used by one thread at a time.
 */
final class StatusAcknowledgements {

    private final MessageStatuses statuses;
    private final Deque<Call> open = new ArrayDeque<>();

    /** A call of the store, which can be repeated. */
    private record Call(Supplier<CompletionStage<Integer>> call, CompletableFuture<Integer> future) {

        static Call of(Supplier<CompletionStage<Integer>> call) {
            return new Call(call, StoreCalls.start(call));
        }

        boolean isConfirmed() {
            return future.isDone() && !future.isCompletedExceptionally();
        }
    }

    StatusAcknowledgements(MessageStatuses statuses) {
        this.statuses = statuses;
    }

    void acknowledge(List<SmsStatusKey> keys) {
        List<SmsStatusKey> processed = List.copyOf(keys);
        open.add(Call.of(() -> statuses.acknowledge(processed)));
    }

    void release(long block, Duration delay) {
        open.add(Call.of(() -> statuses.release(List.of(block), delay)));
    }

    /** Repeats the calls that were not confirmed. */
    void repeat() {
        for (int calls = open.size(); calls > 0; calls--) {
            Call call = open.remove();
            if (!call.isConfirmed()) {
                open.add(Call.of(call.call()));
            }
        }
    }

    /**
     * Waits until at most this number of calls is not confirmed.
     *
     * @throws SmsStoreException if one failed; it can be repeated
     */
    void await(int max) {
        while (open.size() > max) {
            StoreStages.await(open.element().future());
            open.remove();
        }
    }
}
