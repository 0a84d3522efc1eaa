package io.github.camelsms.store;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;

/**
 * Result of a request for one of its messages.
 *
 * @param messageId  the store's number of the message
 * @param result     the outcome, whose <code>sentAt</code> is the departure of the request, or null if no byte of it
 *                   was sent
 * @param waitsAgain whether the message was certainly not sent and returns to the queue; only with the outcome NOT_SENT
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
