package io.github.camelsms.client;

import java.util.Arrays;
import java.util.List;

import io.github.camelsms.client.StatusResponse.Failed;
import io.github.camelsms.model.SmsStatus;

/**
 * Reader of the statuses of a response whose end is missing. An item counts if its object is closed, because then none
 * of its fields is missing.
 */
final class CutStatuses {

    private static final String FIND = " may have been consumed: find them with the query by send date";

    private CutStatuses() {
    }

    /**
     * Returns the statuses in the service's order; none if the list of statuses is not recognized.
     *
     * @param isCut whether the end is known to be missing; otherwise everything before it must be JSON, of a usual size
     */
    static List<SmsStatus> read(HttpReply.Received response, boolean isCut) {
        if (!isCut && response.body().length > ResponseBody.MAX_USUAL_BYTES) {
            return List.of();
        }
        CutJson cut = CutJson.of(JsonShapes.text(withoutLastCharacter(response)), isCut);
        StatusItems found = cut == null ? null : StatusItems.find(cut.root());
        if (cut == null || found == null || StatusItems.hasStatusOutside(found, cut.root())) {
            return List.of();
        }
        return found.items().stream().filter(item -> !cut.open().contains(item)).map(StatusItem::read).toList();
    }

    /** A character can be cut, and the rest of the response would then not be recognized as UTF-8. */
    private static HttpReply.Received withoutLastCharacter(HttpReply.Received response) {
        int length = response.body().length;
        while (length > 0 && response.body()[length - 1] < 0) {
            length--;
        }
        return new HttpReply.Received(
                response.status(), Arrays.copyOf(response.body(), length), response.contentType(), null, List.of());
    }

    /** Adds to the reason how many statuses of a block may be lost. */
    static Failed mayBeConsumed(Failed lost) {
        int left = StatusPage.Block.FULL_BLOCK - lost.readSoFar().size();
        String more = left > 0 ? "up to " + left + " more" : "more";
        String what = lost.readSoFar().isEmpty() ? "a block of up to " + StatusPage.Block.FULL_BLOCK + " statuses" : more;
        return new Failed(
                lost.kind(), lost.code(), lost.reason() + "; " + what + FIND, lost.readSoFar(), lost.unrecognizedResponse(),
                lost.retryAfter());
    }
}
