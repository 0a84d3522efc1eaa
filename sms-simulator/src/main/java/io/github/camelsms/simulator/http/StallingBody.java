package io.github.camelsms.simulator.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

import io.github.camelsms.simulator.SimulatorClock;

/**
 * A JSON body with a pause in the middle.
 *
 * <p>
 * The HTTP server buffers small writes, so spaces after the first half flush it before the pause. The spaces are
 * between two items, or after the opening bracket, where JSON allows them.
 */
final class StallingBody extends InputStream {

    private static final int PADDING_BYTES = 96 * 1024;
    /** Never part of a string, where a backslash precedes each quotation mark. */
    private static final byte[] BETWEEN_ITEMS = "},{\"".getBytes(StandardCharsets.US_ASCII);

    private final InputStream beforePause;
    private final InputStream afterPause;
    private final Duration pause;
    private final SimulatorClock clock;
    private boolean paused;

    StallingBody(byte[] body, Duration pause, SimulatorClock clock) {
        int split = split(body);
        this.beforePause = new SequenceInputStream(
                new ByteArrayInputStream(body, 0, split), new PaddedBody(PADDING_BYTES, new byte[0]));
        this.afterPause = new ByteArrayInputStream(body, split, body.length - split);
        this.pause = pause;
        this.clock = clock;
    }

    /** Returns the length in bytes, including spaces, for the given body. */
    static int length(byte[] body) {
        return PADDING_BYTES + body.length;
    }

    @Override
    public int read() {
        throw new UnsupportedOperationException("use read(byte[], int, int)");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = length == 0 ? 0 : beforePause.read(target, offset, length);
        if (count >= 0) {
            return count;
        }
        if (!paused) {
            paused = true;
            clock.sleep(pause);
        }
        return afterPause.read(target, offset, length);
    }

    /** Returns the first position from the middle where JSON allows spaces, or the one after the opening bracket. */
    private static int split(byte[] body) {
        for (int i = body.length / 2; i + BETWEEN_ITEMS.length <= body.length; i++) {
            if (Arrays.equals(body, i, i + BETWEEN_ITEMS.length, BETWEEN_ITEMS, 0, BETWEEN_ITEMS.length)) {
                return i + 2;
            }
        }
        return Math.min(1, body.length);
    }
}
