package io.github.camelsms.account;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.client.HttpReply;
import io.github.camelsms.client.StatusOperations;
import io.github.camelsms.client.StatusResponse;
import io.github.camelsms.client.StatusResponse.Failed;
import io.github.camelsms.client.StatusResponse.Kind;
import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.QueryExecutor;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.Backoff;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.model.StatusQuery;
import io.github.camelsms.observe.StatusLog;
import io.github.camelsms.observe.StatusMonitor;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.SmsStatusGap;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Task that fills the gaps in an account's statuses with queries by date.
 * <p>
 * A round fills all gaps that are open at its start. It queries the send dates from 7 days before each gap to its day,
 * one query at a time, whether or not the store expects statuses of these dates: to find that out takes longer than a
 * query if many messages were sent. Each query runs on a thread of the account's status queries, so that polling
 * continues. Thread-safe.
 */
public final class StatusGaps {

    static final Duration MIN_INTERVAL = Duration.ofSeconds(5);
    static final Duration MAX_INTERVAL = Duration.ofMinutes(10);
    /** Difference between the clocks of store and service, and the time that a response can take. */
    static final Duration MARGIN = Duration.ofMinutes(5);

    /** Number of days for which a carrier may try to deliver a message. */
    static final int MAX_DAYS = 7;

    private static final Duration ANNOUNCEMENT_TIMEOUT = Duration.ofMinutes(2);
    static final Backoff BACKOFF = new Backoff(MIN_INTERVAL.multipliedBy(2), MAX_INTERVAL);

    private final String account;
    private final StoredBlocks blocks;
    private final QueryExecutor queries;
    private final Function<StatusQuery, StatusResponse> client;
    private final StatusLog log;
    private final EngineClock clock;
    private final ZoneId zone;
    private @Nullable Round round;
    /** Ids of the gaps that were open when they were last read, whose loss has been logged. */
    private Set<Long> known = Set.of();
    private boolean isQuerying;
    private long notBefore;
    private int failures;

    /**
     * Round of queries by date that fills gaps: the gaps, and the dates that are left to query. Used by one thread at a
     * time.
     */
    private static final class Round {

        private final List<SmsStatusGap> gaps;
        private final Queue<LocalDate> dates;
        /** Number of statuses that the queries have returned. */
        private int found;
        private @Nullable String incomplete;
        private final Set<SmsStatus> read;

        Round(List<SmsStatusGap> gaps, Collection<LocalDate> dates) {
            this.gaps = gaps;
            this.dates = new ArrayDeque<>(dates);
            this.read = gaps.stream().map(SmsStatusGap::body).filter(Objects::nonNull).flatMap(Round::statuses)
                    .collect(Collectors.toSet());
        }

        private static Stream<SmsStatus> statuses(byte[] body) {
            HttpReply incomplete = new HttpReply.Lost(null, "incomplete", HttpReply.Received.ofStored(body));
            return StatusOperations.parseNotConsulted(incomplete).readSoFar().stream();
        }

        /** Returns the statuses without those that were read before the end of a gap's response was lost. */
        List<SmsStatus> missing(List<SmsStatus> statuses) {
            return statuses.stream().filter(status -> !read.contains(status)).toList();
        }
    }

    /**
     * @param client runs a query by date
     * @param zone   zone of the service's dates
     */
    public StatusGaps(OwnedAccount account, QueryExecutor queries, Function<StatusQuery, StatusResponse> client,
                      StatusMonitor monitor, StatusLog log, EngineClock clock, ZoneId zone) {
        this.account = account.name();
        this.blocks = new StoredBlocks(account, monitor, log);
        this.queries = queries;
        this.client = client;
        this.log = log;
        this.clock = clock;
        this.zone = zone;
        this.notBefore = clock.nanos();
    }

    /** Returns the send dates that statuses of these gaps can have. Most have the last ones, which are first. */
    static List<LocalDate> dates(List<SmsStatusGap> gaps, ZoneId zone) {
        TreeSet<LocalDate> dates = new TreeSet<>(Comparator.reverseOrder());
        for (SmsStatusGap gap : gaps) {
            LocalDate first = LocalDate.ofInstant(gap.announcedAt(), zone).minusDays(MAX_DAYS);
            LocalDate last = LocalDate.ofInstant(gap.announcedAt().plus(MARGIN), zone);
            dates.addAll(first.datesUntil(last.plusDays(1)).toList());
        }
        return List.copyOf(dates);
    }

