package io.github.camelsms.sample.jms;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import jakarta.jms.Message;
import org.jspecify.annotations.Nullable;

/**
 * A message of the queue with what was read from it: a message to send, or the result of one that is not sent.
 *
 * @param jms  message as it was received
 * @param body message whose body can be read more than once; <code>jms</code> itself for most
 */
record QueueMessage(Message jms, Message body, @Nullable SmsMessage sms, @Nullable SmsSendResult result) {
}
