package io.github.camelsms.simulator;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * A JSON body that falls silent half-way.
 *
 * <p>
 * The HTTP server keeps small writes back, so blanks follow the first half: enough of them that it is on the wire
 * before the silence. They stand between two items, or behind the opening bracket, where JSON allows them.
 */
final class StallingBody extends InputStream {

    private static final int PADDING = 96 * 1024;
    /** Cannot be within a string, where the quotation mark would follow a backslash. */
    private static final byte[] BETWEEN_ITEMS = "},{\"".getBytes(StandardCharsets.US_ASCII);

    private final InputStream beforePause;
    private final InputStream afterPause;
    private final Duration pause;
    private final SimulatorClock clock;
    private boolean paused;

    StallingBody(byte[] body, Duration pause, SimulatorClock clock) {
        int split = split(body);
        this.beforePause = new SequenceInputStream(
                new ByteArrayInputStream(body, 0, split), new PaddedBody(PADDING, new byte[0]));
        this.afterPause = new ByteArrayInputStream(body, split, body.length - split);
        this.pause = pause;
        this.clock = clock;
    }

    /** Bytes of the whole, for the given body. */
    static int length(byte[] body) {
        return PADDING + body.length;
    }

    @Override
    public int read() {
        throw new UnsupportedOperationException("read into an array");
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

    /** The first place from the middle on where blanks may stand; behind the opening bracket if there is none. */
    private static int split(byte[] body) {
        for (int i = body.length / 2; i + BETWEEN_ITEMS.length <= body.length; i++) {
            if (Arrays.equals(body, i, i + BETWEEN_ITEMS.length, BETWEEN_ITEMS, 0, BETWEEN_ITEMS.length)) {
                return i + 2;
            }
        }
        return Math.min(1, body.length);
    }
}
