package io.github.camelsms.benchmarks.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Reader of the requests of a connection, with one buffer that grows with the largest. Not thread-safe.
 */
final class RequestReader {

    private final InputStream in;
    private byte[] buffer = new byte[64 * 1024];
    private int read;
    private int bodyStart;
    private int bodyEnd;
    private int next;
    private int headEnd;

    RequestReader(InputStream in) {
        this.in = in;
    }

    /**
     * Reads one complete request.
     *
     * @return false if the client has closed the connection
     */
    boolean read() throws IOException {
        System.arraycopy(buffer, next, buffer, 0, read - next);
        read -= next;
        next = 0;
        if (!readHead()) {
            return false;
        }
        String length = header("content-length");
        bodyStart = headEnd;
        if (length != null) {
            bodyEnd = bodyStart + Integer.parseInt(length);
            next = bodyEnd;
            return fillTo(bodyEnd);
        }
        bodyEnd = bodyStart;
        next = bodyEnd;
        String encoding = header("transfer-encoding");
        return encoding == null || readChunks();
    }

    byte[] buffer() {
        return buffer;
    }

    int bodyStart() {
        return bodyStart;
    }

    int bodyEnd() {
        return bodyEnd;
    }

    /** Returns whether the request line has this prefix, for instance <code>POST /v1/send</code>. */
    boolean isFor(byte[] methodAndPath) {
        int length = methodAndPath.length;
        return headEnd > length && Arrays.equals(buffer, 0, length, methodAndPath, 0, length)
                && (buffer[length] == ' ' || buffer[length] == '?');
    }

    /**
     * Returns the value of a header, or null.
     *
     * @param name name in lower case
     */
    @Nullable
    String header(String name) {
        int at = 0;
        while (at < headEnd) {
            int line = lineEnd(at);
            int colon = at + name.length();
            if (colon < line && buffer[colon] == ':' && startsWith(at, name)) {
                return new String(buffer, colon + 1, line - colon - 1, StandardCharsets.ISO_8859_1).strip();
            }
            at = line + 1;
        }
        return null;
    }

    private boolean readHead() throws IOException {
        int from = 0;
        while (true) {
            for (int i = from; i + 3 < read; i++) {
                if (buffer[i] == '\r' && buffer[i + 1] == '\n' && buffer[i + 2] == '\r' && buffer[i + 3] == '\n') {
                    headEnd = i + 4;
                    return true;
                }
            }
            from = Math.max(0, read - 3);
            if (!fill(read + 1)) {
                return false;
            }
        }
    }

    /** Joins the chunks in place at the start of the body. */
    private boolean readChunks() throws IOException {
        int at = bodyStart;
        while (true) {
            int line = lineEnd(at);
            while (line >= read) {
                if (!fill(read + 1)) {
                    return false;
                }
                line = lineEnd(at);
            }
            String[] size = new String(buffer, at, line - at, StandardCharsets.ISO_8859_1).split(";", 2);
            int chunk = Integer.parseInt(size[0].strip(), 16);
            int start = line + 1;
            if (!fillTo(start + chunk + 2)) {
                return false;
            }
            System.arraycopy(buffer, start, buffer, bodyEnd, chunk);
            bodyEnd += chunk;
            at = start + chunk + 2;
            if (chunk == 0) {
                next = at;
                return true;
            }
        }
    }

    private boolean fillTo(int end) throws IOException {
        while (read < end) {
            if (!fill(end)) {
                return false;
            }
        }
        return true;
    }

    private boolean fill(int wanted) throws IOException {
        if (wanted > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, wanted));
        }
        int count = in.read(buffer, read, buffer.length - read);
        if (count < 0) {
            return false;
        }
        read += count;
        return true;
    }

    private int lineEnd(int from) {
        int at = from;
        while (at < read && buffer[at] != '\n') {
            at++;
        }
        return at;
    }

    private boolean startsWith(int at, String name) {
        for (int i = 0; i < name.length(); i++) {
            if ((buffer[at + i] | 0x20) != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
