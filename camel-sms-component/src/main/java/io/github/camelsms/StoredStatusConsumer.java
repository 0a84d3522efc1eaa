package io.github.camelsms;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;

import io.github.camelsms.account.AccountStore;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.account.StatusGaps;
import io.github.camelsms.account.StoreStages;
import io.github.camelsms.account.StoredPolls;
import io.github.camelsms.account.SystemClock;
import io.github.camelsms.client.StatusResponse;
import io.github.camelsms.model.Backoff;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStatusKey;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Consumer that polls the statuses not consulted yet into the message store, and creates exchanges for the statuses in
 * the store.
 * <p>
 * Only the node that owns the lease of the account's statuses polls; all nodes consume. A status is acknowledged after
 * its exchange has succeeded, and redelivered otherwise, to any node.
 */
public class StoredStatusConsumer extends StatusPollConsumer {

    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));
    /** Maximum time for which statuses are routed before the first of them is acknowledged. */
    private static final Duration ACKNOWLEDGE_AFTER = Duration.ofSeconds(1);
    private static final int MAX_UNCONFIRMED = 8;

    private final SmsConfiguration options;
    private @Nullable Work work;
    private volatile @Nullable Instant standbySince;

    /** Services of the account that the consumer has joined. */
    private record Work(AccountStore store, StoredPolls polls, StatusGaps gaps, StatusAcknowledgements acknowledgements) {
    }

    StoredStatusConsumer(SmsEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.options = endpoint.getConfiguration();
    }

    @Override
    void joined(SmsAccount account) {
        AccountStore store = getEndpoint().started(account.polled(), "message store");
        SystemClock clock = getEndpoint().getComponent().accounts().clock();
        work = new Work(
                store,
                new StoredPolls(
                        store, account.client()::fetchNotConsulted, Duration.ofMillis(options.getRequestTimeout()),
                        account.monitor().statuses(), log(), clock),
                new StatusGaps(
                        store, account.queries(),
                        query -> account.client().readByDate(query, options.isAcceptFullLastPage()),
                        account.monitor().statuses(), log(), clock, SmsOptions.zone(options)),
                new StatusAcknowledgements(store.store().statuses()));
    }

    /** Does not wait, because statuses that are not acknowledged are only redelivered. */
    @Override
    void left(SmsAccount account) {
        Work current = work;
        if (current != null) {
            current.acknowledgements().repeat();
        }
    }

    @Override
    int pollStatuses() throws Exception {
        Work current = work();
        try {
            current.acknowledgements().repeat();
            current.polls().readUnread();
            int consumed = pollAndConsume(current);
            current.acknowledgements().await(0);
            return consumed;
        } catch (SmsStoreException e) {
            throw new SmsQueryException(
                    "status poll of account " + account().label() + " failed: " + SafeText.message(e)
                                        + ". Statuses that the store has are delivered later",
                    null, List.of(), null);
        }
    }

    /** Alternately reads a block into the store and routes a block from it, until there is neither. */
    private int pollAndConsume(Work current) throws Exception {
        SmsQueryException failure = null;
        int total = 0;
        int consumed = 0;
        boolean hasMore = true;
        if (!current.polls().isOwner()) {
            standbySince = now();
        }
        while (isMoreAllowed() && (hasMore || consumed > 0)) {
            if (hasMore) {
                StatusResponse response = current.polls().readBlock();
                hasMore = response instanceof StatusResponse.Statuses block && block.fullBlock();
                if (response instanceof StatusResponse.Failed failed) {
                    failure = StatusFailures.exception(account().label(), failed, List.of());
                } else if (response != null) {
                    account().monitor().statuses().pollSucceeded();
                }
            }
            consumed = consumeBlock(current);
            total += consumed;
        }
        if (current.polls().isOwner() && isMoreAllowed()) {
            current.gaps().fillNext();
        }
        if (failure != null) {
            current.acknowledgements().await(0);
            throw failure;
        }
        return total;
    }

    /** Routes the open statuses of one block and returns their number. */
    private int consumeBlock(Work current) throws Exception {
        current.acknowledgements().await(MAX_UNCONFIRMED);
        List<SmsStatusDelivery> claimed
                = StoreStages.await(
                        current.store().store().statuses().claim(current.store().name(), 1, VisibilityTimeout.VISIBILITY),
                        late -> late.stream().map(delivery -> delivery.key().block()).distinct()
                                .forEach(block -> current.acknowledgements().release(block, Duration.ZERO)));
        if (!claimed.isEmpty()) {
            processBatch(new ArrayDeque<>(claimed));
        }
        return claimed.size();
    }

    /** Routes the statuses of one block, and acknowledges those whose exchange has succeeded. */
    @Override
    public int processBatch(Queue<Object> exchanges) {
        List<SmsStatusDelivery> block = exchanges.stream().map(SmsStatusDelivery.class::cast).toList();
        Work current = work();
        Batch batch = new Batch(block.get(0), current.acknowledgements());
        VisibilityTimeout timeout = VisibilityTimeout.extend(
                clock(), () -> current.store().store().statuses().release(List.of(batch.block), VisibilityTimeout.VISIBILITY));
        try (timeout) {
            if (options.isBatching()) {
                processWhole(block, batch);
            } else {
                processEach(block, batch, timeout);
            }
        } finally {
            pendingExchanges = 0;
            batch.end();
        }
        return batch.succeeded;
    }

    private void processWhole(List<SmsStatusDelivery> block, Batch batch) {
        Exchange exchange = createExchange(false);
        StatusExchange.fill(exchange, block.stream().map(SmsStatusDelivery::status).toList());
        pendingExchanges = 1;
        Failure failure = route(exchange);
        if (failure == null) {
            block.forEach(batch::succeeded);
        } else {
            failed(batch, block.get(0).status(), block.size(), failure);
        }
    }

    private void processEach(List<SmsStatusDelivery> block, Batch batch, VisibilityTimeout timeout) {
        List<SmsStatusDelivery> rotated = new ArrayList<>(block);
        // Each delivery begins with another status, so that slow exchanges which fail do not block those after them.
        Collections.rotate(rotated, 1 - block.get(0).delivery());
        for (int index = 0; index < block.size(); index++) {
            if (!isMoreAllowed() || !timeout.isTimeForMore()) {
                batch.isCut = true;
                return;
            }
            pendingExchanges = block.size() - index;
            SmsStatusDelivery delivery = rotated.get(index);
            Exchange exchange = createExchange(false);
            StatusExchange.restore(exchange.getMessage(), delivery.headers());
            StatusExchange.fill(exchange, delivery.status(), index, block.size());
            Failure failure = route(exchange);
            if (failure == null) {
                batch.succeeded(delivery);
            } else {
                failed(batch, delivery.status(), 1, failure);
            }
        }
    }

    private void failed(Batch batch, SmsStatus status, int statuses, Failure failure) {
        batch.isFailed = true;
        log().storedExchangeFailed(account().label(), status, statuses, batch.delay.toSeconds(), failure.cause());
    }

    /** Returns the delay before statuses are redelivered, which doubles with each delivery of their block. */
    static Duration delay(int delivery) {
        return BACKOFF.after(delivery - 1);
    }

    /** Includes the last time in standby, because a node that does not own the lease is healthy. */
    @Override
    @Nullable
    Instant lastPollOrStart() {
        Instant polled = super.lastPollOrStart();
        return polled == null ? null : StatusPollHealth.later(polled, standbySince);
    }

    private Work work() {
        return getEndpoint().started(work, "consumer");
    }

    /** Progress of one block. */
    private final class Batch {

        private final long block;
        private final Duration delay;
        private final StatusAcknowledgements acknowledgements;
        private final List<SmsStatusKey> processed = new ArrayList<>();
        private long acknowledgedAt = clock().nanos();
        private int succeeded;
        private boolean isFailed;
        private boolean isCut;

        Batch(SmsStatusDelivery first, StatusAcknowledgements acknowledgements) {
            this.block = first.key().block();
            this.delay = delay(first.delivery());
            this.acknowledgements = acknowledgements;
        }

        void succeeded(SmsStatusDelivery delivery) {
            processed.add(delivery.key());
            succeeded++;
            // A crash repeats what was not acknowledged, so slow routes acknowledge more often.
            if (clock().nanos() - acknowledgedAt > ACKNOWLEDGE_AFTER.toNanos()) {
                acknowledge();
            }
        }

        void end() {
            acknowledge();
            if (isFailed) {
                acknowledgements.release(block, delay);
            } else if (isCut) {
                acknowledgements.release(block, Duration.ZERO);
            }
        }

        private void acknowledge() {
            if (!processed.isEmpty()) {
                acknowledgements.acknowledge(processed);
            }
            processed.clear();
            acknowledgedAt = clock().nanos();
        }
    }
}
