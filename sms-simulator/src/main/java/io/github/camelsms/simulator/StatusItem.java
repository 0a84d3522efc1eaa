package io.github.camelsms.simulator;

import org.jspecify.annotations.Nullable;

/** The status of a message as it is reported once. */
record StatusItem(@Nullable String correlationId, String destination, long sentAtMillis, MessageStatus status) {

    static StatusItem of(StoredMessage message, long nowMillis) {
        return new StatusItem(
                message.correlationId, message.destination(), message.acceptedAtMillis, message.statusAt(nowMillis));
    }

    @Override
    public String toString() {
        return "StatusItem[correlationId=" + correlationId + ", status=" + status + "]";
    }
}
