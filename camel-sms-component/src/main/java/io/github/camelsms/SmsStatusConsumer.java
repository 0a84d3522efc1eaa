package io.github.camelsms;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

import io.github.camelsms.account.AccountClient;
import io.github.camelsms.account.AccountLease;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.client.StatusResponse;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.observe.StatusLog;
import io.github.camelsms.observe.StatusMonitor;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.support.ScheduledBatchPollingConsumer;

/**
 * Consumer that polls the statuses not consulted yet and creates one exchange for each.
 * <p>
 * The service returns each status only once (interface, "Query statuses not yet consulted"). So the account holds a
 * status until its exchange has succeeded. A block is routed completely even while the route stops, a failed exchange
 * is offered again on the next poll, and a response that was not understood is kept and reported.
 */
public class SmsStatusConsumer extends ScheduledBatchPollingConsumer {

    /** From this HTTP status on, a response is a gateway's page without statuses. */
    private static final int FIRST_REDIRECT = 300;

    private final StatusLog log = new StatusLog(this::nanos);
    private boolean lastPollFailed;
    private @Nullable AccountLease lease;
    private volatile @Nullable Instant startedAt;

    SmsStatusConsumer(SmsEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
    }

    @Override
    public SmsEndpoint getEndpoint() {
        return (SmsEndpoint) super.getEndpoint();
    }

    @Override
    public int processBatch(Queue<Object> exchanges) {
        int total = exchanges.size();
        int succeeded = 0;
        for (int index = 0; index < total; index++) {
            pendingExchanges = total - index;
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
    protected int poll() throws Exception {
        StatusMonitor monitor = account().monitor().statuses();
        try {
            int polled = pollBlocks();
            if (lastPollFailed) {
                log.readAgain(account().label());
            }
            lastPollFailed = false;
            return polled;
        } catch (Exception e) {
            lastPollFailed = true;
            monitor.pollFailed(e instanceof SmsQueryException ? String.valueOf(e.getMessage()) : e.getClass().getSimpleName());
            throw e;
        }
    }

    private int pollBlocks() throws Exception {
        shutdownRunningTask = null;
        int polled = processBatch(new ArrayDeque<>(account().statuses().held()));
        boolean hasMore = true;
        while (hasMore && isRunAllowed() && shutdownRunningTask == null) {
            String full = account().statuses().whyFull();
            if (full != null) {
                // No request was made, so the service keeps its statuses.
                throw new SmsQueryException(full, null, List.of(), null);
            }
            StatusResponse response = client().readNotConsulted();
            if (response instanceof StatusResponse.Failed failed) {
                polled += route(failed.readSoFar());
                throw failed(failed);
            }
            StatusResponse.Statuses block = (StatusResponse.Statuses) response;
            account().monitor().statuses().pollSucceeded();
            log.read(account().label(), block.statuses().size());
            polled += route(block.statuses());
            hasMore = block.fullBlock();
        }
        return polled;
    }

    @Override
    protected void doBuild() throws Exception {
        if (getHealthCheck() == null) {
            StatusPollHealth health = new StatusPollHealth(this);
            HealthCheck.State initialState = initialHealthCheckState();
            if (initialState != null) {
                health.setInitialState(initialState);
            }
            setHealthCheck(health);
        }
        super.doBuild();
    }

    @Override
    protected void doStart() throws Exception {
        AccountLease ours
                = getEndpoint().getComponent().accounts().join(SmsOptions.user(getEndpoint()), AccountLease.Purpose.POLLING);
        lease = ours;
        startedAt = now();
        try {
            super.doStart();
        } catch (Exception | Error e) {
            // Camel does not stop a consumer that failed to start.
            ours.close();
            throw e;
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        AccountLease ours = lease;
        if (ours == null) {
            return;
        }
        ours.close();
        SmsAccount left = ours.account();
        if (!left.statuses().held().isEmpty()) {
            log.stoppedWith(left.label(), left.statuses().held());
        }
    }

    /** Returns the later time of the last successful poll and of the start; null before the first start. */
    @Nullable
    Instant lastPollOrStart() {
        Instant start = startedAt;
        return start == null ? null : StatusPollHealth.later(start, account().monitor().statuses().lastPoll());
    }

    private long nanos() {
        return getEndpoint().getComponent().accounts().clock().nanos();
    }

    Instant now() {
        return getEndpoint().getComponent().accounts().clock().instant();
    }

    private int route(List<SmsStatus> statuses) {
        account().monitor().statuses().read(statuses);
        account().statuses().held().addAll(statuses);
        processBatch(new ArrayDeque<>(statuses));
        return statuses.size();
    }

    private boolean process(SmsStatus status, int index, int total) {
        Exchange exchange = createExchange(false);
        StatusExchange.fill(exchange, status, index, total);
        Exception failure;
        try {
            getProcessor().process(exchange);
            failure = exchange.getException();
        } catch (Exception e) {
            failure = e;
        }
        boolean succeeded = failure == null && !exchange.isRollbackOnly();
        releaseExchange(exchange, false);
        if (!succeeded) {
            account().monitor().statuses().exchangeFailed();
            log.exchangeFailed(account().label(), status, failure);
        }
        return succeeded;
    }

    private SmsQueryException failed(StatusResponse.Failed failed) {
        String response = failed.unrecognizedResponse();
        Integer code = failed.code();
        boolean mayHoldStatuses = code == null || code < FIRST_REDIRECT;
        if (response != null && mayHoldStatuses) {
            log.notUnderstood(account().label(), account().statuses().responses().add(response, failed.reason()));
        }
        return StatusFailures.exception(account().label(), failed, failed.readSoFar());
    }

    private AccountClient client() {
        return account().client();
    }

    private SmsAccount account() {
        return getEndpoint().started(lease, "consumer").account();
    }
}
