package io.github.camelsms.benchmarks.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * The interface's JSON with Jackson data binding on records; results are found by correlation id.
 */
final class PeerJson {

    static final JsonMapper MAPPER = JsonMapper.builder()
            .serializationInclusion(JsonInclude.Include.NON_NULL)
            .addMixIn(SmsMessage.class, MessageFields.class)
            .build();

    private PeerJson() {
    }

    static byte[] write(List<SmsMessage> batch) {
        try {
            return MAPPER.writeValueAsBytes(new Request(batch));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Item[] read(byte[] response) throws IOException {
        return MAPPER.readValue(response, Item[].class);
    }

    /** Returns the results of a response by correlation id. */
    static Map<String, Item> byId(Item[] items) {
        Map<String, Item> byId = new HashMap<>(items.length * 2);
        for (Item item : items) {
            byId.put(item.correlationId(), item);
        }
        return byId;
    }

    /** Passes each message of a batch its result. */
    static void confirm(List<Pending> batch, Item[] items) {
        Map<String, Item> byId = byId(items);
        for (Pending pending : batch) {
            pending.confirm(byId.get(pending.message().correlationId()));
        }
    }

    /** Returns the number of messages of a batch with the result OK. */
    static int countAccepted(List<SmsMessage> batch, Item[] items) {
        Map<String, Item> byId = byId(items);
        int accepted = 0;
        for (SmsMessage message : batch) {
            Item item = byId.get(message.correlationId());
            accepted += item != null && item.isAccepted() ? 1 : 0;
        }
        return accepted;
    }

    /** Body of a send request. */
    record Request(List<SmsMessage> sms) {
    }

    /** Element of the response to a send request. */
    record Item(String status, int code, @Nullable @JsonProperty("id_sms") String smsId, @Nullable String message,
            String correlationId) {

        boolean isAccepted() {
            return status.equals("OK") && smsId != null;
        }
    }

    @JsonIncludeProperties({ "messageText", "destination", "correlationId" })
    private interface MessageFields {
    }
}
