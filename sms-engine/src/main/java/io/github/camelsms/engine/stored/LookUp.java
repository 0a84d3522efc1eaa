package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;

import io.github.camelsms.model.Backoff;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.model.StatusLookUp;
import io.github.camelsms.model.StatusQuery;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsUnknownMessage;

/**
 * Lookup of one message of unknown outcome: its queries, and the verdict on their responses.
 * <p>
 * All times come from the store, so that a wrong clock of this process cannot end reconciliation early. Used by one
 * thread at a time.
 */
final class LookUp {

    /** Maximum difference between the clocks of the store and the service. */
    static final Duration MIDNIGHT_MARGIN = Duration.ofMinutes(10);

    /** Zone of the send dates in the interface, where <code>zone</code> may be set to that of a container. */
    private static final ZoneId SERVICE_ZONE = ZoneId.of("America/Sao_Paulo");
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(30), Duration.ofMinutes(5));

    /** Conclusion from the responses. */
    enum Verdict {
        /** More days must be queried. */
        OPEN,
        /** The service knows the message, or has delivered a message with its id. */
        FOUND,
        /**
         * The service has no record of the last request, and the time for reconciliation had passed before the lookup.
         */
        NO_RECORD,
        /** The responses are inconclusive. The message must be looked up again. */
        LATER
    }

    private final SmsUnknownMessage unknown;
    private final Duration atMost;
    private final Queue<Instant> dates;
    /** Whether all responses so far report no record. */
    private boolean isNoRecord = true;
    private Verdict verdict = Verdict.OPEN;
    private List<SmsStatus> evidence = List.of();
    /** Deliveries that can be of another request with the message's id. They park it. */
    private final List<SmsStatus> inDoubt = new ArrayList<>();

    /**
     * @param unknown a message that is due
     * @param atMost  how long a message is looked up before it is parked or resent
     * @param zone    time zone of the service's days
     */
    LookUp(SmsUnknownMessage unknown, Duration atMost, ZoneId zone) {
        this.unknown = unknown;
        this.atMost = atMost;
        this.dates = new ArrayDeque<>(dates(unknown, zone));
    }

    /** Returns a time on each day on which the service may have recorded the message. */
    private static List<Instant> dates(SmsUnknownMessage unknown, ZoneId zone) {
        SmsStoredMessage message = unknown.message();
        List<Instant> dates = new ArrayList<>();
        Instant sentAt = Objects.requireNonNullElse(message.sentAt(), unknown.unknownSince());
        addDays(sentAt, zone, dates);
        // The interface does not say on which day a scheduled message is recorded.
        Instant scheduled = message.message().scheduledDate();
        if (scheduled != null) {
            addDays(scheduled, zone, dates);
        }
        return dates;
    }

    /** Adds the time itself first, because it is correct even if the service uses another time zone. */
    private static void addDays(Instant time, ZoneId zone, List<Instant> dates) {
        for (Instant each : List.of(time, time.minus(MIDNIGHT_MARGIN), time.plus(MIDNIGHT_MARGIN))) {
            if (isOtherDay(each, dates, zone) || isOtherDay(each, dates, SERVICE_ZONE)) {
                dates.add(each);
            }
        }
    }

    private static boolean isOtherDay(Instant time, List<Instant> dates, ZoneId zone) {
        LocalDate day = LocalDate.ofInstant(time, zone);
        return dates.stream().noneMatch(date -> LocalDate.ofInstant(date, zone).equals(day));
    }

    /** Returns the query to send next, while the verdict is open. */
    StatusQuery query() {
        return new StatusQuery(
                Objects.requireNonNull(dates.peek(), "all days were queried"), unknown.message().correlationId(), null);
    }

    /** Evaluates the response to the query. */
    Verdict respond(StatusLookUp response) {
        dates.remove();
        boolean hasOtherRecord = false;
        if (response instanceof StatusLookUp.Found found) {
            List<SmsStatus> statuses = found.statuses().stream()
                    .filter(status -> unknown.message().correlationId().equals(status.correlationId())).toList();
            evidence = statuses.stream().filter(unknown::isEvidence).toList();
            statuses.stream().filter(unknown::isInDoubt).forEach(inDoubt::add);
            hasOtherRecord = !statuses.isEmpty();
        }
        isNoRecord &= response instanceof StatusLookUp.NoRecord || hasOtherRecord;
        if (!evidence.isEmpty()) {
            verdict = Verdict.FOUND;
        } else if (response instanceof StatusLookUp.Failed) {
            verdict = Verdict.LATER;
        } else if (dates.isEmpty() && !inDoubt.isEmpty()) {
            evidence = inDoubt;
            verdict = Verdict.FOUND;
        } else if (dates.isEmpty()) {
            verdict = isNoRecord && isTimeOver() ? Verdict.NO_RECORD : Verdict.LATER;
        }
        return verdict;
    }

    /**
     * Returns whether the time for reconciliation has passed. The store has returned the message as due, so it has
     * passed if the due time is not before the end.
     */
    private boolean isTimeOver() {
        return !unknown.lookAt().isBefore(end());
    }

    private Instant end() {
        Instant scheduled = unknown.message().message().scheduledDate();
        Instant since = unknown.unknownSince();
        return (scheduled != null && scheduled.isAfter(since) ? scheduled : since).plus(atMost);
    }

    /** Returns when to look the message up again, from now. */
    Duration backoff() {
        Duration backoff = BACKOFF.after(unknown.looks());
        Duration untilEnd = Duration.between(unknown.lookAt(), end());
        boolean endsBefore = untilEnd.compareTo(Duration.ZERO) > 0 && untilEnd.compareTo(backoff) < 0;
        return endsBefore ? untilEnd : backoff;
    }

    SmsStoredMessage message() {
        return unknown.message();
    }

    Verdict verdict() {
        return verdict;
    }

    /** Returns the statuses of the message, if it was found; those in doubt park it. */
    List<SmsStatus> evidence() {
        return evidence;
    }
}
