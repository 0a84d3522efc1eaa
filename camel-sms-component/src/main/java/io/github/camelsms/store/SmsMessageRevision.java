package io.github.camelsms.store;

/**
 * One outcome of a message. A message can have several, for instance UNKNOWN and later ACCEPTED.
 *
 * @param messageId the store's number of the message
 * @param revision  which outcome, from 1
 */
public record SmsMessageRevision(long messageId, long revision) {
}
