package io.github.camelsms.dispatch;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;

/**
 * One element of an input: a message fit to be sent, or one that already has its result because it is not.
 */
public sealed interface CheckedMessage {

    /** A message within the rules of the service's interface. */
    record Valid(SmsMessage message) implements CheckedMessage {
    }

    /** An element that is refused before a request is spent on it. */
    record Refused(SmsSendResult result) implements CheckedMessage {
    }
}
