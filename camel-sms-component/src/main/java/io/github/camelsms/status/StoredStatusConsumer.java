package io.github.camelsms.status;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsQueryException;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.account.StatusGaps;
import io.github.camelsms.account.StoredPolls;
import io.github.camelsms.account.SystemClock;
import io.github.camelsms.client.StatusOperations;
import io.github.camelsms.client.StatusResponse;
import io.github.camelsms.consume.VisibilityTimeout;
import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.Remedy;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.observe.Ownership;
import io.github.camelsms.observe.StatusLog;
import io.github.camelsms.options.SmsOptions;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.ownership.OwnerWatch;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Processor;

/**
 * Consumer that polls the statuses not consulted yet into the message store, and creates exchanges for the statuses in
 * the store.
 * <p>
 * Only the node that owns the lease of the account's statuses polls; all nodes consume. A status is acknowledged after
 * its exchange has succeeded, and redelivered otherwise, to any node.
 */
public class StoredStatusConsumer extends StatusPollConsumer {

    private static final int MAX_UNCONFIRMED = 8;
    private static final int MAX_BLOCK = 100;
    /** Minimum time between two polls while the statuses of earlier polls are routed, which can take hours. */
    private static final Duration MIN_POLL_INTERVAL = Duration.ofMinutes(1);

    private @Nullable Services services;
    /** Last time in standby, on the monotonic clock. */
    private volatile @Nullable Long lastStandby;
    /** Node that owned the lease at the last poll, if it was another one. */
    private @Nullable String otherPoller;

    public StoredStatusConsumer(Endpoint endpoint, SmsConfiguration options, EndpointAccount endpointAccount,
                                Processor processor) {
        super(endpoint, options, endpointAccount, processor);
    }

    @Override
    void joined(SmsAccount account) {
        services = Services.of(endpointAccount(), options(), account, log(), clock());
    }

    /** Does not wait, because statuses that are not acknowledged are only redelivered. */
    @Override
    void left(SmsAccount account) {
        Services current = services;
        if (current != null) {
            current.acknowledgments().repeat();
        }
    }

    @Override
    protected int pollBatches() throws Exception {
        Services current = services();
        try {
            current.owner().begin();
            int consumed = 0;
            do {
                beginPoll(current);
                consumed += pollAndConsume(current);
            } while (isMoreAllowed() && current.owner().awaitTakeover());
            current.acknowledgments().await(0);
            return consumed;
        } catch (SmsStoreException e) {
            throw new SmsQueryException(
                    "status poll of account " + account().label() + " failed: " + SafeText.message(e)
                                        + ". Statuses that the store has are delivered later",
                    null, List.of(), null);
        }
    }

    /** Alternately reads a block into the store and routes a block from it, until there is neither. */
    private int pollAndConsume(Services current) throws Exception {
        SmsQueryException failure = null;
        int total = 0;
        int consumed = 0;
        boolean hasMore = true;
        long polledAt = clock().nanos();
        while (isMoreAllowed() && (hasMore || consumed > 0)) {
            if (isPollDue(polledAt)) {
                endPoll(current, failure);
                failure = null;
                beginPoll(current);
                hasMore = true;
            }
            if (hasMore) {
                polledAt = clock().nanos();
                otherPoller = null;
                if (!current.owner().isOwner()) {
                    standBy();
                }
                StatusResponse response = current.polls().readBlock();
                hasMore = response instanceof StatusResponse.Statuses block && block.fullBlock();
                if (response instanceof StatusResponse.Failed failed) {
                    failure = FailedQuery.exception(account().label(), failed, List.of());
                } else if (response != null) {
                    if (hasFailed()) {
                        current.gaps().logNew();
                    }
                    polled();
                    account().monitor().statuses().pollSucceeded();
                }
            }
            // While there is no room, blocks are still read into the store.
            boolean hasRoom = hasMore ? inProgress().hasRoom(MAX_BLOCK) : awaitRoom(MAX_BLOCK);
            consumed = hasRoom ? consumeBlock(current) : 0;
            total += consumed;
        }
        fillGap(current);
        if (failure != null) {
            current.acknowledgments().await(0);
            throw failure;
        }
        return total;
    }

    /** Until it is known that another node polls, a node without the lease skips the poll. */
    private void standBy() {
        lastStandby = clock().nanos();
        Ownership ownership = account().pollOwnership();
        Ownership.Owner owner = ownership == null ? null : ownership.owner();
        if (owner != null && !owner.isThisNode()) {
            otherPoller = owner.node();
            polled();
        }
    }

    @Override
    @Nullable
    String otherPoller() {
        return otherPoller;
    }

    private static void beginPoll(Services current) {
        current.acknowledgments().repeat();
        current.polls().readUnread();
    }

    /** Ends a poll that is followed by another one before all statuses are routed. */
    private void endPoll(Services current, @Nullable SmsQueryException failure) {
        fillGap(current);
        if (failure != null) {
            pollEnded(failure);
            // In Camel's words, as for a poll that fails at its end.
            getExceptionHandler().handleException(
                    "Failed polling endpoint: " + getEndpoint() + ". Will try again at next poll", failure);
        } else if (isPolled()) {
            pollEnded(null);
        }
    }

    private void fillGap(Services current) {
        if (current.polls().isOwner() && isMoreAllowed()) {
            current.gaps().fillNext();
        }
    }

