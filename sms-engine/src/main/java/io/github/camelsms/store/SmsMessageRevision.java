package io.github.camelsms.store;

/**
 * Key of one outcome of a message. A message can have several outcomes, for example UNKNOWN and later ACCEPTED.
 *
 * @param messageId the store's number of the message
 * @param revision  number of the outcome, from 1
 */
public record SmsMessageRevision(long messageId, long revision) {
}
