package io.github.camelsms.results;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.github.camelsms.consume.ClaimedBatch;
import io.github.camelsms.consume.RoutingConsumer;
import io.github.camelsms.consume.VisibilityTimeout;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.Backoff;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.store.MessageResults;
import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStoreException;

/**
 * Claimed outcomes of one batch. Those whose exchanges end while the batch is routed are acknowledged and released
 * together, so that a batch needs few commits.
 */
final class ResultBatch extends ClaimedBatch<SmsResultDelivery> {

    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private final MessageResults results;
    private final Consumer<Throwable> onLateFailure;
    private final List<SmsMessageRevision> succeeded = new ArrayList<>();
    private final Map<Duration, List<SmsMessageRevision>> released = new TreeMap<>();
    private int totalSucceeded;

    /**
     * @param onLateFailure receives the failures of calls to the store after {@link #settle()}, on a thread of the
     *                      store
     */
    ResultBatch(RoutingConsumer consumer, MessageResults results, List<SmsResultDelivery> deliveries,
                Consumer<Throwable> onLateFailure) {
        super(consumer, deliveries);
        this.results = results;
        this.onLateFailure = onLateFailure;
    }

    @Override
    protected CompletionStage<Integer> hide(Collection<SmsResultDelivery> deliveries) {
        return results.release(deliveries.stream().map(SmsResultDelivery::key).toList(), VisibilityTimeout.VISIBILITY);
    }

    @Override
    protected void acknowledge(SmsResultDelivery delivery) {
        succeeded.add(delivery.key());
        totalSucceeded++;
    }

    /** Adds an outcome to be redelivered after a delay that doubles with each failure, up to one minute. */
    @Override
    protected void release(SmsResultDelivery delivery) {
        release(delivery, delay(delivery.delivery()));
    }

    /** Adds outcomes without an exchange, to be redelivered immediately. */
    synchronized void unprocessed(List<SmsResultDelivery> deliveries) {
        deliveries.forEach(delivery -> release(delivery, Duration.ZERO));
        withoutExchange(deliveries);
    }

    synchronized int succeeded() {
        return totalSucceeded;
    }

    static Duration delay(int delivery) {
        return BACKOFF.after(delivery - 1);
    }

    /**
     * Acknowledges the outcomes whose exchanges have succeeded, and releases those whose exchanges have failed or did
     * not start. Each of the others follows when its exchange has ended.
     *
     * @return completes when the store has done both, or with an {@link SmsStoreException} if one call failed; all
     *         outcomes may then be redelivered
     */
    synchronized CompletionStage<Void> settle() {
        routed();
        return callStore();
    }

    @Override
    protected void endedLater() {
        callStore().whenComplete((done, failure) -> {
            if (failure != null) {
                onLateFailure.accept(SmsStoreException.of(failure));
            }
        });
    }

    private CompletionStage<Void> callStore() {
        List<SmsMessageRevision> keys = List.copyOf(succeeded);
        Map<Duration, List<SmsMessageRevision>> failed = new TreeMap<>(released);
        succeeded.clear();
        released.clear();
        List<CompletableFuture<Integer>> calls = new ArrayList<>();
        if (!keys.isEmpty()) {
            calls.add(StoreCalls.start(() -> results.acknowledge(keys)));
        }
        failed.forEach((delay, outcomes) -> calls.add(StoreCalls.start(() -> results.release(outcomes, delay))));
        return CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
                .exceptionallyCompose(failure -> failed(failure, keys.size()));
    }

    private static CompletionStage<Void> failed(Throwable failure, int succeeded) {
        SmsStoreException cause = SmsStoreException.of(failure);
        return CompletableFuture.failedFuture(
                new SmsStoreException(
                        Count.of(succeeded, "outcome was", "outcomes were")
                                      + " processed but may not be acknowledged, so a redelivery is possible: "
                                      + SafeText.message(cause),
                        true, cause));
    }

    private void release(SmsResultDelivery delivery, Duration delay) {
        released.computeIfAbsent(delay, none -> new ArrayList<>()).add(delivery.key());
    }
}
