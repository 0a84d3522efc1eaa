package io.github.camelsms.model;

import java.math.BigDecimal;
import java.time.Duration;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Totals of a dry run of <code>sms:send</code>. All numbers are 0 or more.
 *
 * @param messages            messages of the input: the sum of the next four numbers
 * @param allowed             messages that would be sent
 * @param deferred            messages that would be sent later, because of a policy
 * @param duplicates          messages that were stored or accepted before, or are stored twice in this input, and would
 *                            not be sent again
 * @param rejected            messages that would be rejected
 * @param storedBefore        messages whose correlation id the message store has, whatever their verdict
 * @param repeatedIds         messages with the correlation id of an earlier message of the input
 * @param repeatedTexts       messages with number and text of an earlier message of the input, whatever their
 *                            correlation ids
 * @param repetitionsComplete whether both numbers are complete: the input was not larger than what is compared
 * @param segments            SMS segments of the messages that would be sent
 * @param requests            requests that these messages need, at least
 * @param backlog             messages that wait before them
 * @param timeToDrain         estimated time until the last of them was sent, after the backlog, at the account's recent
 *                            pace, or at its rate limit if it does not send in this process; null while its sending is
 *                            suspended or its credentials are rejected
 * @param cost                price of the segments, or null if no price is given
 */
public record SmsDryRun(long messages, long allowed, long deferred, long duplicates, long rejected, long storedBefore,
        long repeatedIds, long repeatedTexts, boolean repetitionsComplete, long segments, long requests, long backlog,
        // Without a module, Jackson cannot write a Duration.
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Duration timeToDrain, @Nullable BigDecimal cost) {

    /** Creates totals from their JSON. Without a module, Jackson cannot read a Duration. */
    @JsonCreator
    static SmsDryRun ofJson(
            @JsonProperty("messages") long messages, @JsonProperty("allowed") long allowed,
            @JsonProperty("deferred") long deferred, @JsonProperty("duplicates") long duplicates,
            @JsonProperty("rejected") long rejected, @JsonProperty("storedBefore") long storedBefore,
            @JsonProperty("repeatedIds") long repeatedIds, @JsonProperty("repeatedTexts") long repeatedTexts,
            @JsonProperty("repetitionsComplete") boolean repetitionsComplete, @JsonProperty("segments") long segments,
            @JsonProperty("requests") long requests, @JsonProperty("backlog") long backlog,
            @JsonProperty("timeToDrain") @Nullable String timeToDrain, @JsonProperty("cost") @Nullable BigDecimal cost) {
        return new SmsDryRun(
                messages, allowed, deferred, duplicates, rejected, storedBefore, repeatedIds, repeatedTexts,
                repetitionsComplete, segments, requests, backlog, JsonText.duration(timeToDrain), cost);
    }
}
