package io.github.camelsms;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.client.StatusOperations;
import io.github.camelsms.client.StatusResponse;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

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

    /** Failure of polls until a time, because the credentials are rejected. */
    private StatusResponse.@Nullable Failed halt;
    private long haltedUntil;

    SmsStatusConsumer(SmsEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
    }

    @Override
    public int processBatch(Queue<Object> exchanges) {
        int total = exchanges.size();
        int succeeded = 0;
        for (int index = 0; index < total; index++) {
            SmsStatus status = (SmsStatus) exchanges.remove();
            if (process(status, index, total)) {
                succeeded++;
                account().statuses().held().remove(status);
            }
        }
        pendingExchanges = 0;
        return succeeded;
    }

    @Override
    int pollBatches() throws Exception {
        int polled = processBatch(new ArrayDeque<>(account().statuses().held()));
        boolean hasMore = true;
        while (hasMore && isRunAllowed() && !isSuspendingOrSuspended() && shutdownRunningTask == null) {
            String full = account().statuses().pauseReason();
            if (full != null) {
                // No request was made, so the service keeps its statuses.
                throw new SmsQueryException(full, null, List.of(), null);
            }
            if (halt != null && clock().nanos() < haltedUntil) {
                throw SmsQueryException.of(account().label(), halt, List.of());
            }
            StatusResponse response = account().client().query(StatusOperations::readNotConsulted);
            // First, because a logger of the application may throw.
            account().statuses().held().addAll(response.readSoFar());
            if (response instanceof StatusResponse.Failed failed) {
                polled += route(failed.readSoFar());
                haltIfUnauthorized(failed);
                throw failed(failed);
            }
            StatusResponse.Statuses block = (StatusResponse.Statuses) response;
            account().monitor().statuses().pollSucceeded();
            log().read(account().label(), block.statuses().size());
            polled += route(block.statuses());
            hasMore = block.fullBlock();
        }
        return polled;
    }

    private void haltIfUnauthorized(StatusResponse.Failed failed) {
        boolean isHalted = failed.kind() == StatusResponse.Kind.UNAUTHORIZED;
        halt = isHalted ? failed.halted() : null;
        haltedUntil = clock().nanos() + StatusResponse.Failed.HALT.toNanos();
    }

    @Override
    void left(SmsAccount account) {
        if (!account.statuses().held().isEmpty()) {
            log().stoppedWith(account.label(), account.statuses().held());
        }
    }

    private int route(List<SmsStatus> statuses) {
        account().monitor().statuses().read(statuses);
        processBatch(new ArrayDeque<>(statuses));
        return statuses.size();
    }

    private boolean process(SmsStatus status, int index, int total) {
        String failure = route(createExchange(status, index, total));
        if (failure != null) {
            log().exchangeFailed(account().label(), status, failure);
        }
        return failure == null;
    }

    private SmsQueryException failed(StatusResponse.Failed failed) {
        String response = failed.unrecognizedResponse();
        Integer code = failed.code();
        boolean mayHoldStatuses = code == null || code < FIRST_REDIRECT;
        if (response != null && mayHoldStatuses) {
            log().unreadable(account().label(), account().statuses().responses().add(response, failed.reason()));
        }
        return SmsQueryException.of(account().label(), failed, failed.readSoFar());
    }
}
