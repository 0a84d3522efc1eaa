package io.github.camelsms.simulator.message;

import io.github.camelsms.simulator.MessageStatus;
import org.jspecify.annotations.Nullable;

/** A delivery status of a message, as one response reports it. */
public record StatusItem(@Nullable String correlationId, String destination, long sentAtMillis, MessageStatus status) {

    static StatusItem of(StoredMessage message, long nowMillis) {
        return new StatusItem(
                message.correlationId, message.destination(), message.listedAtMillis, message.statusAt(nowMillis));
    }

    /** Omits the destination. */
    @Override
    public String toString() {
        return "StatusItem[correlationId=" + correlationId + ", status=" + status + "]";
    }
}
