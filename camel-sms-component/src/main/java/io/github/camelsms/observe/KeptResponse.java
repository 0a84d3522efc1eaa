package io.github.camelsms.observe;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Unreadable response to a poll, which may hold statuses.
 *
 * @param number  its number, from 1, unique within the account
 * @param time    when it was received
 * @param reason  why it was unreadable, in one line without phone numbers
 * @param content its text in UTF-8, truncated if there was not enough room; may hold phone numbers
 * @param bytes   length of the whole text in UTF-8
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record KeptResponse(long number, Instant time, String reason, byte[] content, long bytes) {

    /** Returns whether the content is truncated. */
    boolean isCut() {
        return content.length < bytes;
    }

    /** Returns the content, which may hold phone numbers. */
    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /** Omits the content. */
    @Override
    public String toString() {
        return number + ": " + time + ", " + bytes + " bytes" + (isCut() ? " of which " + content.length + " are kept" : "")
               + ": " + reason;
    }
}
