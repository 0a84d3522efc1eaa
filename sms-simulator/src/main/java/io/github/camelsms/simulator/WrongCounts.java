package io.github.camelsms.simulator;

import java.util.Map;

import wiremock.com.fasterxml.jackson.databind.JsonNode;
import wiremock.com.fasterxml.jackson.databind.node.ArrayNode;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** Makes the results of a send request fail to match its messages. */
final class WrongCounts {

    private static final String CORRELATION_ID = "correlationId";

    private WrongCounts() {
    }

    static Answer apply(Answer answer, Fault.CountError error) {
        if (!(answer.json() instanceof ArrayNode results) || results.isEmpty()) {
            return answer;
        }
        ArrayNode wrong = results.deepCopy();
        switch (error) {
            case ONE_FEWER -> wrong.remove(wrong.size() - 1);
            case ONE_MORE -> wrong.add(
                    Json.outcome("OK", 5).put("id_sms", "0").put(CORRELATION_ID, "nobody-sent-this"));
            case DUPLICATED_ID -> duplicateFirstId(wrong);
            case IDS_MISSING -> wrong.forEach(result -> ((ObjectNode) result).remove(CORRELATION_ID));
        }
        return new Answer(answer.httpStatus(), wrong, null, Map.copyOf(answer.headers()));
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
