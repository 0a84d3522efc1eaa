package io.github.camelsms.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.client.StatusResponse.Failed;
import io.github.camelsms.client.StatusResponse.Kind;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Reader of one response of a status operation.
 * <p>
 * The service returns a status not yet consulted only once, so the text of an unrecognized response is kept and never
 * treated as empty.
 */
final class StatusResponseReader {

    private static final int CODE_NO_RECORD = 6;
    private static final int CODE_CALL_ERROR = -20;
    private static final int HTTP_NO_CONTENT = 204;
    private static final String FIND = " may have been consumed: find them with the query by send date";

    private StatusResponseReader() {
    }

    static StatusPage read(HttpReply.Received response) {
        JsonNode root = JsonTree.parse(response);
        if (root == null && response.isSuccess()) {
            List<SmsStatus> statuses = readCut(response, false);
            if (!statuses.isEmpty()) {
                return lost(response.status(), describe(response) + " ends in the middle of its JSON document", statuses);
            }
        }
        return read(response, root);
    }

    /** Reads as much of a response as was received. */
    static StatusPage read(HttpReply.Lost lost) {
        HttpReply.Received incomplete = lost.incomplete();
        if (incomplete == null || !incomplete.isSuccess()) {
            return Failed.of(Kind.LOST, lost.status(), lost.reason());
        }
        JsonNode root = JsonTree.parse(incomplete);
        if (root == null) {
            return lost(lost.status(), lost.reason(), readCut(incomplete, true));
        }
        // The document is complete, so nothing but the end of the response is missing.
        StatusPage page = read(incomplete, root);
        boolean isRecognized = !(page instanceof Failed failed && failed.kind() == Kind.UNRECOGNIZED);
        return isRecognized ? page : Failed.of(Kind.LOST, lost.status(), lost.reason());
    }

    private static StatusPage lost(@Nullable Integer status, String reason, List<SmsStatus> statuses) {
        String read = switch (statuses.size()) {
            case 0 -> "";
            case 1 -> "; its first status was read";
            default -> "; its first " + statuses.size() + " statuses were read";
        };
        return new Failed(Kind.LOST, status, reason + read, statuses, null, null);
    }

