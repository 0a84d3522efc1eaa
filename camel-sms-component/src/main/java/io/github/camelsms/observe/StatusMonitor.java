package io.github.camelsms.observe;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Counts of an account's delivery statuses and polls since its first use. Thread-safe.
 */
public final class StatusMonitor {

    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Recent<Incident> incidents;
    private final EnumCounts<SmsDeliveryStatus> polled = new EnumCounts<>(SmsDeliveryStatus.class);
    private final LongAdder failedPolls = new LongAdder();
    private final LongAdder failedExchanges = new LongAdder();
    private final LongAdder settled = new LongAdder();
    private final OtherSender otherSender;
    private volatile @Nullable Poll lastPoll;
    private volatile boolean arePollsFailing;

    /** Time of a poll, on the wall clock for display and on the monotonic clock for its age. */
    private record Poll(Instant at, long nanos) {
    }

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    StatusMonitor(InstantSource clock, LongSupplier nanos, Recent<Incident> incidents) {
        this.clock = clock;
        this.nanos = nanos;
        this.otherSender = new OtherSender(nanos);
        this.incidents = incidents;
    }

    /** Records statuses that a poll read. */
    public void read(List<SmsStatus> statuses) {
        statuses.forEach(status -> polled.increment(status.status()));
    }

    /**
     * Records statuses that were read from the message store for the first time.
     *
     * @param  notStored number of those whose message the store does not have
     * @return           why another application seems to use the account, if this begins with them; otherwise null
     */
    public @Nullable String delivered(int statuses, int notStored) {
        return otherSender.read(statuses, notStored);
    }

    /** Returns why another application seems to use the account with another message store, or null. */
    public @Nullable String otherSender() {
        return otherSender.suspicion();
    }

    /** Records a successful poll, with or without statuses. */
    public void pollSucceeded() {
        lastPoll = new Poll(clock.instant(), nanos.getAsLong());
    }

    /** Records a failed poll. */
    public void pollFailed(String reason) {
        arePollsFailing = true;
        failedPolls.increment();
        incidents.add(new Incident(clock.instant(), Incident.Kind.STATUSES, reason));
    }

    /** Records that polls no longer fail, because one has succeeded or because there are none. */
    public void pollsWork() {
        arePollsFailing = false;
    }

    /** Returns whether the last poll that was not skipped has failed. */
    public boolean arePollsFailing() {
        return arePollsFailing;
    }

    /** Records a failed exchange of a status, which is held and redelivered. */
    public void exchangeFailed() {
        failedExchanges.increment();
    }

    /** Records messages of unknown outcome that statuses have settled. */
    public void settled(int messages) {
        settled.add(messages);
    }

    /** Returns the number of messages of unknown outcome that statuses have settled. */
    public long settled() {
        return settled.sum();
    }

    /** Returns the number of polled statuses by status; by-date queries do not count. */
    public Map<SmsDeliveryStatus, Long> byStatus() {
        return polled.all();
    }

    public long count(SmsDeliveryStatus status) {
        return polled.get(status);
    }

    public long failedPolls() {
        return failedPolls.sum();
    }

    public long failedExchanges() {
        return failedExchanges.sum();
    }

    /** Returns the time of the last successful poll, or null if there was none. */
    public @Nullable Instant lastPoll() {
        Poll poll = lastPoll;
        return poll == null ? null : poll.at;
    }

    /** Returns the time since the last successful poll, whatever the wall clock says, or null if there was none. */
    public @Nullable Duration timeSinceLastPoll() {
        Poll poll = lastPoll;
        return poll == null ? null : Duration.ofNanos(nanos.getAsLong() - poll.nanos);
    }
}
