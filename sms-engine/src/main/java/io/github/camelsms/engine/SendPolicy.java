package io.github.camelsms.engine;

import java.time.Instant;
import java.util.List;

import io.github.camelsms.model.SmsMessage;

/**
 * Decision about messages immediately before they join a request. It may block, throw or never return: see
 * {@link PolicyCalls}.
 */
@FunctionalInterface
public interface SendPolicy {

    /**
     * Returns the verdicts on messages, in their order.
     *
     * @param messages 1 or more messages
     * @param now      current time
     */
    List<SendVerdict> check(List<SmsMessage> messages, Instant now);
}