    /**
     * Returns the statuses of a response whose end is missing, in the service's order; none if the list of statuses is
     * not recognized. An item counts if its object is closed, because then none of its fields is missing.
     *
     * @param isCut whether the end is known to be missing; otherwise everything before it must be JSON, of a usual size
     */
    private static List<SmsStatus> readCut(HttpReply.Received response, boolean isCut) {
        if (!isCut && response.body().length > ResponseBody.MAX_USUAL_BYTES) {
            return List.of();
        }
        JsonTree.Cut cut = JsonTree.Cut.of(ResponseText.text(withoutLastCharacter(response)), isCut);
        StatusItems found = cut == null ? null : StatusItems.find(cut.root());
        if (cut == null || found == null || StatusItems.hasStatusOutside(found, cut.root())) {
            return List.of();
        }
        return found.items().stream().filter(item -> !cut.open().contains(item)).map(StatusItems::read).toList();
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

    private static StatusPage read(HttpReply.Received response, @Nullable JsonNode root) {
        StatusItems found = root == null || !response.isSuccess() ? null : StatusItems.find(root);
        if (root != null && StatusItems.hasStatusOutside(found, root)) {
            return unrecognized(response, "has statuses in an unknown position");
        }
        return read(response, root, found);
    }

    private static StatusPage read(HttpReply.Received response, @Nullable JsonNode root, @Nullable StatusItems found) {
        int status = response.status();
        Envelope envelope = root == null ? Envelope.NONE : JsonTree.envelope(root);
        boolean isThrottledByCode
                = HttpStatuses.isNotAccepted(status) && envelope.hasCode(SmsSendResult.CODE_TOO_MANY_REQUESTS);
        if (status == SmsSendResult.CODE_TOO_MANY_REQUESTS || isThrottledByCode) {
            return throttled(response);
        }
        if (HttpStatuses.isUnauthorized(status)) {
            return Failed.of(
                    Kind.UNAUTHORIZED, status,
                    HttpStatuses.describe(status) + response.credentials().hint()
                                               + envelope.suffix(List.of(), response.credentials()));
        }
        if (status == HTTP_NO_CONTENT && response.body().length == 0) {
            return empty(false);
        }
        if (response.isSuccess()) {
            return root == null ? unrecognized(response, "is not readable as JSON") : block(response, root, found, envelope);
        }
        if (!HttpStatuses.isNotUnderstood(status)) {
            return unrecognized(response, "has an unexpected HTTP status");
        }
        if (envelope.hasCode(CODE_NO_RECORD)) {
            return empty(!envelope.isNok());
        }
        return Failed.of(
                Kind.REJECTED, envelope.code() == null ? Integer.valueOf(status) : envelope.code(),
                HttpStatuses.describe(status) + envelope.suffix(List.of(), response.credentials()));
    }

    private static StatusPage block(
            HttpReply.Received response, JsonNode root, @Nullable StatusItems found, Envelope envelope) {
        if (found == null) {
            return withoutItems(response, root, envelope);
        }
        List<SmsStatus> statuses = new ArrayList<>(found.items().size());
        found.items().forEach(item -> statuses.add(StatusItems.read(item)));
        if (envelope.isNok() || envelope.hasCode(CODE_CALL_ERROR)) {
            return rejected(response, envelope, statuses);
        }
        return new StatusPage.Block(
                statuses, ContinuationLinks.of(root, found.container(), response.links()),
                statuses.isEmpty() && envelope.hasCode(CODE_NO_RECORD));
    }

    private static StatusPage withoutItems(HttpReply.Received response, JsonNode root, Envelope envelope) {
        if (envelope.hasCode(SmsSendResult.CODE_TOO_MANY_REQUESTS)) {
            return throttled(response);
        }
        if (envelope.isUnauthorized()) {
            return Failed.of(
                    Kind.UNAUTHORIZED, envelope.code(),
                    "the service rejected the credentials: check user name and password" + response.credentials().hint()
                                                        + envelope.suffix(List.of(), response.credentials()));
        }
        if (envelope.isNok() || envelope.hasCode(CODE_CALL_ERROR)) {
            return rejected(response, envelope, List.of());
        }
        if (envelope.hasCode(CODE_NO_RECORD) || StatusItems.hasOnlyEmptyArrays(root)) {
            return new StatusPage.Block(
                    List.of(), ContinuationLinks.of(root, null, response.links()), envelope.hasCode(CODE_NO_RECORD));
        }
        return unrecognized(response, "contains no recognized list of statuses");
    }

    private static StatusPage empty(boolean isNoRecord) {
        return new StatusPage.Block(List.of(), new ContinuationLinks(List.of(), false), isNoRecord);
    }

    private static StatusPage throttled(HttpReply.Received response) {
        return new Failed(
                Kind.THROTTLED, SmsSendResult.CODE_TOO_MANY_REQUESTS, "the service throttled the query (429)", List.of(), null,
                response.retryAfter());
    }

    private static StatusPage rejected(HttpReply.Received response, Envelope envelope, List<SmsStatus> statuses) {
        return new Failed(
                Kind.REJECTED, envelope.code(),
                "the service rejected the query" + envelope.suffix(List.of(), response.credentials()), statuses, null, null);
    }

    private static StatusPage unrecognized(HttpReply.Received response, String how) {
        return new Failed(
                Kind.UNRECOGNIZED, response.status(), describe(response) + " " + how, List.of(), ResponseText.text(response),
                null);
    }

    private static String describe(HttpReply.Received response) {
        return "the response (HTTP status " + response.status() + ", " + response.body().length + " bytes)";
    }
}
