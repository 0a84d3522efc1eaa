package io.github.camelsms.observe;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * What was read of an account's delivery statuses since the start. Thread-safe.
 */
public final class StatusMonitor {

    private final InstantSource clock;
    private final Recent<Incident> incidents;
    private final EnumCounts<SmsDeliveryStatus> polled = new EnumCounts<>(SmsDeliveryStatus.class);
    private final LongAdder failedPolls = new LongAdder();
    private final LongAdder failedExchanges = new LongAdder();
    private volatile @Nullable Instant lastPoll;

    StatusMonitor(InstantSource clock, Recent<Incident> incidents) {
        this.clock = clock;
        this.incidents = incidents;
    }

    /** Statuses that had not been consulted before were read. */
    public void read(List<SmsStatus> statuses) {
        statuses.forEach(status -> polled.increment(status.status()));
    }

    /** The service answered a poll, with a block of statuses or with none. */
    public void answered() {
        lastPoll = clock.instant();
    }

    /** A poll failed. */
    public void pollFailed(String reason) {
        failedPolls.increment();
        incidents.add(new Incident(clock.instant(), Incident.Kind.STATUSES, reason));
    }

    /** The exchange of a status failed; the status is held and offered again. */
    public void exchangeFailed() {
        failedExchanges.increment();
    }

    /** Statuses read by polling, by what they say; by-date queries are not counted. */
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

    /** When the service last answered a poll, or null if it never has. */
    public @Nullable Instant lastPoll() {
        return lastPoll;
    }
}
