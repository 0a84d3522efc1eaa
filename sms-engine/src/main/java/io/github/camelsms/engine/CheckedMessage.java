package io.github.camelsms.engine;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;

/**
 * Element of an input: a valid message, or the result of an invalid one.
 */
public sealed interface CheckedMessage {

    /** A message that conforms to the service's interface. */
    record Valid(SmsMessage message) implements CheckedMessage {
    }

    /** An element that is rejected without a request. */
    record Rejected(SmsSendResult result) implements CheckedMessage {
    }
}
