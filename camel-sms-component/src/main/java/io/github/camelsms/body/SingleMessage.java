package io.github.camelsms.body;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.MessageSource;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Body of one message, which has one result.
 */
public final class SingleMessage implements MessageSource {

    private final CheckedMessage checked;
    private boolean isRead;

    SingleMessage(CheckedMessage checked) {
        this.checked = checked;
    }

    /** Returns the message. Does not read it. */
    public CheckedMessage checked() {
        return checked;
    }

    @Override
    public @Nullable CheckedMessage next() {
        CheckedMessage next = isRead ? null : checked;
        isRead = true;
        return next;
    }

    @Override
    public boolean isFinite() {
        return true;
    }

    @Override
    public boolean isOneMessage() {
        return true;
    }

    @Override
    public int priority() {
        Integer priority = checked instanceof CheckedMessage.Valid valid ? valid.message().priority() : null;
        return priority == null ? SmsMessage.DEFAULT_PRIORITY : priority;
    }
}
