package io.github.camelsms.cli.optout;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;

import io.github.camelsms.cli.process.Interruption;

/** Stream that fails instead of being read after the command was interrupted. Not thread-safe. */
final class InterruptibleStream extends FilterInputStream {

    private final Interruption interruption;

    InterruptibleStream(InputStream in, Interruption interruption) {
        super(in);
        this.interruption = interruption;
    }

    @Override
    public int read() throws IOException {
        requireNotInterrupted();
        return super.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        requireNotInterrupted();
        return super.read(bytes, offset, length);
    }

    private void requireNotInterrupted() throws IOException {
        if (interruption.isRequested()) {
            throw new InterruptedIOException("interrupted");
        }
    }
}
