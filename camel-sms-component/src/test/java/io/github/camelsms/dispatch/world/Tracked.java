package io.github.camelsms.dispatch.world;

import java.time.Duration;
import java.time.Instant;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/** One message of the world and all that is known of it. Its number is its text. */
final class Tracked {

    final int number;
    final Caller caller;
    final long index;
    final SmsMessage message;
    final long handedAt;
    /** How long it may wait: as its caller has it, or its own time to live. */
    final long timeoutNanos;
    /** The result with which it came into the engine, or null if it is fit to be sent. */
    final @Nullable SmsSendResult refusal;
    /** The last request it was in, and its place there. */
    @Nullable
    Flight flight;
    int place;
    /** When the last request left that carried it, or null if none did. */
    @Nullable
    Instant sentAt;
    boolean refusedBySender;
    @Nullable
    SmsSendResult result;
    /** How often the service took it. */
    int taken;
    /** So many messages have left by the time it has its turn at the latest. */
    int lastPlace;

    Tracked(int number, Caller caller, long index, SmsMessage message, long handedAt, @Nullable SmsSendResult refusal) {
        this.number = number;
        this.caller = caller;
        this.index = index;
        this.message = message;
        this.handedAt = handedAt;
        Duration timeToLive = message.timeToLive();
        this.timeoutNanos = timeToLive == null ? caller.timeoutNanos : Math.min(caller.timeoutNanos, timeToLive.toNanos());
        this.refusal = refusal;
    }

    int priority() {
        Integer priority = message.priority();
        return priority == null ? SmsMessage.DEFAULT_PRIORITY : priority;
    }

    @Nullable
    String id() {
        return message.correlationId();
    }

    /** Whether it waits in the engine for a request. */
    boolean isWaiting() {
        return refusal == null && result == null && (flight == null || flight.maySendAgain(this));
    }

    @Override
    public String toString() {
        return "message " + number;
    }
}
