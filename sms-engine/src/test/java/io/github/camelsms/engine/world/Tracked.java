package io.github.camelsms.engine.world;

import java.time.Duration;
import java.time.Instant;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/** A message of the world and its history. Its text is its number. */
final class Tracked {

    final int number;
    final Caller caller;
    final long index;
    final SmsMessage message;
    final long handedAt;
    /** Maximum wait: the timeout of its caller or its own time to live. */
    final long timeoutNanos;
    /** Result with which it was submitted, or null if it is valid. */
    final @Nullable SmsSendResult refusal;
    /** The last request that contained it, and its position there. */
    @Nullable
    Flight flight;
    int place;
    /** Departure of the last request that contained it, or null. */
    @Nullable
    Instant sentAt;
    boolean refusedBySender;
    /** Until when a verdict of the policy allows it. */
    @Nullable
    Instant allowedUntil;
    @Nullable
    SmsSendResult result;
    /** Number of times that the service accepted it. */
    int taken;
    /** Maximum number of messages that depart before it. */
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

    /** Returns whether it waits in the engine for a request. */
    boolean isWaiting() {
        return refusal == null && result == null && (flight == null || flight.maySendAgain(this));
    }

    @Override
    public String toString() {
        return "message " + number;
    }
}
