package io.github.camelsms.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.model.SmsStatus;

/**
 * Delivery statuses, from the poll to their consumers.
 * <p>
 * The service returns each block of statuses only once. Protocol of a poll: {@link #announce}; send the query after the
 * stage has completed; {@link #receive} the body, parse it, and {@link #read} its statuses. A block that is not
 * received leaves a gap, which is filled with queries by date.
 */
public interface MessageStatuses {

    /**
     * Announces a query for statuses before it is sent.
     *
     * @param  lease   lease of the account's statuses
     * @param  timeout maximum time until its response is received or lost; if its owner dies, the response counts as
     *                 lost after this time
     * @return         the number of the expected block, or empty if another node has taken over and the query must not
     *                 be sent
     */
    CompletionStage<Optional<Long>> announce(String account, SmsLease lease, Duration timeout);

    /**
     * Stores the response to a query before it is parsed, even if its block counts as lost. The call can be repeated.
     *
     * @return whether the store has the response; false if the block was read, for example because its gap was filled
     *         meanwhile, or if the store has lost it
     */
    CompletionStage<Boolean> receive(long block, byte[] body);

    /**
     * Stores the response to a query whose block is gone as a new block: the gap of the block was filled before the
     * query was sent, or the store has lost it. Needs no lease, because a response is a fact.
     *
     * @return the number of the new block
     */
    CompletionStage<Long> receiveLate(String account, byte[] body);

    /**
     * Removes a block that has no response, because its query was not sent or its gap was filled. This leaves no gap.
     *
     * @return whether it had none; false if its response was received in the meantime, and is kept
     */
    CompletionStage<Boolean> drop(long block);

    /** Records that the response to a query was lost. The block becomes a gap. */
    CompletionStage<Boolean> lose(long block, String reason);

    /** Returns blocks that were received but not read, because the process died in between. */
    CompletionStage<List<SmsStatusBlock>> unread(String account);

    /**
     * Records the statuses of a block: updates their messages, settles those of unknown outcome, and offers the
     * statuses to consumers. If the block is a gap, this fills it, and statuses that the store already knows are
     * skipped.
     *
     * @return the messages that this has settled or parked, and rejected ones that were sent according to a status
     */
    CompletionStage<List<SmsStoredMessage>> read(long block, List<SmsStatus> statuses);

    /**
     * Records the statuses of a block whose response ends early, like {@link #read}, and leaves a gap for the others.
     * Statuses that the store already knows are skipped.
     *
     * @param  reason why the others are missing
     * @return        the messages that this has settled or parked, and rejected ones that were sent according to a
     *                status
     */
    CompletionStage<List<SmsStoredMessage>> readPart(long block, List<SmsStatus> statuses, String reason);

    /** Keeps a block that cannot be parsed, for an operator. */
    CompletionStage<Boolean> markUnreadable(long block, String reason);

    /** Returns the gaps of an account, the oldest first. Queries whose timeout has passed count as lost. */
    CompletionStage<List<SmsStatusGap>> gaps(String account);

    /**
     * Records statuses from a query by date as evidence. They are not offered to consumers, because polls still return
     * them.
     *
     * @return the messages that this has settled or parked, and rejected ones that were sent according to a status
     */
    CompletionStage<List<SmsStoredMessage>> recordEvidence(String account, List<SmsStatus> statuses);

    /**
     * Claims the open statuses of whole blocks, the oldest blocks first.
     *
     * @param visibility how long claimed statuses are hidden from other consumers, at most
     *                   {@link Visibility#MAX_HIDDEN_TIME}; statuses that are not acknowledged by then are redelivered
     */
    CompletionStage<List<SmsStatusDelivery>> claim(String account, int maxBlocks, Duration visibility);

    /**
     * Acknowledges statuses that were processed.
     *
     * @return number of statuses that were open
     */
    CompletionStage<Integer> acknowledge(List<SmsStatusKey> keys);

    /**
     * Offers the open statuses of blocks again after a delay: because they could not be processed, or, to hide them for
     * longer, because they are still being processed.
     *
     * @param  delay at most {@link Visibility#MAX_HIDDEN_TIME}
     * @return       number of blocks that were open
     */
    CompletionStage<Integer> release(List<Long> blocks, Duration delay);
}
