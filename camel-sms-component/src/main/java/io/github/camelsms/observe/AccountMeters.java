package io.github.camelsms.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.SmsMessageState;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Meters of an account. Times and request sizes are recorded as they happen. Everything else is read from the account
 * on demand. Tags have few values: no phone number, id or reason.
 */
final class AccountMeters implements AccountMetrics.Recorder {

    private static final Duration[] MESSAGE_BUCKETS = seconds(0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800);
    private static final Duration[] REQUEST_BUCKETS = seconds(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30);
    /** The bucket 199 separates requests with the default batchSize from smaller ones. */
    private static final double[] FILL_BUCKETS = { 1, 10, 50, 100, 150, 199, 200 };

    private final Meters meters;
    private final Timer[] messageTimes;
    private final Timer[] requestTimes;
    private final DistributionSummary fill;

    AccountMeters(Meters meters, ObservedAccount account) {
        this.meters = meters;
        this.messageTimes = Arrays.stream(SmsOutcome.values()).map(outcome -> messageTime(meters, outcome))
                .toArray(Timer[]::new);
        this.requestTimes = Arrays.stream(RequestResult.values()).map(result -> requestTime(meters, result))
                .toArray(Timer[]::new);
        this.fill = meters.summary("requests.messages", "Messages in a request", FILL_BUCKETS);
        countMessages(meters);
        countRequests(meters);
        countStatuses(meters);
        showBacklog(meters);
        showPace(meters);
        showState(meters);
        StoreFigures store = account.storeFigures();
        if (store != null) {
            showStore(meters, store);
            meters.gauge(
                    "store.owner", "Whether this node owns the account and sends for it: 1 or 0",
                    owned -> isOwner(owned.ownership()) ? 1 : 0);
        }
    }

    @Override
    public void requestCompleted(int messages, SendResponse response, long roundTripNanos) {
        requestTimes[RequestResult.of(response).ordinal()].record(roundTripNanos, TimeUnit.NANOSECONDS);
        fill.record(messages);
    }

    @Override
    public void messageCompleted(SmsSendResult result, long nanos) {
        messageTimes[result.outcome().ordinal()].record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        meters.removeAll();
    }

    private static Timer messageTime(Meters meters, SmsOutcome outcome) {
        return meters.timer("messages.time", "Time from a message's acceptance by the component to its outcome",
                MESSAGE_BUCKETS, tag(outcome));
    }

    private static Timer requestTime(Meters meters, RequestResult result) {
        return meters.timer("requests.time", "Time from a request's departure to its end", REQUEST_BUCKETS, tag(result));
    }

    private static void countMessages(Meters meters) {
        for (SmsOutcome outcome : SmsOutcome.values()) {
            meters.counter(
                    "messages", "Messages that have their outcome", account -> account.monitor().messages(outcome),
                    tag(outcome));
        }
        meters.counter(
                "messages.rejected.by.policies", "Messages that a policy has rejected, which are also REJECTED",
                account -> account.monitor().rejectedByPolicies());
    }

    private static void countRequests(Meters meters) {
        for (RequestResult result : RequestResult.values()) {
            meters.counter(
                    "requests", "Send requests that have ended; THROTTLED are the 429s",
                    account -> account.monitor().requests(result), tag(result));
        }
    }

    private static void countStatuses(Meters meters) {
        for (SmsDeliveryStatus status : SmsDeliveryStatus.values()) {
            meters.counter(
                    "statuses", "Delivery statuses read by polling", account -> account.monitor().statuses().count(status),
                    Tag.of("status", status.name()));
        }
        meters.gauge(
                "statuses.held", "Statuses that were read and whose exchanges have not succeeded yet",
                account -> account.heldStatuses());
        meters.gauge(
                "statuses.responses.kept", "Unreadable responses to polls that are kept; polling pauses at 100",
                account -> account.keptResponses().count());
        meters.counter(
                "statuses.exchanges.failed", "Exchanges of a status that failed",
                account -> account.monitor().statuses().failedExchanges());
        meters.counter(
                "statuses.polls.failed", "Polls for statuses that failed",
                account -> account.monitor().statuses().failedPolls());
        for (RouteMonitor.Source source : RouteMonitor.Source.values()) {
            meters.gauge(
                    "routes.failing",
                    "Whether the exchanges of statuses or of outcomes (RESULTS) fail in a route of this node: 1 or 0",
                    account -> account.monitor().routes().isFailing(source) ? 1 : 0, Tag.of("source", source.name()));
        }
        meters.gauge(
                "statuses.polls.failing", "Whether the last poll for statuses has failed: 1 or 0",
                account -> account.monitor().statuses().arePollsFailing() ? 1 : 0);
        meters.seconds(
                "statuses.last.poll.timestamp", "When statuses were last polled with success, in Unix time; NaN before",
                AccountMeters::lastPoll);
        meters.seconds(
                "statuses.last.poll.age", "Time since statuses were last polled with success; NaN before",
                AccountMeters::lastPollAge);
    }