    /** Returns whether the next poll is due although there are still statuses to route. */
    private boolean isPollDue(long polledAt) {
        Duration elapsed = Duration.ofNanos(clock().nanos() - polledAt);
        Duration delay = Duration.of(getDelay(), getTimeUnit().toChronoUnit());
        return elapsed.compareTo(MIN_POLL_INTERVAL) >= 0 && elapsed.compareTo(delay) >= 0;
    }

    /** Routes the open statuses of one block and returns their number. */
    private int consumeBlock(Services current) throws Exception {
        current.acknowledgments().await(MAX_UNCONFIRMED);
        List<SmsStatusDelivery> claimed
                = StoreCalls.await(
                        current.store().store().statuses().claim(current.store().name(), 1, VisibilityTimeout.VISIBILITY),
                        late -> late.stream().map(delivery -> delivery.key().block()).distinct()
                                .forEach(current.acknowledgments()::release));
        if (!claimed.isEmpty()) {
            countDelivered(claimed);
            processBatch(new ArrayDeque<>(claimed));
        }
        return claimed.size();
    }

    private void countDelivered(List<SmsStatusDelivery> claimed) {
        List<SmsStatusDelivery> first = claimed.stream().filter(delivery -> delivery.delivery() == 1).toList();
        int notStored = (int) first.stream().filter(delivery -> !delivery.isStored()).count();
        String otherSender = account().monitor().statuses().delivered(first.size(), notStored);
        if (otherSender != null) {
            log().otherSender(account().label(), otherSender);
        }
    }

    /** Routes the statuses of one block, and acknowledges those whose exchange has succeeded. */
    @Override
    public int processBatch(Queue<Object> exchanges) {
        List<SmsStatusDelivery> block = exchanges.stream().map(SmsStatusDelivery.class::cast).toList();
        Services current = services();
        StatusAcknowledgments.Block progress = current.acknowledgments().begin(this, block);
        try {
            if (options().isBatching()) {
                processWhole(block, progress);
            } else {
                processEach(block, progress);
            }
        } catch (RuntimeException | Error e) {
            progress.abandon();
            throw e;
        } finally {
            pendingExchanges = 0;
            progress.routed();
        }
        return progress.succeeded();
    }

    private void processWhole(List<SmsStatusDelivery> block, StatusAcknowledgments.Block progress) {
        Exchange exchange = createExchange(0, 1);
        exchange.setProperty(ExchangePropertyKey.BATCH_SIZE, block.size());
        exchange.getMessage().setBody(block.stream().map(SmsStatusDelivery::status).toList());
        process(exchange, block, progress);
    }

    private void processEach(List<SmsStatusDelivery> block, StatusAcknowledgments.Block progress) {
        List<SmsStatusDelivery> rotated = new ArrayList<>(block);
        // Each delivery begins with another status, so that slow exchanges which fail do not block those after them.
        Collections.rotate(rotated, 1 - block.get(0).delivery());
        for (int index = 0; index < block.size(); index++) {
            if (!isMoreAllowed() || !progress.isTimeForMore()) {
                progress.cutOff(rotated.subList(index, block.size()));
                return;
            }
            SmsStatusDelivery delivery = rotated.get(index);
            Exchange exchange = createExchange(delivery.status(), index, block.size());
            restore(exchange.getMessage(), delivery.headers());
            process(exchange, List.of(delivery), progress);
        }
    }

    private void process(Exchange started, List<SmsStatusDelivery> deliveries, StatusAcknowledgments.Block progress) {
        route(started, (exchange, failure) -> {
            if (failure == null) {
                progress.succeeded(deliveries);
            } else {
                progress.failed(deliveries);
                statusesFailed(
                        exchange, failure,
                        () -> log().storedExchangeFailed(
                                account().label(), deliveries.get(0).status(), deliveries.size(),
                                progress.delay().toSeconds(), reason(failure), Remedy.ofRoute(failure)));
            }
        });
    }

    /** Includes the last time in standby, because a node that does not own the lease is healthy. */
    @Override
    @Nullable
    public Duration timeSincePollOrStart() {
        Duration sincePoll = super.timeSincePollOrStart();
        return sincePoll == null ? null : StatusPollHealth.shorter(sincePoll, timeSince(lastStandby));
    }

    private Services services() {
        return endpointAccount().started(services, "consumer");
    }

    /** Services of an account whose statuses are polled into the message store. */
    private record Services(OwnedAccount store, OwnerWatch owner, StoredPolls polls, StatusGaps gaps,
            StatusAcknowledgments acknowledgments) {

        /**
         * Returns the services of an account that a consumer has joined.
         *
         * @param consumerClock clock of the consumer
         */
        static Services of(
                EndpointAccount endpointAccount, SmsConfiguration options, SmsAccount account, StatusLog log,
                EngineClock consumerClock) {
            OwnedAccount store = endpointAccount.started(account.polled(), "message store");
            SystemClock clock = endpointAccount.accounts().clock();
            return new Services(
                    store, new OwnerWatch(store, clock),
                    new StoredPolls(
                            store, () -> account.client().query(StatusOperations::fetchNotConsulted),
                            Duration.ofMillis(options.getRequestTimeout()), account.monitor().statuses(), log, consumerClock),
                    new StatusGaps(
                            store, account.queries(),
                            query -> account.client().query(
                                    statuses -> statuses.readByDate(query, options.isAcceptFullLastPage())),
                            account.monitor().statuses(), log, clock, SmsOptions.zone(options)),
                    new StatusAcknowledgments(store.store().statuses(), consumerClock));
        }
    }
}
