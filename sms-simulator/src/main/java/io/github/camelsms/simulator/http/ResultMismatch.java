package io.github.camelsms.simulator.http;

import java.util.Map;

import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.json.Json;
import io.github.camelsms.simulator.service.ServiceResponse;
import wiremock.com.fasterxml.jackson.databind.JsonNode;
import wiremock.com.fasterxml.jackson.databind.node.ArrayNode;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** The mismatches between the results of a send request and its messages. */
final class ResultMismatch {

    private static final String CORRELATION_ID = "correlationId";

    private ResultMismatch() {
    }

    static ServiceResponse apply(ServiceResponse response, Fault.CountError error) {
        if (!(response.json() instanceof ArrayNode results) || results.isEmpty()) {
            return response;
        }
        ArrayNode wrong = results.deepCopy();
        switch (error) {
            case ONE_FEWER -> wrong.remove(wrong.size() - 1);
            case ONE_MORE -> wrong.add(
                    Json.outcome("OK", 5).put("id_sms", "0").put(CORRELATION_ID, "nobody-sent-this"));
            case DUPLICATED_ID -> duplicateFirstId(wrong);
            case IDS_MISSING -> wrong.forEach(result -> ((ObjectNode) result).remove(CORRELATION_ID));
        }
        return new ServiceResponse(response.httpStatus(), wrong, null, Map.copyOf(response.headers()));
    }

    private static void duplicateFirstId(ArrayNode results) {
        JsonNode first = results.get(0);
        if (results.size() == 1) {
            results.add(first.deepCopy());
        } else {
            ((ObjectNode) results.get(1)).set(CORRELATION_ID, first.path(CORRELATION_ID));
        }
    }
}
