package io.github.camelsms.simulator;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

/**
 * An HTTP answer before any fault has spoilt it.
 *
 * @param json the body as JSON, or null for one that is empty or in {@code text}
 * @param text the body as HTML, or null
 */
record Answer(int httpStatus, @Nullable JsonNode json, @Nullable String text, Map<String, String> headers) {

    static Answer json(int httpStatus, JsonNode body) {
        return new Answer(httpStatus, body, null, Map.of("Content-Type", "application/json"));
    }

    static Answer empty(int httpStatus) {
        return new Answer(httpStatus, null, null, Map.of());
    }

    /** A page as a gateway in front of the service would write it. */
    static Answer html(int httpStatus) {
        String page = "<html><head><title>" + httpStatus + "</title></head><body><h1>" + httpStatus
                      + "</h1><p>The simulator was asked to answer so.</p></body></html>";
        return new Answer(httpStatus, null, page, Map.of("Content-Type", "text/html; charset=utf-8"));
    }

    static Answer nok(int httpStatus, int code, String message) {
        return json(httpStatus, Json.outcome("NOK", code).put("message", message));
    }

    Answer withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Answer(httpStatus, json, text, more);
    }

    byte[] body() {
        if (json != null) {
            return Json.bytes(json);
        }
        return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    }
}
