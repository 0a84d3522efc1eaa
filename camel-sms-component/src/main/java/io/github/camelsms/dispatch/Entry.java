package io.github.camelsms.dispatch;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * A message in the engine and where its result goes. Confined to the account's loop.
 */
final class Entry {

    final SmsMessage message;
    final Submission submission;
    final long index;
    final long deadline;
    /** Why the last attempt did not send it, or null if there was none. */
    @Nullable
    String lastTrouble;
    boolean completed;

    Entry(SmsMessage message, Submission submission, long index, long deadline) {
        this.message = message;
        this.submission = submission;
        this.index = index;
        this.deadline = deadline;
    }

    SmsSendResult notSent(@Nullable Integer code, String reason) {
        return SmsSendResult.notSent(code, reason, message.correlationId());
    }

    SmsSendResult unknown(@Nullable Integer code, String reason) {
        return SmsSendResult.unknown(code, reason, message.correlationId());
    }
}
