package io.github.camelsms.client;

import java.util.List;

import io.github.camelsms.model.SmsStatus;

/**
 * Content of one response of a status operation. A failure has the statuses of this page only.
 */
sealed interface StatusPage permits StatusPage.Block, StatusResponse.Failed {

    /**
     * A block of statuses.
     *
     * @param links      links of the response to more statuses
     * @param isNoRecord whether the service says that it has no record for the query (code 6), without any item
     */
    record Block(List<SmsStatus> statuses, ContinuationLinks links, boolean isNoRecord) implements StatusPage {

        static final int FULL_BLOCK = 100;

        boolean isFull() {
            return statuses.size() >= FULL_BLOCK;
        }
    }
}
