package io.github.camelsms.client;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

import org.apache.hc.core5.http.HttpEntity;

/**
 * Body of a response, up to a maximum size. If it cannot be read to its end, it has the bytes that were received
 * before.
 */
final class ResponseBody {

    static final int MAX_BYTES = 8 * 1024 * 1024;

    /** Much more than a full response, which has about 30 KiB. */
    static final int MAX_USUAL_BYTES = 256 * 1024;
    private static final int INITIAL_CAPACITY = 16 * 1024;

    private byte[] bytes = {};
    private int size;

    /**
     * Reads the body to its end. Does not close it on failure, because that would read the rest.
     *
     * @throws IOException if the end cannot be read, or the body is too large
     */
    void read(HttpEntity entity) throws IOException {
        InputStream content = entity.getContent();
        long length = entity.getContentLength();
        boolean isTrusted = length >= 0 && length <= MAX_USUAL_BYTES;
        int limit = isTrusted ? (int) length : MAX_BYTES;
        bytes = new byte[isTrusted ? limit : INITIAL_CAPACITY];
        int read = 0;
        while (read >= 0 && size < limit) {
            if (size == bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(limit, 2 * size));
            }
            // What is decompressed may come from a buffer, so that a closed connection does not end it.
            HttpCall.checkDeadline();
            read = content.read(bytes, size, bytes.length - size);
            size += Math.max(0, read);
        }
        if (size == MAX_BYTES && content.read() >= 0) {
            throw new IOException("the response is larger than " + MAX_BYTES / (1024 * 1024) + " MiB");
        }
        content.close();
    }

    /** Returns the first bytes that were received, at most {@link #MAX_USUAL_BYTES}. */
    byte[] beginning() {
        return Arrays.copyOf(bytes, Math.min(size, MAX_USUAL_BYTES));
    }

    /** Returns the bytes that were received. */
    byte[] bytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }
}
