package io.github.camelsms.status;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsQueryException;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.HeldStatuses;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.client.StatusOperations;
import io.github.camelsms.client.StatusResponse;
import io.github.camelsms.consume.ClaimedBatch;
import io.github.camelsms.consume.RoutingConsumer;
import io.github.camelsms.model.Remedy;
import io.github.camelsms.model.SmsStatus;

import org.apache.camel.Endpoint;
import org.apache.camel.Processor;

/**
 * Consumer that polls the statuses not consulted yet and creates one exchange for each.
 * <p>
 * The service returns each status only once (interface, "Query statuses not yet consulted"). Therefore the account
 * holds a status until its exchange has succeeded. A status whose exchange failed is redelivered on the next poll. A
 * block is routed completely even while the route stops. An unreadable response is kept and reported.
 */
public class SmsStatusConsumer extends StatusPollConsumer {

    /** From this HTTP status on, a response cannot contain statuses; it may be the error page of a gateway. */
    private static final int FIRST_REDIRECT = 300;
    private static final int MAX_BLOCK = 100;

    /** Whether polls are skipped until a time, because the credentials are rejected. */
    private boolean isHalted;
    private long haltedUntil;

    public SmsStatusConsumer(Endpoint endpoint, SmsConfiguration options, EndpointAccount endpointAccount,
                             Processor processor) {
        super(endpoint, options, endpointAccount, processor);
    }

    /** Statuses whose exchanges have not ended. */
    private static final class HeldBatch extends ClaimedBatch<SmsStatus> {

        private final HeldStatuses held;

        HeldBatch(RoutingConsumer consumer, List<SmsStatus> statuses, HeldStatuses held) {
            super(consumer, statuses);
            this.held = held;
        }

        /** Does nothing, because no other consumer has these statuses. */
        @Override
        protected CompletionStage<Integer> hide(Collection<SmsStatus> statuses) {
            return CompletableFuture.completedFuture(0);
        }

        @Override
        protected void acknowledge(SmsStatus status) {
            held.succeeded(status);
        }

        @Override
        protected void release(SmsStatus status) {
            held.failed(status);
        }

        @Override
        protected void endedLater() {
            // Nothing is deferred.
        }
    }

    @Override
    public int processBatch(Queue<Object> exchanges) {
        List<SmsStatus> statuses = exchanges.stream().map(SmsStatus.class::cast).toList();
        HeldStatuses held = account().statuses().held();
        HeldBatch batch = new HeldBatch(this, statuses, held);
        try {
            for (int index = 0; index < statuses.size(); index++) {
                SmsStatus status = statuses.get(index);
                held.started(status);
                process(status, index, statuses.size(), batch);
            }
        } catch (RuntimeException | Error e) {
            batch.abandon();
            throw e;
        } finally {
            pendingExchanges = 0;
        }
        batch.routed();
        return statuses.size();
    }

    @Override
    protected int pollBatches() throws Exception {
        int polled = redeliver();
        boolean hasMore = true;
        while (hasMore && isReadingAllowed() && awaitRoom(MAX_BLOCK)) {
            String full = account().statuses().pauseReason();
            if (full != null) {
                // No request was made, so the service keeps its statuses.
                throw new SmsQueryException(full, null, List.of(), null);
            }
            if (isHalted && clock().nanos() < haltedUntil) {
                return polled;
            }
            StatusResponse response = account().client().query(StatusOperations::readNotConsulted);
            // First, because a logger of the application may throw.
            account().statuses().held().add(response.readSoFar());
            if (response instanceof StatusResponse.Failed failed) {
                polled += route(failed.readSoFar());
                isHalted = failed.kind() == StatusResponse.Kind.UNAUTHORIZED;
                haltedUntil = clock().nanos() + StatusResponse.Failed.HALT.toNanos();
                throw failed(isHalted ? failed.halted() : failed);
            }
            polled();
            StatusResponse.Statuses block = (StatusResponse.Statuses) response;
            account().monitor().statuses().pollSucceeded();
            log().read(account().label(), block.statuses().size());
            polled += route(block.statuses());
            hasMore = block.fullBlock();
        }
        return polled;
    }

    private boolean isReadingAllowed() {
        return isRunAllowed() && !isSuspendingOrSuspended() && shutdownRunningTask == null;
    }

    /** Redelivers the statuses whose exchanges have failed, and returns their number. */
    private int redeliver() {
        List<SmsStatus> failed = account().statuses().held().waiting();
        int redelivered = 0;
        while (redelivered < failed.size() && awaitRoom(MAX_BLOCK)) {
            int end = Math.min(redelivered + MAX_BLOCK, failed.size());
            processBatch(new ArrayDeque<>(failed.subList(redelivered, end)));
            redelivered = end;
        }
        return redelivered;
    }

    @Override
    void left(SmsAccount account) {
        List<SmsStatus> failed = account.statuses().held().waiting();
        if (!failed.isEmpty()) {
            log().stoppedWith(account.label(), failed);
        }
    }

    private int route(List<SmsStatus> statuses) {
        account().monitor().statuses().read(statuses);
        processBatch(new ArrayDeque<>(statuses));
        return statuses.size();
    }

    private void process(SmsStatus status, int index, int total, HeldBatch batch) {
        route(createExchange(status, index, total), (exchange, failure) -> {
            if (failure == null) {
                batch.succeeded(List.of(status));
            } else {
                batch.failed(List.of(status));
                statusesFailed(
                        exchange, failure,
                        () -> log().exchangeFailed(account().label(), status, reason(failure), Remedy.ofRoute(failure)));
            }
        });
    }

    private SmsQueryException failed(StatusResponse.Failed failed) {
        String response = failed.unrecognizedResponse();
        Integer code = failed.code();
        boolean mayHoldStatuses = code == null || code < FIRST_REDIRECT;
        if (response != null && mayHoldStatuses) {
            log().unreadable(account().label(), account().statuses().responses().add(response, failed.reason()));
        }
        return FailedQuery.exception(account().label(), failed, failed.readSoFar());
    }
}
