package io.github.camelsms.simulator.service;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.camelsms.simulator.json.Json;
import org.jspecify.annotations.Nullable;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

/**
 * An HTTP response of the service, before any fault.
 *
 * @param json the body as JSON, or null if it is empty or in {@code html}
 * @param html the body as HTML, or null
 */
public record ServiceResponse(int httpStatus, @Nullable JsonNode json, @Nullable String html, Map<String, String> headers) {

    /** Creates a response with a JSON body. */
    public static ServiceResponse json(int httpStatus, JsonNode body) {
        return new ServiceResponse(httpStatus, body, null, Map.of("Content-Type", "application/json"));
    }

    /** Creates a response without a body. */
    static ServiceResponse empty(int httpStatus) {
        return new ServiceResponse(httpStatus, null, null, Map.of());
    }

    /** Creates a response with an HTML page, as a gateway sends it. */
    public static ServiceResponse html(int httpStatus) {
        String page = "<html><head><title>" + httpStatus + "</title></head><body><h1>" + httpStatus
                      + "</h1><p>This response is a fault of the simulator.</p></body></html>";
        return new ServiceResponse(httpStatus, null, page, Map.of("Content-Type", "text/html; charset=utf-8"));
    }

    /** Creates a response with an error object. */
    public static ServiceResponse nok(int httpStatus, int code, String message) {
        return json(httpStatus, Json.outcome("NOK", code).put("message", message));
    }

    /** Returns this response with one more header. */
    public ServiceResponse withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new ServiceResponse(httpStatus, json, html, more);
    }

    /** Returns the bytes of the body. */
    public byte[] body() {
        if (json != null) {
            return Json.bytes(json);
        }
        return html == null ? new byte[0] : html.getBytes(StandardCharsets.UTF_8);
    }
}
