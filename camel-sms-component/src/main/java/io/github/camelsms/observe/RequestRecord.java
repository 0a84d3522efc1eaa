package io.github.camelsms.observe;

import java.time.Instant;

/**
 * Record of one completed send request.
 *
 * @param time     when its response was received, or when it ended without one
 * @param result   result of the request
 * @param messages number of its messages
 * @param accepted messages that the service accepted
 * @param rejected messages that the service rejected
 * @param unknown  messages that may or may not have been sent
 * @param millis   duration in milliseconds
 */
record RequestRecord(Instant time, RequestResult result, int messages, int accepted, int rejected, int unknown,
        long millis) {
}
