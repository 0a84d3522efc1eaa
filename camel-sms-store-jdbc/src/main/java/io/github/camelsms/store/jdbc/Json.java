package io.github.camelsms.store.jdbc;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

/**
 * JSON in columns and parameters.
 */
final class Json {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {
    };

    private Json() {
    }

    static String write(List<String> texts) {
        return writeValue(texts);
    }

    /** Returns the map as JSON, or null if it is empty. */
    static @Nullable String write(Map<String, String> texts) {
        return texts.isEmpty() ? null : writeValue(texts);
    }

    static Map<String, String> read(@Nullable String json) {
        if (json == null) {
            return Map.of();
        }
        try {
            return Map.copyOf(MAPPER.readValue(json, TEXTS));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("kept headers that this store has not written", e);
        }
    }

    private static String writeValue(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts can always be written", e);
        }
    }
}
