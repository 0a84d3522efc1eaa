package io.github.camelsms.sample.files;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The lines of a text file with their numbers, each of bounded length, which may be put back to be read again.
 */
class PhysicalLines implements Closeable {

    /** A line of the file, counted from 1, without its line end; the text of an overlong line is cut. */
    record Line(int number, String text, boolean overlong) {
    }

    private final Reader reader;
    private final int longest;
    private final Deque<Line> putBack = new ArrayDeque<>();
    private int number;
    private boolean afterCarriageReturn;

    /**
     * @param longest characters of a line that are kept, so that a file without line ends does not fill the memory
     */
    PhysicalLines(Reader reader, int longest) {
        this.reader = new BufferedReader(reader);
        this.longest = longest;
    }

    /**
     * The next line, or null at the end of the file.
     */
    @Nullable
    Line next() throws IOException {
        Line again = putBack.poll();
        return again != null ? again : read();
    }

    /**
     * Puts lines back in front of what is still to be read.
     */
    void putBack(List<Line> lines) {
        for (int i = lines.size() - 1; i >= 0; i--) {
            putBack.addFirst(lines.get(i));
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private @Nullable Line read() throws IOException {
        StringBuilder text = new StringBuilder();
        boolean overlong = false;
        boolean any = false;
        for (int c = reader.read(); c >= 0; c = reader.read()) {
            boolean restOfLineEnd = afterCarriageReturn && c == '\n';
            afterCarriageReturn = c == '\r';
            if (restOfLineEnd) {
                continue;
            }
            any = true;
            if (c == '\n' || c == '\r') {
                return new Line(++number, text.toString(), overlong);
            }
            if (text.length() < longest) {
                text.append((char) c);
            } else {
                overlong = true;
            }
        }
        return any ? new Line(++number, text.toString(), overlong) : null;
    }
}
