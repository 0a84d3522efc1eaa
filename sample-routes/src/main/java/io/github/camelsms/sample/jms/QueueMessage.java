package io.github.camelsms.sample.jms;

import io.github.camelsms.model.SmsMessage;
import jakarta.jms.Message;
import org.jspecify.annotations.Nullable;

/**
 * A message of the queue with what was read from it: a message to send, or the reason why it is none.
 */
record QueueMessage(Message jms, @Nullable SmsMessage sms, @Nullable String problem) {

    static QueueMessage readable(Message jms, SmsMessage sms) {
        return new QueueMessage(jms, sms, null);
    }

    static QueueMessage unreadable(Message jms, String problem) {
        return new QueueMessage(jms, null, problem);
    }
}
