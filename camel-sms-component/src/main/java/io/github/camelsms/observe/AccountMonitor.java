package io.github.camelsms.observe;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import io.github.camelsms.dispatch.DispatchListener;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * What has happened to an account's messages and requests since the start: counts, and the last requests and troubles.
 * Thread-safe; reading and counting do not wait for each other.
 */
public final class AccountMonitor implements DispatchListener {

    private static final int MAX_REQUESTS = 20;
    private static final int MAX_INCIDENTS = 20;
    private static final SendResponse.Answered NO_RESULTS = new SendResponse.Answered(List.of());

    private final InstantSource clock;
    private final EnumCounts<SmsOutcome> outcomes = new EnumCounts<>(SmsOutcome.class);
    private final EnumCounts<RequestResult> requests = new EnumCounts<>(RequestResult.class);
    private final LongAdder messagesInRequests = new LongAdder();
    private final RejectionReasons rejections = new RejectionReasons();
    private final Recent<RequestRecord> lastRequests = new Recent<>(MAX_REQUESTS);
    private final Recent<Incident> incidents = new Recent<>(MAX_INCIDENTS);
    private final StatusMonitor statuses;

    public AccountMonitor(InstantSource clock) {
        this.clock = clock;
        this.statuses = new StatusMonitor(clock, incidents);
    }

    /** The part that counts statuses. */
    public StatusMonitor statuses() {
        return statuses;
    }

    @Override
    public void requestCompleted(int messages, SendResponse response, long roundTripNanos) {
        RequestResult result = RequestResult.of(response);
        requests.increment(result);
        messagesInRequests.add(messages);
        SendResponse.Answered items = response instanceof SendResponse.Answered answered ? answered : NO_RESULTS;
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
    public void throttled(String reason, long pauseNanos) {
        happened(Incident.Kind.THROTTLED, reason);
    }

    @Override
    public void unreachable(String reason, int attempts, long delayNanos) {
        happened(Incident.Kind.UNREACHABLE, reason);
    }

    @Override
    public void halted(int code, String reason, long probeDelayNanos) {
        happened(Incident.Kind.HALTED, reason);
    }

    @Override
    public void unanswered(String reason, int requestsInARow, long delayNanos) {
        happened(Incident.Kind.UNANSWERED, requestsInARow + " requests in a row: " + reason);
    }

    @Override
    public void unknown(List<SmsSendResult> results) {
        happened(Incident.Kind.UNKNOWN, results.size() + " messages: " + results.get(0).reason());
    }

    @Override
    public void internalError(Throwable error) {
        // Its message may hold anything; the log has it.
        happened(Incident.Kind.INTERNAL, error.getClass().getSimpleName());
    }

    /** Messages that came to this end. */
    public long messages(SmsOutcome outcome) {
        return outcomes.get(outcome);
    }

    /** Requests that ended like this. */
    public long requests(RequestResult result) {
        return requests.get(result);
    }

    /** Messages in all requests that have ended, those that went again counted again. */
    public long messagesInRequests() {
        return messagesInRequests.sum();
    }

    /** Rejected messages by reason; at most some twenty. */
    public Map<String, Long> rejections() {
        return rejections.counts();
    }

    /** The last requests, the newest first. */
    public List<RequestRecord> lastRequests() {
        return lastRequests.list();
    }

    /** The last troubles, the newest first. */
    public List<Incident> incidents() {
        return incidents.list();
    }

    private void happened(Incident.Kind kind, @Nullable String reason) {
        incidents.add(new Incident(clock.instant(), kind, reason == null ? "" : reason));
    }
}
