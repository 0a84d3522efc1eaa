package io.github.camelsms.client;

import java.util.List;

import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * One answer of a status operation, read.
 */
sealed interface StatusPage {

    /**
     * A block of statuses.
     *
     * @param itemCount items that the block held
     * @param links     where the response says that more is to be had
     */
    record Block(List<SmsStatus> statuses, int itemCount, ContinuationLinks links) implements StatusPage {

        private static final int FULL = 100;

        boolean isFull() {
            return itemCount >= FULL;
        }
    }

    /**
     * Anything but a block. The statuses in it are those of this page alone.
     */
    record Failure(StatusResponse.Failed failed) implements StatusPage {

        static Failure of(StatusResponse.Kind kind, @Nullable Integer code, String reason) {
            return new Failure(new StatusResponse.Failed(kind, code, reason, List.of(), null, null));
        }
    }
}
