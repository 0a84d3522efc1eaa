package io.github.camelsms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.dispatch.StoreCalls;
import io.github.camelsms.model.Backoff;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.store.MessageResults;
import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStoreException;

/**
 * Claimed outcomes of one batch, grouped by the results of their exchanges. They are acknowledged and released
 * together, so that a batch needs few commits.
 */
final class ResultBatch {

    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private final MessageResults results;
    private final List<SmsMessageRevision> succeeded = new ArrayList<>();
    private final Map<Duration, List<SmsMessageRevision>> released = new TreeMap<>();

    ResultBatch(MessageResults results) {
        this.results = results;
    }

    void succeeded(SmsResultDelivery delivery) {
        succeeded.add(delivery.key());
    }

    /** Adds an outcome to be redelivered after a delay that doubles with each failure, up to one minute. */
    void failed(SmsResultDelivery delivery) {
        release(delivery, delay(delivery.delivery()));
    }

    /** Adds an outcome without an exchange, to be redelivered immediately. */
    void unprocessed(SmsResultDelivery delivery) {
        release(delivery, Duration.ZERO);
    }

    int succeeded() {
        return succeeded.size();
    }

    static Duration delay(int delivery) {
        return BACKOFF.after(delivery - 1);
    }

    /**
     * Acknowledges the successful outcomes and releases the others.
     *
     * @return completes when the store has done both, or with an {@link SmsStoreException} if one call failed; all
     *         outcomes may then be redelivered
     */
    CompletionStage<Void> settle() {
        List<CompletableFuture<Integer>> calls = new ArrayList<>();
        if (!succeeded.isEmpty()) {
            calls.add(StoreCalls.start(() -> results.acknowledge(succeeded)));
        }
        released.forEach((delay, keys) -> calls.add(StoreCalls.start(() -> results.release(keys, delay))));
        return CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).exceptionallyCompose(this::failed);
    }

    private CompletionStage<Void> failed(Throwable failure) {
        SmsStoreException cause = SmsStoreException.of(failure);
        return CompletableFuture.failedFuture(new SmsStoreException(
                Count.of(succeeded.size(), "outcome was", "outcomes were")
                                                                    + " processed but may not be acknowledged, so a redelivery is possible: "
                                                                    + SafeText.message(cause),
                true, cause));
    }

    private void release(SmsResultDelivery delivery, Duration delay) {
        released.computeIfAbsent(delay, none -> new ArrayList<>()).add(delivery.key());
    }
}
