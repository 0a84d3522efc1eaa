package io.github.camelsms.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Invariants of reading a response with any bytes: it never throws, it never releases a message for resending that the
 * response reports as accepted, and it loses no status.
 */
final class ResponseCheck {

    private static final ObjectMapper JSON
            = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final List<SmsMessage> BATCH = List.of(
            new SmsMessage("Your code is 4711", "11987654321", "a", null),
            new SmsMessage("Your code is 4712", "11987654322", "b", null),
            new SmsMessage("Your code is 4713", "11987654323", null, null));

    private ResponseCheck() {
    }

    /**
     * Reads the bytes as the response to a send request whose messages have the correlation ids "a", "b" and none.
     *
     * @param size number of messages, 1 to 3
     */
    static void send(int size, int status, byte[] body, @Nullable String contentType) {
        List<SmsMessage> batch = BATCH.subList(0, size);
        SendResponse response
                = SendResponseReader.read(batch, new HttpReply.Received(status, body, contentType, null, List.of()));

        Set<String> accepted = new HashSet<>();
        collectAccepted(parsed(body), accepted);
        if (!accepted.isEmpty()) {
            assertThat(response).isInstanceOfAny(SendResponse.Processed.class, SendResponse.Unknown.class);
        }
        if (response instanceof SendResponse.Processed processed) {
            check(batch, processed.results(), accepted);
        }
        // All numbers are masked; a text is recognized only if it belongs to this request.
        List<String> texts = batch.stream().map(message -> String.valueOf(message.messageText())).toList();
        assertThat(reasons(response)).allSatisfy(
                reason -> assertThat(reason).doesNotContain("\n", "119876543").doesNotContain(texts));
    }

    private static List<String> reasons(SendResponse response) {
        return response instanceof SendResponse.Processed processed
                ? processed.results().stream().map(result -> String.valueOf(result.reason())).toList()
                : List.of(response.toString());
    }

    private static void check(List<SmsMessage> batch, List<SmsSendResult> results, Set<String> accepted) {
        assertThat(results).extracting(SmsSendResult::correlationId)
                .isEqualTo(batch.stream().map(SmsMessage::correlationId).toList());
        for (SmsSendResult result : results) {
            if (result.correlationId() != null && accepted.contains(result.correlationId())) {
                assertThat(result.outcome()).isNotEqualTo(SmsOutcome.NOT_SENT);
            }
            if (result.reason() != null) {
                assertThat(result.reason().length()).isLessThanOrEqualTo(ServiceText.MAX_LENGTH);
            }
        }
    }

    /** Reads the bytes as the response to a status query. */
    static void statuses(int status, byte[] body, @Nullable String contentType, List<String> links) {
        StatusPage page = StatusResponseReader.read(new HttpReply.Received(status, body, contentType, null, links));

        List<String> listed = new ArrayList<>();
        collectListed(parsed(body), listed);
        if (page instanceof StatusPage.Block block) {
            assertThat(block.statuses().stream().filter(it -> it.status() != SmsDeliveryStatus.OTHER))
                    .hasSizeGreaterThanOrEqualTo(listed.size());
        } else if (!listed.isEmpty()) {
            StatusResponse.Failed failed = (StatusResponse.Failed) page;
            assertThat(!failed.readSoFar().isEmpty() || failed.unrecognizedResponse() != null)
                    .as("statuses are kept: %s", failed).isTrue();
        }
    }

    private static @Nullable JsonNode parsed(byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            return null;
        }
    }

    private static void collectAccepted(@Nullable JsonNode node, Set<String> ids) {
        if (node == null) {
            return;
        }
        JsonNode id = node.get("correlationId");
        boolean hasId = id != null && id.isTextual() && !id.asText().isBlank();
        if (hasId && node.path("status").asText().trim().equalsIgnoreCase("OK") && node.path("status").isTextual()
                && isFreeOfError(node)) {
            ids.add(id.asText());
        }
        node.forEach(child -> collectAccepted(child, ids));
    }

    private static boolean isFreeOfError(JsonNode item) {
        if (item.has("code")) {
            return item.get("code").isInt() && item.get("code").asInt() == 5;
        }
        for (String name : (Iterable<String>) item::fieldNames) {
            if (name.equalsIgnoreCase("code")) {
                return false;
            }
        }
        return true;
    }

    private static void collectListed(@Nullable JsonNode node, List<String> found) {
        if (node == null) {
            return;
        }
        if (StatusItems.isListed(node)) {
            found.add(node.path("status").asText());
            return;
        }
        node.forEach(child -> collectListed(child, found));
    }
}
