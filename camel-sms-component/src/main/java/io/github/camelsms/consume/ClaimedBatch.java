package io.github.camelsms.consume;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Deliveries that a consumer has taken, until all their exchanges have ended, which may be later and on other threads.
 * Meanwhile, no consumer takes them again. Thread-safe.
 */
public abstract class ClaimedBatch<D> {

    /** Time in which an exchange must end after its route has handed it over to another thread. */
    public static final Duration MAX_TIME_ELSEWHERE = Duration.ofHours(1);

    private final RoutingConsumer consumer;
    private final VisibilityTimeout timeout;
    private final Set<D> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private @Nullable Long routedAt;

    protected ClaimedBatch(RoutingConsumer consumer, Collection<D> deliveries) {
        this.consumer = consumer;
        open.addAll(deliveries);
        consumer.inProgress().add(open.size());
        this.timeout = VisibilityTimeout.extend(consumer.clock(), this::extend);
    }

    /** Hides deliveries from other consumers for {@link VisibilityTimeout#VISIBILITY}. */
    protected abstract CompletionStage<Integer> hide(Collection<D> deliveries);

    /** Records a delivery whose exchange has succeeded. */
    protected abstract void acknowledge(D delivery);

    /** Records a delivery whose exchange has failed. */
    protected abstract void release(D delivery);

    /** Called each time an exchange has ended after {@link #routed()}. */
    protected abstract void endedLater();

    /** Returns whether another exchange of the batch may start. */
    public final boolean isTimeForMore() {
        return timeout.isTimeForMore();
    }

    /** Records that an exchange has succeeded, even if that was too late. */
    public final synchronized void succeeded(List<D> deliveries) {
        deliveries.forEach(this::acknowledge);
        ended(deliveries);
    }

    /** Records that an exchange has failed. */
    public final synchronized void failed(List<D> deliveries) {
        deliveries.stream().filter(open::contains).forEach(this::release);
        ended(deliveries);
    }

    /** Records that deliveries have no exchange. */
    public final synchronized void withoutExchange(List<D> deliveries) {
        int ended = (int) deliveries.stream().filter(open::remove).count();
        consumer.inProgress().remove(ended);
        if (isEnded()) {
            timeout.close();
        }
    }

    private void ended(List<D> deliveries) {
        withoutExchange(deliveries);
        if (routedAt != null) {
            endedLater();
        }
    }

    /** Called when all exchanges have started that will. */
    public synchronized void routed() {
        routedAt = consumer.clock().nanos();
        if (open.isEmpty()) {
            timeout.close();
        }
    }

    /** Gives the batch up after an internal error. It is delivered again after its visibility timeout. */
    public final synchronized void abandon() {
        withoutExchange(List.copyOf(open));
        timeout.close();
    }

    /** Returns whether all exchanges have ended. */
    public final synchronized boolean isEnded() {
        return routedAt != null && open.isEmpty();
    }

    /** Returns whether exchanges have not ended. */
    public final synchronized boolean isInProgress() {
        return !open.isEmpty();
    }

    /** Inside the lock, so that a delivery is not hidden after its release. */
    private synchronized CompletionStage<Integer> extend() {
        Long since = routedAt;
        if (since != null && consumer.clock().nanos() - since >= MAX_TIME_ELSEWHERE.toNanos()) {
            List<D> lost = List.copyOf(open);
            consumer.exchangesNotEnded(lost.size());
            failed(lost);
        } else if (since == null || !consumer.isStopped()) {
            return hide(open);
        }
        return CompletableFuture.completedFuture(0);
    }
}
