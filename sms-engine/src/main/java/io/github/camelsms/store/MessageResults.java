package io.github.camelsms.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Outcomes for consumers of results. Each is redelivered until it is acknowledged.
 */
public interface MessageResults {

    /**
     * Claims outcomes, the oldest offers first.
     *
     * @param visibility how long claimed outcomes are hidden from other consumers, at most
     *                   {@link Visibility#MAX_HIDDEN_TIME}; an outcome that is not acknowledged by then is redelivered
     */
    CompletionStage<List<SmsResultDelivery>> claim(String account, int max, Duration visibility);

    /**
     * Acknowledges outcomes that were processed. A later outcome of the same message is not affected.
     *
     * @return number of outcomes that were open
     */
    CompletionStage<Integer> acknowledge(List<SmsMessageRevision> keys);

    /**
     * Offers claimed outcomes again after a delay: because they could not be processed, or, to hide them for longer,
     * because they are still being processed.
     *
     * @param  delay at most {@link Visibility#MAX_HIDDEN_TIME}
     * @return       number of outcomes that were open
     */
    CompletionStage<Integer> release(List<SmsMessageRevision> keys, Duration delay);
}