    /**
     * Starts the next query if there are gaps, none is in progress, and the interval has passed.
     *
     * @throws SmsStoreException if the store failed; call this again later
     */
    public void fillNext() {
        synchronized (this) {
            if (isQuerying || clock.nanos() < notBefore) {
                return;
            }
        }
        Round current = round();
        if (current == null) {
            return;
        }
        synchronized (this) {
            isQuerying = true;
            notBefore = clock.nanos() + MIN_INTERVAL.toNanos();
        }
        try {
            queries.submit(Executors.callable(() -> query(current)), (nothing, failure) -> ended(current, failure));
        } catch (RejectedExecutionException e) {
            ended(current, e);
        }
    }

    private @Nullable Round round() {
        synchronized (this) {
            if (round != null) {
                return round;
            }
        }
        List<SmsStatusGap> gaps = logNew();
        if (gaps.isEmpty()) {
            return null;
        }
        Round next = new Round(gaps, dates(gaps, zone));
        synchronized (this) {
            round = next;
        }
        return next;
    }

    /**
     * Logs the gaps if one of them is new, and returns them. Called also when a poll succeeds after failed ones,
     * because the loss of their responses would seem to be a new problem in a later line.
     *
     * @throws SmsStoreException if the store failed; call this again later
     */
    public List<SmsStatusGap> logNew() {
        List<SmsStatusGap> gaps = blocks.gaps();
        if (isAnyNew(gaps)) {
            SmsStatusGap last = gaps.get(gaps.size() - 1);
            log.gaps(account, gaps.size(), last.announcedAt(), last.reason(), dates(gaps, zone));
        }
        return gaps;
    }

    /** Returns whether one of these gaps was not open at the last call. */
    private synchronized boolean isAnyNew(List<SmsStatusGap> gaps) {
        Set<Long> ids = gaps.stream().map(SmsStatusGap::id).collect(Collectors.toSet());
        boolean isAnyNew = !known.containsAll(ids);
        known = ids;
        return isAnyNew;
    }

    /** Queries the next date and stores its statuses. */
    private void query(Round current) {
        // Noon is on the same date in neighboring time zones.
        Instant date = LocalTime.NOON.atDate(current.dates.element()).atZone(zone).toInstant();
        StatusResponse response = client.apply(new StatusQuery(date, null, null));
        List<SmsStatus> found;
        if (response instanceof StatusResponse.Statuses read) {
            found = read.statuses();
        } else if (response instanceof Failed failed && failed.kind() == Kind.INCOMPLETE) {
            found = failed.readSoFar();
            current.incomplete = failed.reason();
        } else {
            throw new GapQueryException(((Failed) response).reason());
        }
        List<SmsStatus> missing = current.missing(found);
        StoreCalls.portions(missing).forEach(this::store);
        current.found += found.size();
        current.dates.remove();
        if (current.dates.isEmpty()) {
            // A gap whose response was stored in the meantime stays, and is read like any other.
            blocks.drop(current.gaps.stream().map(SmsStatusGap::id).toList());
        }
    }

    /**
     * Stores some of the statuses as a separate gap, which skips known statuses. If this fails midway, the gap stays
     * open.
     */
    private void store(List<SmsStatus> part) {
        Optional<Long> announced = blocks.announce(ANNOUNCEMENT_TIMEOUT);
        if (announced.isEmpty()) {
            throw new GapQueryException("another node has taken over");
        }
        blocks.lose(announced.get(), "statuses of lost responses were being stored when the process ended");
        blocks.read(announced.get(), part);
    }

    private synchronized void ended(Round current, @Nullable Throwable failure) {
        isQuerying = false;
        if (failure != null) {
            // The round begins again, with all gaps that are open then.
            round = null;
            Duration backoff = BACKOFF.after(failures++);
            notBefore = clock.nanos() + backoff.toNanos();
            log.gapsNotFilled(account, reason(failure), backoff.toSeconds());
            return;
        }
        failures = 0;
        if (current.dates.isEmpty()) {
            round = null;
            log.gapsFilled(account, current.found, current.incomplete);
        }
    }

    private static String reason(Throwable failure) {
        boolean isForOperators = failure instanceof GapQueryException || failure instanceof SmsStoreException
                || failure instanceof RejectedExecutionException;
        return isForOperators ? SafeText.message(failure) : failure.getClass().getSimpleName();
    }

    /** Exception for a failed query, with a reason for operators. */
    private static final class GapQueryException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        GapQueryException(String reason) {
            super(reason);
        }
    }
}