    private static void showBacklog(Meters meters) {
        meters.gauge(
                "messages.pending", "Messages in the queue", account -> account.sending(SendFigures::pending, 0));
        meters.gauge(
                "messages.pending.max", "Capacity of the queue, maxPendingMessages",
                account -> account.sending(SendFigures::bound, Double.NaN));
        meters.gauge(
                "messages.held.back", "Messages beyond the queue's capacity, and inputs that wait to be read further",
                account -> account.sending(SendFigures::heldBack, 0));
        meters.seconds(
                "messages.oldest.age", "Age of the oldest message in the queue",
                account -> account.sending(figures -> seconds(figures.oldest()), 0));
        meters.seconds(
                "messages.drain.time", "Estimated time to drain the queue at the recent pace",
                account -> account.sending(figures -> seconds(figures.timeToDrain()), 0));
    }

    private static void showPace(Meters meters) {
        meters.gauge(
                "requests.inflight", "Send requests without a response yet",
                account -> account.sending(SendFigures::requestsInFlight, 0));
        meters.gauge(
                "requests.batch.size", "Maximum number of messages in a request, batchSize",
                account -> account.sending(SendFigures::batchSize, Double.NaN));
        meters.seconds(
                "requests.interval", "Interval between requests that the account's limit requires",
                account -> account.sending(figures -> seconds(figures.interval()), Double.NaN));
        meters.seconds(
                "requests.gap", "Recent time between two requests while messages wait",
                account -> account.sending(figures -> seconds(figures.usualGap()), Double.NaN));
    }

    private static void showState(Meters meters) {
        String description = "Whether the account sends: 1 for the state that it is in, 0 for the others";
        meters.gauge(
                "account.state", description, account -> account.sending(figures -> 0, 1), Tag.of("state", SendFigures.UNUSED));
        for (SendFigures.Sending state : SendFigures.Sending.values()) {
            meters.gauge(
                    "account.state", description,
                    account -> account.sending(figures -> figures.sending() == state ? 1 : 0, 0),
                    Tag.of("state", state.name()));
        }
    }

    private static void showStore(Meters meters, StoreFigures store) {
        for (SmsMessageState state : SmsMessageState.values()) {
            meters.gauge(
                    "store.messages", "Messages in the message store, by state; the same on all nodes",
                    account -> store.gauge(state), Tag.of("state", state.name()));
        }
        meters.seconds(
                "store.oldest.age",
                "Age of the oldest message in the message store that could be sent; the same on all nodes",
                account -> oldest(store));
        meters.gauge(
                "store.results.unacknowledged",
                "Outcomes in the message store that no exchange has acknowledged yet; the same on all nodes",
                account -> unacknowledged(store));
        meters.counter(
                "store.calls.failed", "Calls to the message store that failed; messages that were not stored have no outcome",
                account -> account.monitor().failedStoreCalls());
        meters.gauge(
                "store.failing",
                "Whether calls of this node to the message store fail: 1 or 0, which begins 10 s after the last failure",
                account -> account.monitor().isStoreFailing() ? 1 : 0);
        meters.counter(
                "statuses.settled", "Messages of unknown outcome that statuses have settled",
                account -> account.monitor().statuses().settled());
        for (ReconciliationMonitor.Result result : ReconciliationMonitor.Result.values()) {
            meters.counter(
                    "messages.reconciled", "Messages of unknown outcome that were looked up by date, by what became of them",
                    account -> account.monitor().reconciliation().count(result), Tag.of("result", result.name()));
        }
    }

    private static boolean isOwner(@Nullable Ownership ownership) {
        return ownership != null && ownership.isOwner();
    }

    private static double oldest(StoreFigures store) {
        Duration oldest = store.oldest();
        return oldest == null ? Double.NaN : seconds(oldest);
    }

    private static double unacknowledged(StoreFigures store) {
        Long unacknowledged = store.unacknowledged();
        return unacknowledged == null ? Double.NaN : unacknowledged;
    }

    private static double lastPoll(ObservedAccount account) {
        Instant lastPoll = account.monitor().statuses().lastPoll();
        return lastPoll == null ? Double.NaN : lastPoll.toEpochMilli() / 1e3;
    }

    private static double lastPollAge(ObservedAccount account) {
        Duration age = account.monitor().statuses().timeSinceLastPoll();
        return age == null ? Double.NaN : seconds(age);
    }

    private static Tag tag(SmsOutcome outcome) {
        return Tag.of("outcome", outcome.name());
    }

    private static Tag tag(RequestResult result) {
        return Tag.of("result", result.name());
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private static Duration[] seconds(double... seconds) {
        return Arrays.stream(seconds).mapToObj(each -> Duration.ofNanos((long) (each * 1e9))).toArray(Duration[]::new);
    }
}
