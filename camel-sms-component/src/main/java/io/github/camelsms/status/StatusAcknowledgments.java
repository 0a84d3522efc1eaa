package io.github.camelsms.status;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.camelsms.consume.ClaimedBatch;
import io.github.camelsms.consume.RoutingConsumer;
import io.github.camelsms.consume.VisibilityTimeout;
import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.Backoff;
import io.github.camelsms.store.MessageStatuses;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStatusKey;
import org.jspecify.annotations.Nullable;

/**
 * Acknowledgments and releases of statuses that the message store has not confirmed yet. Meanwhile, the next block is
 * routed. Failed calls are repeated. Thread-safe, because a stop does not wait for a poll that it has interrupted.
 */
final class StatusAcknowledgments {

    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));
    /** Maximum time for which statuses are routed before the first of them is acknowledged. */
    private static final Duration ACKNOWLEDGE_AFTER = Duration.ofSeconds(1);

    private final MessageStatuses statuses;
    private final EngineClock clock;
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

    StatusAcknowledgments(MessageStatuses statuses, EngineClock clock) {
        this.statuses = statuses;
        this.clock = clock;
    }

    /**
     * Begins to route the statuses of a block.
     *
     * @param deliveries its open statuses, at least one
     */
    Block begin(RoutingConsumer consumer, List<SmsStatusDelivery> deliveries) {
        return new Block(consumer, deliveries);
    }

    /** Releases a block to be redelivered immediately. */
    void release(long block) {
        release(block, Duration.ZERO);
    }

    /** Returns the delay before statuses are redelivered, which doubles with each delivery of their block. */
    static Duration delay(int delivery) {
        return BACKOFF.after(delivery - 1);
    }

    private void release(long block, Duration delay) {
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
            StoreCalls.await(call.future());
            remove(call);
        }
    }

    private synchronized @Nullable Call oldest(int max) {
        return open.size() > max ? open.element() : null;
    }

    private synchronized void remove(Call call) {
        open.remove(call);
    }

    /**
     * Block whose statuses are in progress. The store releases a block as a whole, so this waits until all exchanges of
     * the block have ended.
     */
    final class Block extends ClaimedBatch<SmsStatusDelivery> {

        private final long id;
        private final Duration delay;
        private final List<SmsStatusKey> processed = new ArrayList<>();
        private long acknowledgedAt = clock.nanos();
        private int succeeded;
        private boolean isFailed;
        private boolean isCut;

        private Block(RoutingConsumer consumer, List<SmsStatusDelivery> deliveries) {
            super(consumer, deliveries);
            this.id = deliveries.get(0).key().block();
            this.delay = StatusAcknowledgments.delay(deliveries.get(0).delivery());
        }

        synchronized int succeeded() {
            return succeeded;
        }

        /** Returns the delay before the statuses that have not succeeded are redelivered. */
        Duration delay() {
            return delay;
        }

        @Override
        protected CompletionStage<Integer> hide(Collection<SmsStatusDelivery> deliveries) {
            acknowledgeProcessed();
            return statuses.release(List.of(id), VisibilityTimeout.VISIBILITY);
        }

        @Override
        protected void acknowledge(SmsStatusDelivery delivery) {
            processed.add(delivery.key());
            succeeded++;
            // A crash repeats what was not acknowledged, so slow routes acknowledge more often.
            if (clock.nanos() - acknowledgedAt > ACKNOWLEDGE_AFTER.toNanos()) {
                acknowledgeProcessed();
            }
        }

        @Override
        protected void release(SmsStatusDelivery delivery) {
            isFailed = true;
        }

        /** Records that statuses have no exchanges, and are redelivered immediately if no exchange has failed. */
        synchronized void cutOff(List<SmsStatusDelivery> rest) {
            isCut = true;
            withoutExchange(rest);
        }

        /** Acknowledges the statuses that have succeeded, and releases the others when all exchanges have ended. */
        @Override
        public synchronized void routed() {
            super.routed();
            acknowledgeProcessed();
            endIfEnded();
        }

        @Override
        protected void endedLater() {
            endIfEnded();
        }

        private void endIfEnded() {
            if (isEnded()) {
                acknowledgeProcessed();
                if (isFailed) {
                    StatusAcknowledgments.this.release(id, delay);
                } else if (isCut) {
                    StatusAcknowledgments.this.release(id);
                }
            }
        }

        private void acknowledgeProcessed() {
            if (!processed.isEmpty()) {
                List<SmsStatusKey> keys = List.copyOf(processed);
                start(() -> statuses.acknowledge(keys));
            }
            processed.clear();
            acknowledgedAt = clock.nanos();
        }
    }
}
