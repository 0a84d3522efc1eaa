package io.github.camelsms.model;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Result of looking up one message.
 */
public sealed interface StatusLookUp {

    /**
     * The service returned statuses.
     *
     * @param statuses those of the first page, possibly none, and possibly of other messages
     */
    record Found(List<SmsStatus> statuses) implements StatusLookUp {

        public Found {
            statuses = List.copyOf(statuses);
        }
    }

    /** The service reports that it has no record (code 6). No other response has this meaning. */
    record NoRecord() implements StatusLookUp {
    }

    /**
     * The query failed. Nothing is known about the message.
     *
     * @param reason      what happened, in one line without phone numbers
     * @param isThrottled whether the service throttled the query (429)
     * @param retryAfter  delay that the service requests, or null
     */
    record Failed(String reason, boolean isThrottled, @Nullable Duration retryAfter) implements StatusLookUp {
    }
}
