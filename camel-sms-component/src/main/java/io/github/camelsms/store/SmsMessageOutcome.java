package io.github.camelsms.store;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;

/**
 * Result of a request for one of its messages.
 *
 * @param messageId  the store's number of the message
 * @param result     the outcome, with the time when the request left, or null there if no byte of it did
 * @param waitsAgain whether the message, which was certainly not sent, waits for another request; only with the outcome
 *                   NOT_SENT
 */
public record SmsMessageOutcome(long messageId, SmsSendResult result, boolean waitsAgain) {

    public SmsMessageOutcome {
        if (waitsAgain && result.outcome() != SmsOutcome.NOT_SENT) {
            throw new IllegalArgumentException(
                    "Only a message that was certainly not sent can wait again, not one that is "
                                               + result.outcome());
        }
    }
}
