package io.github.camelsms.sample.jms;

/**
 * The queues that messages move between.
 *
 * @param outbox   messages to send
 * @param results  an answer for every message that has a final outcome
 * @param rejected the messages that were rejected or could not be read, as they came, for an operator
 * @param unknown  the messages of which nobody knows whether they were sent, as they came, for an operator
 */
public record QueueNames(String outbox, String results, String rejected, String unknown) {
}
