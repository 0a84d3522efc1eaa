package io.github.camelsms.simulator;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;

/**
 * A body that falls silent half-way.
 *
 * <p>
 * The HTTP server keeps small writes back, so white space comes first: enough of it that head and beginning are on the
 * wire before the silence.
 */
final class StallingBody extends InputStream {

    private static final int PADDING = 96 * 1024;

    private final InputStream firstHalf;
    private final InputStream secondHalf;
    private final Duration pause;
    private final SimulatorClock clock;
    private boolean paused;

    StallingBody(byte[] body, Duration pause, SimulatorClock clock) {
        int half = body.length / 2;
        this.firstHalf = new PaddedBody(PADDING, Arrays.copyOf(body, half));
        this.secondHalf = new ByteArrayInputStream(body, half, body.length - half);
        this.pause = pause;
        this.clock = clock;
    }

    /** Bytes of the whole, for a body of the given length. */
    static int length(byte[] body) {
        return PADDING + body.length;
    }

    @Override
    public int read() {
        throw new UnsupportedOperationException("read into an array");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = length == 0 ? 0 : firstHalf.read(target, offset, length);
        if (count >= 0) {
            return count;
        }
        if (!paused) {
            paused = true;
            clock.sleep(pause);
        }
        return secondHalf.read(target, offset, length);
    }
}
