package io.github.camelsms.client;

import java.util.List;

import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Content of one response of a status operation.
 */
sealed interface StatusPage {

    /**
     * A block of statuses.
     *
     * @param itemCount  number of items in the block
     * @param links      links of the response to more statuses
     * @param isNoRecord whether the service says that it has no record for the query (code 6), without any item
     */
    record Block(List<SmsStatus> statuses, int itemCount, ContinuationLinks links, boolean isNoRecord)
            implements
                StatusPage {

        private static final int FULL_BLOCK = 100;

        boolean isFull() {
            return itemCount >= FULL_BLOCK;
        }
    }

    /**
     * A failure, with the statuses of this page only.
     */
    record Failure(StatusResponse.Failed failed) implements StatusPage {

        static Failure of(StatusResponse.Kind kind, @Nullable Integer code, String reason) {
            return new Failure(new StatusResponse.Failed(kind, code, reason, List.of(), null, null));
        }
    }
}
