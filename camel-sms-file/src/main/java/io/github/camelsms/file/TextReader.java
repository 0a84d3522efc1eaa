package io.github.camelsms.file;

import java.io.IOException;
import java.io.Reader;

/**
 * Reader of the characters of a text file, in which each line end is <code>\n</code>. CR CR LF is one line end: it is
 * what a second conversion of line ends makes of CR LF. Byte order marks are omitted, because joined files have them in
 * the middle, and so are end-of-file characters of DOS at the beginning and end of a line.
 */
final class TextReader extends Reader {

    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final char DOS_END_OF_FILE = '\u001A';
    private static final int NONE = -2;

    private final Reader in;
    private final char[] buffer = new char[8_192];
    private int position;
    private int limit;
    private int ahead = NONE;
    /** Number of line ends that were read and not yet returned. */
    private int lineEnds;
    private boolean isLineStart = true;

    TextReader(Reader in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        if (lineEnds > 0) {
            lineEnds--;
            return '\n';
        }
        int c = take();
        if (c == DOS_END_OF_FILE) {
            while (c == DOS_END_OF_FILE) {
                c = take();
            }
            if (!isLineStart && c >= 0 && c != '\r' && c != '\n') {
                ahead = c;
                return DOS_END_OF_FILE;
            }
        }
        if (c == '\r') {
            int run = 1;
            for (c = take(); c == '\r'; c = take()) {
                run++;
            }
            if (c == '\n') {
                run = 1;
            } else {
                ahead = c;
            }
            lineEnds = run - 1;
            c = '\n';
        }
        isLineStart = c == '\n';
        return c;
    }

    private int take() throws IOException {
        int c = ahead;
        ahead = NONE;
        while (c == NONE || c == BYTE_ORDER_MARK) {
            if (position == limit) {
                position = 0;
                limit = in.read(buffer);
                if (limit < 0) {
                    limit = 0;
                    return -1;
                }
            }
            c = position < limit ? buffer[position++] : NONE;
        }
        return c;
    }

    @Override
    public int read(char[] target, int offset, int length) throws IOException {
        int count = 0;
        for (int c; count < length && (c = read()) >= 0; count++) {
            target[offset + count] = (char) c;
        }
        return count == 0 && length > 0 ? -1 : count;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
