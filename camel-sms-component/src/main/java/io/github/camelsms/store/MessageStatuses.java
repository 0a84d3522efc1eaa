package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.model.SmsStatus;

/**
 * Delivery statuses, from the poll to their consumers.
 * <p>
 * The service gives each block of statuses once. The protocol of a poll: ask; send the query once the stage has
 * completed; receive the body, parse it, read its statuses. Whatever happens, a block is received, or it leaves a gap
 * that queries by date fill.
 */
public interface MessageStatuses {

    /**
     * Announces a query for statuses, before it leaves.
     *
     * @param  lease   lease of the account's statuses
     * @param  timeout how long it can take until its response is received or lost. If its owner dies, it counts as lost
     *                 after this time
     * @return         the number of the block that is to come, or empty if another node has taken over; then the
     *                 service must not be asked
     */
    CompletionStage<Optional<Long>> ask(String account, SmsLease lease, Duration timeout);

    /** Stores the response to a query, before it is parsed. Also one whose block counts as lost. */
    CompletionStage<Boolean> receive(long block, byte[] body);

    /** Records that the query for a block did not leave. This leaves no gap. */
    CompletionStage<Boolean> drop(long block);

    /** Records that the response to a query was lost. The block becomes a gap. */
    CompletionStage<Boolean> lose(long block, String reason);

    /** Returns blocks that were received and not read yet, because the process died in between. */
    CompletionStage<List<SmsStatusBlock>> unread(String account);

    /**
     * Takes over the statuses of a block: updates their messages, settles those of unknown outcome, and hands the
     * statuses to consumers. Also fills a gap; then statuses that the store knows already are left out.
     *
     * @return the messages that this has settled
     */
    CompletionStage<List<SmsStoredMessage>> read(long block, List<SmsStatus> statuses);

    /** Keeps a block that cannot be parsed, for a person to look at. */
    CompletionStage<Boolean> refuse(long block, String reason);

    /** Returns the gaps of an account, the oldest first. Queries whose time has passed count as lost. */
    CompletionStage<List<SmsStatusGap>> gaps(String account);

    /**
     * Returns whether the service can still report on messages that were sent in a time: whether one of them was
     * accepted, and has no delivery status or a preliminary one.
     *
     * @param from first send time
     * @param to   end of the send times, exclusive
     */
    CompletionStage<Boolean> isAnyExpected(String account, Instant from, Instant to);

    /**
     * Takes over statuses that were found by a query by date, as evidence. They are not handed to consumers, because
     * the service still offers them.
     *
     * @return the messages that this has settled
     */
    CompletionStage<List<SmsStoredMessage>> learn(String account, List<SmsStatus> statuses);

    /**
     * Claims the open statuses of whole blocks, the oldest blocks first.
     *
     * @param visibility how long other consumers do not get them; statuses that are not acknowledged by then are
     *                   offered again
     */
    CompletionStage<List<SmsStatusDelivery>> claim(String account, int maxBlocks, Duration visibility);

    /**
     * Acknowledges statuses that were processed.
     *
     * @return how many were open
     */
    CompletionStage<Integer> acknowledge(List<SmsStatusKey> keys);

    /** Offers the open statuses of blocks again after a delay, because they could not be processed. */
    CompletionStage<Integer> release(List<Long> blocks, Duration delay);
}
