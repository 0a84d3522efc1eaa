package io.github.camelsms.simulator.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** A JSON body after white space of any length, which takes no memory. */
final class PaddedBody extends InputStream {

    private final InputStream body;
    private int padding;

    PaddedBody(int padding, byte[] body) {
        this.padding = padding;
        this.body = new ByteArrayInputStream(body);
    }

    @Override
    public int read() {
        throw new UnsupportedOperationException("use read(byte[], int, int)");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (padding == 0) {
            return body.read(target, offset, length);
        }
        int count = Math.min(padding, length);
        Arrays.fill(target, offset, offset + count, (byte) ' ');
        padding -= count;
        return count;
    }
}
