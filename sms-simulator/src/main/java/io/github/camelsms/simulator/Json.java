package io.github.camelsms.simulator;

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

/** Reads and writes JSON with the Jackson that WireMock brings along. */
final class Json {

    private static final ObjectMapper MAPPER
            = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Json() {
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /** The {@code NOK} and {@code OK} objects that the interface uses everywhere. */
    static ObjectNode outcome(String status, int code) {
        return object().put("status", status).put("code", code);
    }

    static byte[] bytes(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The value that the bytes hold: a missing node for none, null if they are no JSON. */
    static @Nullable JsonNode parse(byte @Nullable [] bytes) {
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
