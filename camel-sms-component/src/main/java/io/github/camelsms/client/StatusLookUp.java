package io.github.camelsms.client;

import java.util.List;

import io.github.camelsms.model.SmsStatus;

/**
 * Result of looking up one message. If it {@link StatusResponse.Failed failed}, nothing is known about the message.
 */
public sealed interface StatusLookUp permits StatusLookUp.Found, StatusLookUp.NoRecord, StatusResponse.Failed {

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
}
