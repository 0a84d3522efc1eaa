package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.model.SmsOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Operations for operators. Unknown correlation ids are not an error.
 */
public interface MessageOperations {

    /**
     * Minimum time for which a message in a final state is kept: callers on other nodes search for its outcome.
     */
    Duration MIN_RETENTION = Duration.ofMinutes(1);
    /** Maximum number of messages in a page. */
    int MAX_PAGE_SIZE = 1_000;
    /** Maximum number of files whose progress is counted. */
    int MAX_FILES = 100;

    /** Returns the stored messages with these correlation ids, in no particular order. */
    CompletionStage<List<SmsStoredMessage>> find(String account, Collection<String> correlationIds);

    /**
     * Returns a page of the messages that match a filter, in the order of their outcomes. Its cost does not depend on
     * the number of messages, so that all messages of a day can be read page by page. Messages that change meanwhile
     * can be missing or returned twice.
     *
     * @param after where the page begins: {@link SmsMessagePage#next()} of the previous one, or null for the first one
     * @param max   maximum number of messages to read, 1 to {@link #MAX_PAGE_SIZE}
     */
    CompletionStage<SmsMessagePage> find(
            String account, SmsMessageFilter filter, SmsMessagePage.@Nullable Key after, int max);

    /**
     * Returns the progress of an account's files with messages stored since a time, of at most {@link #MAX_FILES} with
     * the last messages. It counts all messages of each file since then, except for files that it knows: whose messages
     * have all ended, if none was stored later. Their delivery statuses can have changed.
     *
     * @param known progress that an earlier call returned for the same time
     */
    CompletionStage<List<SmsFileProgress>> progress(String account, Instant since, Collection<SmsFileProgress> known);

    /**
     * Returns the messages with their last outcome in a time that have not reached their recipients. It reads all
     * messages with an outcome in this time.
     *
     * @param from first time of the outcome
     * @param to   time after the last one
     */
    CompletionStage<SmsNotReached> notReached(String account, Instant from, Instant to);

    /**
     * Returns the messages of all accounts to these numbers that were sent since a time, may have been, or are in
     * flight: not those that the service or a policy has rejected, or that were certainly not sent. With an index of
     * the numbers, which the first call creates if there is none.
     *
     * @param numbers at most 1,000, digits only
     * @param since   must be within the store's retention
     */
    CompletionStage<List<SmsSentMessage>> sentTo(Collection<String> numbers, Instant since);

    /** Returns the number of an account's messages in each state. The map contains all states. */
    CompletionStage<Map<SmsMessageState, Long>> count(String account);

    /**
     * Returns how long the oldest of an account's messages that could be sent now has waited, since it was stored or
     * due; zero if there is none. Of messages of the same priority, the one that is sent next may represent the others.
     * Messages that returned to the queue after an outcome, for example those of {@link #resend}, may be left out. Its
     * cost does not depend on the number of messages.
     */
    CompletionStage<Duration> oldestWaiting(String account);

    /**
     * Returns the number of an account's outcomes that are not acknowledged yet, including those that are being
     * processed.
     */
    CompletionStage<Long> unacknowledged(String account);

    /**
     * Returns messages that are PARKED, NOT_SENT, REJECTED or CANCELLED to the queue, and removes their time to live.
     * Messages before their due time are SCHEDULED again. Messages whose text is no longer stored do not change.
     */
    CompletionStage<List<SmsOperated>> resend(String account, Collection<String> correlationIds);

    /**
     * Returns a message that is NOT_SENT to the queue, because it was submitted again, with a new time to live. Does
     * nothing if it has had another outcome since, or if its text is no longer stored. The call can therefore be
     * repeated after an uncertain failure, even if the message was sent meanwhile.
     *
     * @param  revision   revision of the message when it was NOT_SENT
     * @param  timeToLive how long its new caller waits; starts when the call is executed
     * @return            whether this call has changed the message
     */
    CompletionStage<Boolean> resubmit(String account, String correlationId, long revision, Duration timeToLive);

    /** Cancels messages that are WAITING or SCHEDULED. */
    CompletionStage<List<SmsOperated>> cancel(String account, Collection<String> correlationIds, String reason);

    /**
     * Ends messages that are WAITING or SCHEDULED as NOT_SENT, because their caller no longer waits. Messages without a
     * time to live do not change: they were not stored or queued for a waiting caller.
     */
    CompletionStage<List<SmsOperated>> giveUp(String account, Collection<String> correlationIds, String reason);

    /**
     * Gives messages that are UNKNOWN or PARKED the outcome that an operator knows.
     *
     * @param outcome not UNKNOWN
     */
    CompletionStage<List<SmsOperated>> settle(
            String account, Collection<String> correlationIds, SmsOutcome outcome, String reason);

    /**
     * Removes messages in a final state whose outcome was acknowledged, and that are older than the store's retention
     * and {@link #MIN_RETENTION}. Their correlation ids can be used again. A call reads a limited number of messages,
     * and the next one continues behind them.
     *
     * @param  max maximum number of messages to remove, so that other calls do not wait long
     * @return     number of removed messages; if it is <code>max</code>, there may be more. If it is lower, more can
     *             follow those with unacknowledged outcomes; later calls remove them
     */
    CompletionStage<Integer> purge(int max);

    /**
     * Erases a phone number from all messages of all accounts: text, destination and kept headers. Waiting messages are
     * cancelled. Kept blocks of statuses that could not be parsed and contain the number lose their body; those that
     * were not read become gaps. Statuses that were not acknowledged lose the number. Takes time in proportion to the
     * number of stored messages, in small transactions.
     *
     * @param  destination as it was stored
     * @return             number of messages from which the number was erased
     */
    CompletionStage<Long> erase(String destination);
}
