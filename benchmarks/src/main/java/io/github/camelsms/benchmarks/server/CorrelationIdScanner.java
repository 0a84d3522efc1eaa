package io.github.camelsms.benchmarks.server;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the correlation ids of a send request in its bytes, without parsing the rest. A message text cannot be mistaken
 * for a field, because its quotes are escaped in JSON.
 */
final class CorrelationIdScanner {

    private static final byte[] FIELD = "\"correlationId\"".getBytes(StandardCharsets.US_ASCII);
    private static final int[] SKIPS = skips(FIELD);

    private final byte[] bytes;
    private final int end;
    private int position;
    private int idStart;
    private int idEnd;

    CorrelationIdScanner(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.position = from;
        this.end = to;
    }

    /** Moves to the next id. Returns false if there is none. */
    boolean next() {
        while (true) {
            int found = find();
            if (found < 0) {
                return false;
            }
            position = found + FIELD.length;
            if (skipTo(':')) {
                position++;
                if (skipTo('"')) {
                    readId();
                    return true;
                }
            }
        }
    }

    /** Returns the index of the first byte of the id, after its opening quote. */
    int idStart() {
        return idStart;
    }

    /** Returns the index of its closing quote. */
    int idEnd() {
        return idEnd;
    }

    private void readId() {
        idStart = ++position;
        while (position < end && bytes[position] != '"') {
            position += bytes[position] == '\\' ? 2 : 1;
        }
        idEnd = Math.min(position, end);
    }

    private boolean skipTo(char expected) {
        while (position < end && (bytes[position] == ' ' || bytes[position] == '\t' || bytes[position] == '\n'
                || bytes[position] == '\r')) {
            position++;
        }
        return position < end && bytes[position] == expected;
    }

    /** Horspool's search, which usually reads only one byte per pattern length. */
    private int find() {
        int last = FIELD.length - 1;
        int at = position;
        int limit = end - FIELD.length;
        while (at <= limit) {
            byte tail = bytes[at + last];
            if (tail == FIELD[last] && Arrays.equals(bytes, at, at + last, FIELD, 0, last)) {
                return at;
            }
            at += SKIPS[tail & 0xff];
        }
        return -1;
    }

    private static int[] skips(byte[] pattern) {
        int[] skips = new int[256];
        Arrays.fill(skips, pattern.length);
        for (int i = 0; i < pattern.length - 1; i++) {
            skips[pattern[i] & 0xff] = pattern.length - 1 - i;
        }
        return skips;
    }
}
