package io.github.camelsms.store;

import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.camelsms.model.SmsDeliveryStatus;

/**
 * Filter of messages by the time of their last outcome, and by state or delivery status. Messages without an outcome
 * never match.
 *
 * @param from     first time of the outcome; for UNKNOWN and PARKED, when the message became UNKNOWN
 * @param to       time after the last one
 * @param states   states of matching messages
 * @param statuses delivery statuses of matching messages, in any state
 */
public record SmsMessageFilter(Instant from, Instant to, Set<SmsMessageState> states, Set<SmsDeliveryStatus> statuses) {

    /** States of messages with an outcome. */
    public static final Set<SmsMessageState> ENDED = Arrays.stream(SmsMessageState.values())
            .filter(state -> state.outcome() != null).collect(Collectors.toUnmodifiableSet());

    private static final Set<SmsDeliveryStatus> NOT_DELIVERED = Arrays.stream(SmsDeliveryStatus.values())
            .filter(SmsDeliveryStatus::isNotDelivered).collect(Collectors.toUnmodifiableSet());

    /**
     * @throws IllegalArgumentException if a state has no outcome
     */
    public SmsMessageFilter {
        states = Set.copyOf(states);
        statuses = Set.copyOf(statuses);
        if (!ENDED.containsAll(states)) {
            throw new IllegalArgumentException("messages that are WAITING, SCHEDULED or SENDING have no outcome yet");
        }
    }

    /** Returns a filter of all messages with an outcome. */
    public static SmsMessageFilter all(Instant from, Instant to) {
        return new SmsMessageFilter(from, to, ENDED, Set.of());
    }

    /**
     * Returns a filter of the messages that have not reached their recipients, certainly or probably: all that were not
     * accepted, and those with a {@linkplain SmsDeliveryStatus#isNotDelivered() negative delivery status}.
     */
    public static SmsMessageFilter notReached(Instant from, Instant to) {
        return new SmsMessageFilter(
                from, to, ENDED.stream().filter(state -> state != SmsMessageState.ACCEPTED).collect(Collectors.toSet()),
                NOT_DELIVERED);
    }

    /** Returns whether a message matches. */
    public boolean matches(MessageRecord message) {
        Instant at = message.outcomeAt();
        return at != null && !at.isBefore(from) && at.isBefore(to)
                && (states.contains(message.state)
                        || message.deliveryStatus != null && statuses.contains(message.deliveryStatus));
    }
}
