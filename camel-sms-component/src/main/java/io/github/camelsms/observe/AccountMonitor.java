package io.github.camelsms.observe;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

import io.github.camelsms.engine.EngineListener;
import io.github.camelsms.engine.SendVerdict;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Counts of an account's messages and requests since its first use, with its last requests and incidents. Thread-safe.
 */
public final class AccountMonitor implements EngineListener {

    private static final int MAX_REQUESTS = 20;
    private static final int MAX_INCIDENTS = 20;
    private static final Duration POLICY_INCIDENT_INTERVAL = Duration.ofMinutes(1);
    private static final SendResponse.Processed NO_RESULTS = new SendResponse.Processed(List.of());

    private final InstantSource clock;
    private final EnumCounts<SmsOutcome> outcomes = new EnumCounts<>(SmsOutcome.class);
    private final EnumCounts<RequestResult> requests = new EnumCounts<>(RequestResult.class);
    private final LongAdder messagesInRequests = new LongAdder();
    private final RejectionReasons rejections = new RejectionReasons();
    private final Recent<RequestRecord> lastRequests = new Recent<>(MAX_REQUESTS);
    private final Recent<Incident> incidents = new Recent<>(MAX_INCIDENTS);
    private final Outage throttling;
    private final StatusMonitor statuses;
    private final RouteMonitor routes;
    private final LongAdder failedStoreCalls = new LongAdder();
    private volatile boolean isStoreFailing;
    private volatile @Nullable Instant lastPolicyIncident;
    private final ReconciliationMonitor reconciliation = new ReconciliationMonitor();

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    public AccountMonitor(InstantSource clock, LongSupplier nanos) {
        this.clock = clock;
        this.throttling = new Outage(nanos);
        this.statuses = new StatusMonitor(clock, nanos, incidents);
        this.routes = new RouteMonitor(clock, incidents);
    }

    /** Returns the monitor of the account's delivery statuses. */
    public StatusMonitor statuses() {
        return statuses;
    }

    /** Returns the monitor of the routes that consume statuses and outcomes. */
    public RouteMonitor routes() {
        return routes;
    }

    /** Returns the monitor of the lookups of messages of unknown outcome. */
    public ReconciliationMonitor reconciliation() {
        return reconciliation;
    }

    @Override
    public void requestCompleted(int messages, SendResponse response, long roundTripNanos) {
        RequestResult result = RequestResult.of(response);
        requests.increment(result);
        messagesInRequests.add(messages);
        if (isServed(response)) {
            throttling.succeeded();
        }
        SendResponse.Processed items = response instanceof SendResponse.Processed processed ? processed : NO_RESULTS;
        int unknown = result == RequestResult.UNKNOWN ? messages : items.count(SmsOutcome.UNKNOWN);
        lastRequests.add(
                new RequestRecord(
                        clock.instant(), result, messages, items.count(SmsOutcome.ACCEPTED),
                        items.count(SmsOutcome.REJECTED), unknown, roundTripNanos / 1_000_000));
    }

    @Override
    public void messageCompleted(SmsSendResult result, long nanos) {
        outcomes.increment(result.outcome());
        if (result.outcome() == SmsOutcome.REJECTED) {
            rejections.add(result);
        }
    }

    @Override
    public void throttled(String reason, long backoffNanos) {
        throttling.failed();
        addIncident(Incident.Kind.THROTTLED, reason);
    }

    @Override
    public void unreachable(String reason, int attempts, long delayNanos) {
        addIncident(Incident.Kind.UNREACHABLE, reason);
    }

    @Override
    public void halted(int code, String reason, long probeDelayNanos) {
        addIncident(Incident.Kind.HALTED, reason);
    }

    @Override
    public void circuitOpened(String reason, int requestsInARow, long delayNanos) {
        addIncident(Incident.Kind.NO_USABLE_RESPONSE, requestsInARow + " requests in a row: " + reason);
    }

    @Override
    public void unknown(List<SmsSendResult> results) {
        addIncident(Incident.Kind.UNKNOWN, Count.of(results.size(), "message") + ": " + results.get(0).reason());
    }

    @Override
    public void storeFailed(SmsStoreException failure) {
        failedStoreCalls.increment();
        if (!isStoreFailing) {
            isStoreFailing = true;
            addIncident(Incident.Kind.STORE, SafeText.message(failure));
        }
    }

    @Override
    public void storeRecovered() {
        isStoreFailing = false;
    }

    @Override
    public void policyFailed(SendVerdict.Failed first, int messages) {
        // The policies are asked again each second, and would replace all other incidents.
        Instant now = clock.instant();
        Instant before = lastPolicyIncident;
        if (before == null || now.isAfter(before.plus(POLICY_INCIDENT_INTERVAL))) {
            lastPolicyIncident = now;
            addIncident(Incident.Kind.POLICY, first.reason());
        }
    }

    @Override
    public void internalError(Throwable error) {
        // The error's message may hold confidential data; the log has it.
        addIncident(Incident.Kind.INTERNAL, error.getClass().getSimpleName());
    }

    /** Returns whether a response shows that the service does not throttle all requests, or no longer. */
    static boolean isServed(SendResponse response) {
        boolean isProcessed = response instanceof SendResponse.Processed processed
                && processed.count(SmsOutcome.NOT_SENT) < processed.results().size();
        return isProcessed || response instanceof SendResponse.Unauthorized || response instanceof SendResponse.NotUnderstood;
    }

    /** Returns for how long all requests have been throttled; zero if they are not. */
    public Duration throttledFor() {
        return throttling.time();
    }

    /** Returns the number of messages with this outcome. */
    public long messages(SmsOutcome outcome) {
        return outcomes.get(outcome);
    }

    /** Returns the number of requests with this result. */
    public long requests(RequestResult result) {
        return requests.get(result);
    }

    /** Returns the number of all completed requests. */
    public long requests() {
        return Arrays.stream(RequestResult.values()).mapToLong(this::requests).sum();
    }

    /** Returns the number of messages in all completed requests; retried messages count once per request. */
    public long messagesInRequests() {
        return messagesInRequests.sum();
    }

    /** Returns the number of calls to the message store that failed. */
    public long failedStoreCalls() {
        return failedStoreCalls.sum();
    }

    /** Returns whether calls to the message store fail. */
    public boolean isStoreFailing() {
        return isStoreFailing;
    }

    /** Returns the number of messages that policies have rejected. Their source needs no correction. */
    long rejectedByPolicies() {
        return rejections.byPolicies();
    }

    /** Returns the number of rejected messages by reason, for about twenty reasons at most. */
    Map<String, Long> rejections() {
        return rejections.counts();
    }

    /** Returns the last requests, newest first. */
    List<RequestRecord> lastRequests() {
        return lastRequests.list();
    }

    /** Returns the last incidents, newest first. */
    List<Incident> incidents() {
        return incidents.list();
    }

    private void addIncident(Incident.Kind kind, String reason) {
        incidents.add(new Incident(clock.instant(), kind, reason));
    }
}
