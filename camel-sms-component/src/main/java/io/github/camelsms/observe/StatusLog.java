package io.github.camelsms.observe;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.function.LongSupplier;

import io.github.camelsms.logging.RepeatedLine;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.Masked;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Log of an account's polling, with a remedy in each warning. Thread-safe.
 */
public final class StatusLog {

    private static final SafeLogger LOG = SafeLogger.STATUSES;

    private final RepeatedLine failedExchanges;
    private final RepeatedLine failedPolls;
    private final RepeatedLine unreadable;
    private final RepeatedLine notRecorded;
    private final RepeatedLine gapsNotFilled;

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    public StatusLog(LongSupplier nanos) {
        this.failedExchanges = new RepeatedLine(LOG, nanos);
        this.failedPolls = new RepeatedLine(LOG, nanos);
        this.unreadable = new RepeatedLine(LOG, nanos);
        this.notRecorded = new RepeatedLine(LOG, nanos);
        this.gapsNotFilled = new RepeatedLine(LOG, nanos);
    }

    public void read(String account, int statuses) {
        LOG.debug("SMS account {}: {} read", account, Count.of(statuses, "status was", "statuses were"));
    }

    public void pollFailed(String account, Throwable failure) {
        failedPolls.log(
                Level.WARN,
                "SMS account {}: a poll for statuses failed: {}. Polls are repeated until they succeed. If the reason names no remedy, check the service, the network and the message store",
                account, Masked.numbersIn(SafeText.message(failure)));
    }

    public void readAgain(String account) {
        failedPolls.ended(Level.WARN, "SMS account {}: polls for statuses succeed again; no action is needed", account);
    }

    /** Logs that this node no longer polls, so that it does not know whether polls succeed. */
    public void leftTo(String account, String owner) {
        failedPolls.ended(
                Level.WARN,
                "SMS account {}: polls for statuses are left to node {}, which owns the account's status poll. Its log has further failures",
                account, owner);
    }

    public void exchangeFailed(String account, SmsStatus status, String failure, String remedy) {
        failedExchanges.log(
                Level.WARN,
                "SMS account {}: the exchange for the status of message {} failed: {}. The status is redelivered on the next poll. {}",
                account, status.correlationId(), failure, remedy);
    }

    /**
     * @param statuses number of statuses of the exchange
     */
    public void storedExchangeFailed(
            String account, SmsStatus status, int statuses, long seconds, String failure, String remedy) {
        failedExchanges.log(
                Level.WARN,
                "SMS account {}: the exchange with the status of message {} ({}) failed: {}. Its statuses are in the message store and are redelivered in {} s. {}",
                account, status.correlationId(), Count.of(statuses, "status"), failure, seconds, remedy);
    }

    public void exchangesSucceedAgain(String account) {
        failedExchanges.ended(
                Level.WARN, "SMS account {}: exchanges for statuses succeed again; those that failed are redelivered", account);
    }

    /** Logs the messages that the statuses of a block have settled, if there are any. */
    public void settled(String account, int messages) {
        if (messages > 0) {
            LOG.info("SMS account {}: statuses have settled {} of unknown outcome as sent", account,
                    Count.of(messages, "message"));
        }
    }

    /** Logs that the message store could not record the statuses of a query. */
    public void notRecorded(String account, int statuses, String reason) {
        notRecorded.log(
                Level.WARN,
                "SMS account {}: the message store has not recorded {} of a query, which its exchange has: {}. Messages of unknown outcome are looked up by date; no action is needed",
                account, Count.of(statuses, "status"), reason);
    }

    /** Logs a response that is kept in the message store. */
    public void unreadableInStore(String account, long block, String reason) {
        unreadable.log(
                Level.WARN,
                "SMS account {}: a response to a poll was unreadable and is kept in the message store as block {}: {}. It may hold statuses. Read the column body of the table sms_block, and check baseUrl and any proxy or gateway in between",
                account, block, reason);
    }

    /** Logs that another application seems to use the account. */
    public void otherSender(String account, String reason) {
        LOG.warn(
                "SMS account {}: {}. Another application with another store probably uses this account, and receives statuses of this one's messages, because the service returns each only once: let both use the same store, or give each its own account. If the messages were sent before this store was used, no action is needed",
                account, reason);
    }

    /** Logs that responses were lost and are looked up. */
    public void gaps(String account, int gaps, Instant lastAnnouncedAt, String reason, Collection<LocalDate> dates) {
        LOG.warn(
                "SMS account {}: the responses to {} were lost, each of which may have had 100 statuses. The last of these polls was sent at {}: {}. Queries by date look for these statuses, with the send dates {}; no action is needed",
                account, Count.of(gaps, "poll"), lastAnnouncedAt, reason, dates);
    }

    /**
     * @param incomplete why statuses may be missing, or null
     */
    public void gapsFilled(String account, int statuses, @Nullable String incomplete) {
        if (incomplete == null) {
            LOG.warn("SMS account {}: the lost responses were replaced: queries by date returned {}", account,
                    Count.of(statuses, "status"));
        } else {
            LOG.warn(
                    "SMS account {}: the lost responses were replaced only in part: queries by date returned {}, then: {}. Query the statuses of messages that have none by date and correlation id",
                    account, Count.of(statuses, "status"), incomplete);
        }
    }

    public void gapsNotFilled(String account, String reason, long seconds) {
        gapsNotFilled.log(
                Level.WARN,
                "SMS account {}: a query by date for lost statuses failed: {}. It is repeated in {} s; no action is needed",
                account, reason, seconds);
    }

    public void unreadable(String account, KeptResponse response) {
        unreadable.log(
                Level.WARN,
                "SMS account {}: a response to a poll was unreadable and is kept as number {}: {}. It may hold statuses. Read it with readKeptResponse, and check baseUrl and any proxy or gateway in between",
                account, response.number(), response.reason());
    }

    public void stoppedWith(String account, Collection<SmsStatus> held) {
        LoggedIds ids = LoggedIds.of(held.stream().map(SmsStatus::correlationId).toList());
        LOG.warn(
                "SMS account {}: the exchanges of {} have failed. They are repeated if this route restarts, and queries by date also return the statuses: {}",
                account, Count.of(held.size(), "status"), ids);
        ids.logAll(account);
    }
}
