package io.github.camelsms.client;

import java.util.List;

import io.github.camelsms.model.SmsStatus;

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

    /** The service says that it has no record (code 6). Nothing else that it sends says so. */
    record NoRecord() implements StatusLookUp {
    }

    /** The query failed, which says nothing of the message. */
    record Failed(StatusResponse.Failed failure) implements StatusLookUp {
    }
}
