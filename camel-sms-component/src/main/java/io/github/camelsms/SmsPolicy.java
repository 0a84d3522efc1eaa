package io.github.camelsms;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.model.SmsMessage;

/**
 * Rule that allows, rejects or defers messages, such as a list of opt-outs or the hours in which messages are sent.
 * <p>
 * Policies are set with the component option <code>policies</code>, and are asked in order, immediately before a
 * message joins a request. A backlog therefore obeys a rule that changes. A message is asked about again when its
 * request is retried.
 * <p>
 * Methods run on a thread of the component, one call at a time for each account, and may block. All policies together
 * have 10 seconds for the messages of a call. If a policy throws, returns null or takes longer, its messages are not
 * sent: they stay queued, and the policies are asked again after a delay, until the <code>deliveryTimeout</code> or the
 * time to live of the message ends. Implementations must be thread-safe if several accounts use them.
 */
@FunctionalInterface
public interface SmsPolicy {

    /**
     * Returns the verdict on a message. It must not have side effects, because a message can be asked about several
     * times, also without being sent.
     *
     * @param message the message as it would be sent: with its normalized number, and as a segment if it was split; see
     *                {@link io.github.camelsms.model.SmsPart#of(String)}
     * @param now     current time
     */
    SmsVerdict check(SmsMessage message, Instant now);

    /**
     * Returns the verdicts on messages that may join one or several requests, in their order. Override this method if
     * one query can decide about many messages. The default asks about each message.
     *
     * @param messages 1 or more messages, which the previous policies have allowed
     * @param now      current time
     */
    default List<SmsVerdict> checkAll(List<SmsMessage> messages, Instant now) {
        List<SmsVerdict> verdicts = new ArrayList<>(messages.size());
        for (SmsMessage message : messages) {
            verdicts.add(check(message, now));
        }
        return verdicts;
    }

    /**
     * Called when all policies have allowed these messages, which join a request next. For policies that count. A
     * message whose request is retried is allowed again.
     *
     * @param messages 1 or more messages
     * @param now      time of their check
     */
    default void onAllowed(List<SmsMessage> messages, Instant now) {
    }
}
