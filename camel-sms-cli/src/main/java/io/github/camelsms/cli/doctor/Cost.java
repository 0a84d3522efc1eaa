package io.github.camelsms.cli.doctor;

import java.time.Duration;

import io.github.camelsms.model.Count;

/**
 * What a step spends.
 *
 * @param messages    messages that it usually sends
 * @param maxMessages messages that it sends at most
 * @param requests    requests that it makes at most, without repetitions after a 429
 * @param duration    how long it takes at most
 */
record Cost(int messages, int maxMessages, int requests, Duration duration) {

    static Cost free(int requests, Duration duration) {
        return new Cost(0, 0, requests, duration);
    }

    /** Returns the cost as a phrase, such as {@code 1 message, up to 20 requests, up to 30 s}. */
    String phrase() {
        return messagesPhrase() + ", up to " + requests + " requests, up to " + Words.duration(duration);
    }

    private String messagesPhrase() {
        return maxMessages == 0
                ? "no message"
                : maxMessages == messages
                        ? Count.of(messages, "message")
                : messages + " to " + Count.of(maxMessages, "message");
    }
}
