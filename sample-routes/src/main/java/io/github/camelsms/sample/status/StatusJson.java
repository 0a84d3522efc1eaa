package io.github.camelsms.sample.status;

import java.util.List;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.camelsms.model.SmsStatus;

/**
 * Statuses as the JSON that goes on queues.
 */
final class StatusJson {

    private static final ObjectMapper JSON = new ObjectMapper();

    private StatusJson() {
    }

    static String of(SmsStatus status) {
        return node(status).toString();
    }

    static String answer(List<SmsStatus> statuses) {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode list = answer.putArray("statuses");
        statuses.forEach(status -> list.add(node(status)));
        return answer.toString();
    }

    static String failure(String reason) {
        return JSON.createObjectNode().put("error", reason).toString();
    }

    private static ObjectNode node(SmsStatus status) {
        return JSON.createObjectNode()
                .put("correlationId", status.correlationId())
                .put("destination", status.destination())
                .put("status", status.status().name())
                .put("rawStatus", status.rawStatus())
                .put("sentDate", status.sentDate() == null ? null : status.sentDate().toString());
    }
}
