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
import org.jspecify.annotations.Nullable;

/**
 * Acknowledgements and releases of statuses that the message store has not confirmed yet. Meanwhile, the next block is
 * routed. Failed calls are repeated. Thread-safe, because a stop does not wait for a poll that it has interrupted.
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
        start(() -> statuses.acknowledge(processed));
    }

    void release(long block, Duration delay) {
        start(() -> statuses.release(List.of(block), delay));
    }

    private void start(Supplier<CompletionStage<Integer>> call) {
        Call started = Call.of(call);
        synchronized (this) {
            open.add(started);
        }
    }

    /** Repeats the calls that were not confirmed. */
    void repeat() {
        List<Call> before;
        synchronized (this) {
            before = List.copyOf(open);
            open.clear();
        }
        before.stream().filter(call -> !call.isConfirmed()).forEach(call -> start(call.call()));
    }

    /**
     * Waits until at most this number of calls is not confirmed.
     *
     * @throws SmsStoreException if one failed; it can be repeated
     */
    void await(int max) {
        for (Call call = oldest(max); call != null; call = oldest(max)) {
            StoreStages.await(call.future());
            remove(call);
        }
    }

    private synchronized @Nullable Call oldest(int max) {
        return open.size() > max ? open.element() : null;
    }

    private synchronized void remove(Call call) {
        open.remove(call);
    }
}
