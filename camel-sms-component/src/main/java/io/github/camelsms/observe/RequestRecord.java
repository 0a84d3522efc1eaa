package io.github.camelsms.observe;

import java.time.Instant;

/**
 * One send request that has ended.
 *
 * @param time     when its response came, or when it was known that none comes
 * @param result   how it ended
 * @param messages messages in it
 * @param accepted those that the service took
 * @param rejected those that the service refused
 * @param unknown  those that may or may not have been sent
 * @param millis   from its departure to its end, in milliseconds
 */
public record RequestRecord(Instant time, RequestResult result, int messages, int accepted, int rejected, int unknown,
        long millis) {
}
