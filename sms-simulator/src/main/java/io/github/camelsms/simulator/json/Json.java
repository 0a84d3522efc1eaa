package io.github.camelsms.simulator.json;

import java.io.IOException;
import java.io.UncheckedIOException;

import org.jspecify.annotations.Nullable;
import wiremock.com.fasterxml.jackson.core.JsonProcessingException;
import wiremock.com.fasterxml.jackson.databind.DeserializationFeature;
import wiremock.com.fasterxml.jackson.databind.JsonNode;
import wiremock.com.fasterxml.jackson.databind.ObjectMapper;
import wiremock.com.fasterxml.jackson.databind.node.ArrayNode;
import wiremock.com.fasterxml.jackson.databind.node.MissingNode;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** A reader and writer of JSON, with WireMock's Jackson. */
public final class Json {

    private static final ObjectMapper MAPPER
            = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Json() {
    }

    /** Creates an empty object. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** Creates an empty array. */
    public static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /** Creates an object with {@code status} and {@code code}, which all responses of the service have. */
    public static ObjectNode outcome(String status, int code) {
        return object().put("status", status).put("code", code);
    }

    /** Creates an object with the components of a record. */
    public static ObjectNode object(Record value) {
        return MAPPER.valueToTree(value);
    }

    /** Writes {@code node} as UTF-8. */
    public static byte[] bytes(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a JSON document; returns a missing node if there are no bytes, null if they are not JSON. */
    public static @Nullable JsonNode parse(byte @Nullable [] bytes) {
        if (bytes == null || bytes.length == 0) {
            return MissingNode.getInstance();
        }
        try {
            return MAPPER.readTree(bytes);
        } catch (IOException e) {
            return null;
        }
    }
}
