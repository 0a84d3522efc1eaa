package io.github.camelsms.store;

import java.time.Duration;
import java.util.List;

/**
 * Parameters of a claim of messages to send.
 *
 * @param lease        lease of the account
 * @param firstRequest number of the first request, 1 or more; those that follow have the next numbers. Repeating a
 *                     claim with the same numbers returns the requests of the first one
 * @param requests     maximum number of requests; 0 to expire messages while none may be sent
 * @param batchSize    maximum number of messages in a request, 1 or more
 * @param timeout      maximum time until a request has a response or has failed; if its owner dies, its messages become
 *                     UNKNOWN after this time
 * @param fresh        messages to store in the same transaction before the claim, so that a single message with a free
 *                     slot needs only one commit; often empty
 */
public record SmsClaim(SmsLease lease, long firstRequest, int requests, int batchSize, Duration timeout,
        List<SmsNewMessage> fresh) {

    public SmsClaim {
        if (firstRequest < 1 || requests < 0 || batchSize < 1 || fresh.size() > MessageIntake.MAX_MESSAGES) {
            throw new IllegalArgumentException(
                    "A claim needs a request number and a batch size of 1 or more, a count of 0 or more, and at most "
                                               + MessageIntake.MAX_MESSAGES + " new messages");
        }
        fresh = List.copyOf(fresh);
    }

    public SmsClaim(SmsLease lease, long firstRequest, int requests, int batchSize, Duration timeout) {
        this(lease, firstRequest, requests, batchSize, timeout, List.of());
    }
}
