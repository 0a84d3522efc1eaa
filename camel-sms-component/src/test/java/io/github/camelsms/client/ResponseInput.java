package io.github.camelsms.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Format of fuzzer inputs and corpus files: two bytes select the HTTP status, the batch size and the content type; the
 * rest is the body.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ResponseInput(int size, int status, String contentType, byte[] body) {

    private static final int[] STATUSES = { 200, 202, 204, 302, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503 };
    private static final String[] CONTENT_TYPES = {
            "application/json", "application/json; charset=ISO-8859-1", "application/json; charset=UTF-16",
            "text/html; charset=\"no such\"" };

    static ResponseInput of(byte[] bytes) {
        if (bytes.length < 2) {
            return new ResponseInput(1, 200, CONTENT_TYPES[0], bytes);
        }
        return new ResponseInput(
                1 + Math.floorMod(bytes[1] - ' ', 3), STATUSES[Math.floorMod(bytes[0] - ' ', STATUSES.length)],
                CONTENT_TYPES[Math.floorMod((bytes[1] - ' ') / 3, CONTENT_TYPES.length)],
                Arrays.copyOfRange(bytes, 2, bytes.length));
    }

    void readAsSendResponse() {
        ResponseCheck.send(size, status, body, contentType);
    }

    void readAsStatusResponse() {
        ResponseCheck.statuses(status, body, contentType, List.of());
        // Links may also be in headers, which can contain any byte except line breaks.
        ResponseCheck.statuses(
                status, "{\"sent_status\":[]}".getBytes(StandardCharsets.UTF_8), contentType,
                List.of(new String(body, StandardCharsets.ISO_8859_1)));
    }
}
