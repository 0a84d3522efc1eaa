package io.github.camelsms.benchmarks.server;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writer of the responses of one connection, with one buffer for head and body, so that each is sent with one write.
 * Not thread-safe.
 */
final class ResponseWriter {

    /** Space before the body for the head, which needs the length of the body. */
    private static final int HEAD_ROOM = 256;

    private static final String OK = "200 OK";
    private static final byte[] ITEM_START = ascii("{\"status\":\"OK\",\"code\":5,\"id_sms\":\"");
    private static final byte[] ITEM_MIDDLE = ascii("\",\"correlationId\":\"");
    private static final byte[] ITEM_END = ascii("\"},");
    private static final int ID_DIGITS = 15;
    private static final int ITEM_BYTES = ITEM_START.length + ID_DIGITS + ITEM_MIDDLE.length + ITEM_END.length;
    private static final byte[] THROTTLED
            = ascii("{\"status\":\"NOK\",\"code\":429,\"message\":\"TOO_MANY_REQUESTS\"}");

    private byte[] buffer = new byte[64 * 1024];
    private int start;
    private int end;
    private long nextId;

    /**
     * @param firstId id of the first message, at most 15 digits; ids of different connections should be far apart
     */
    ResponseWriter(long firstId) {
        this.nextId = firstId;
    }

    /** Starts the response to a send request. */
    void begin() {
        end = HEAD_ROOM;
        buffer[end++] = '[';
    }

    /** Adds the result of an accepted message, with its correlation id as in the request. */
    void accepted(byte[] request, int idStart, int idEnd) {
        int length = idEnd - idStart;
        ensureRoom(ITEM_BYTES + length);
        put(ITEM_START, 0, ITEM_START.length);
        putNextId();
        put(ITEM_MIDDLE, 0, ITEM_MIDDLE.length);
        put(request, idStart, length);
        put(ITEM_END, 0, ITEM_END.length);
    }

    void finish() {
        if (buffer[end - 1] == ',') {
            end--;
        }
        ensureRoom(1);
        buffer[end++] = ']';
        putHead(OK);
    }

    void throttled() {
        whole("429 Too Many Requests", THROTTLED);
    }

    void ok(byte[] json) {
        whole(OK, json);
    }

    void unknownPath() {
        whole("404 Not Found", ascii("{}"));
    }

    byte[] buffer() {
        return buffer;
    }

    int start() {
        return start;
    }

    int length() {
        return end - start;
    }

    private void whole(String status, byte[] body) {
        end = HEAD_ROOM;
        ensureRoom(body.length);
        put(body, 0, body.length);
        putHead(status);
    }

    private void putHead(String status) {
        byte[] head = ascii("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: "
                            + (end - HEAD_ROOM) + "\r\n\r\n");
        start = HEAD_ROOM - head.length;
        System.arraycopy(head, 0, buffer, start, head.length);
    }

    private void put(byte[] bytes, int from, int length) {
        System.arraycopy(bytes, from, buffer, end, length);
        end += length;
    }

    private void putNextId() {
        long rest = nextId++;
        for (int i = end + ID_DIGITS - 1; i >= end; i--) {
            buffer[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        end += ID_DIGITS;
    }

    private void ensureRoom(int more) {
        if (end + more > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, end + more));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
