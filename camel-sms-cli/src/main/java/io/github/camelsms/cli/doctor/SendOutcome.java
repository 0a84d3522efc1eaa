package io.github.camelsms.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.cli.doctor.ServiceHttp.Lost;
import io.github.camelsms.cli.doctor.ServiceHttp.NotConnected;
import io.github.camelsms.cli.doctor.ServiceHttp.Received;
import io.github.camelsms.cli.doctor.ServiceHttp.Reply;
import org.jspecify.annotations.Nullable;

/**
 * What became of a send request.
 *
 * @param reason   why the message was not accepted, or its outcome is unknown; without numbers and credentials
 * @param results  the results in the order of the response
 * @param response the response, or null if there is none
 */
record SendOutcome(Kind kind, String reason, List<JsonNode> results, @Nullable Received response) {

    /** Kinds of outcomes, of the first message of the request. */
    enum Kind {
        ACCEPTED,
        REJECTED,
        /** The whole request was throttled, and no message accepted. */
        THROTTLED,
        /** The whole request was refused, and no message accepted. */
        REFUSED,
        /** No byte was sent. */
        NOT_CONNECTED,
        /** The message may have been accepted. It must not be sent again. */
        UNKNOWN
    }

    private static final int SUCCESS = 5;
    private static final List<Integer> REFUSALS = List.of(400, 401, 403, 404, 405, 413, 415, 422);

    /** Returns the outcome of the message with the correlation id, the only valid one or the first. */
    static SendOutcome of(Reply reply, String correlationId) {
        if (reply instanceof NotConnected none) {
            return new SendOutcome(Kind.NOT_CONNECTED, none.reason(), List.of(), null);
        }
        if (reply instanceof Lost lost) {
            return new SendOutcome(Kind.UNKNOWN, lost.reason(), List.of(), null);
        }
        Received response = (Received) reply;
        String shown = "HTTP status " + response.status();
        List<JsonNode> results = results(response.json());
        JsonNode own = own(results, correlationId);
        if (response.status() == 429 || (response.isThrottled() && own == null)) {
            return new SendOutcome(Kind.THROTTLED, shown, List.of(), response);
        }
        if (response.isSuccess() && own != null) {
            boolean isAccepted = "OK".equalsIgnoreCase(Json.text(own, "status"))
                    && Integer.valueOf(SUCCESS).equals(Json.code(own));
            boolean isRejected = "NOK".equalsIgnoreCase(Json.text(own, "status"))
                    && Objects.requireNonNullElse(Json.code(own), 0) < 0;
            if (isAccepted || isRejected) {
                return new SendOutcome(
                        isAccepted ? Kind.ACCEPTED : Kind.REJECTED, isAccepted ? "" : "code " + Json.code(own), results,
                        response);
            }
        }
        if (REFUSALS.contains(response.status()) && results.isEmpty()) {
            return new SendOutcome(Kind.REFUSED, shown, List.of(), response);
        }
        return new SendOutcome(
                Kind.UNKNOWN, shown + (own == null ? " without a result of the message" : ""), results, response);
    }

    boolean isAccepted() {
        return kind == Kind.ACCEPTED;
    }

    /** Returns the array of results in the document, or a single result; none if there is none. */
    private static List<JsonNode> results(@Nullable JsonNode root) {
        List<JsonNode> results = new ArrayList<>();
        if (root == null) {
            return results;
        }
        for (Json.Place place : Json.places(root)) {
            if (place.value().isArray() && results.isEmpty()) {
                place.value().forEach(element -> {
                    if (element.isObject() && element.has("status") && element.has("code")) {
                        results.add(element);
                    }
                });
            }
        }
        if (results.isEmpty() && root.has("id_sms")) {
            results.add(root);
        }
        return results;
    }

    private static @Nullable JsonNode own(List<JsonNode> results, String correlationId) {
        for (JsonNode result : results) {
            if (correlationId.equals(Json.text(result, "correlationId"))) {
                return result;
            }
        }
        // Without correlation ids, a single result is that of the single message.
        return results.size() == 1 && Json.text(results.get(0), "correlationId") == null
                && !Json.hasCode(results.get(0), 429) ? results.get(0) : null;
    }
}
