package io.github.camelsms.sample.files;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * The beginning of a line in a text file, counted from 1, and the byte at which it stands. A line ends with CR, LF or
 * both.
 */
record LinePosition(Path file, long line, long offset) {

    static LinePosition startOf(Path file) {
        return new LinePosition(file, 1, 0);
    }

    /**
     * The file from here on.
     */
    InputStream open() throws IOException {
        InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
        try {
            in.skipNBytes(offset);
            return in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /**
     * The beginning of a later line, or the end of the file if it has fewer lines.
     */
    LinePosition to(long target) throws IOException {
        long at = offset;
        long current = line;
        boolean afterCarriageReturn = false;
        try (InputStream in = new BufferedInputStream(open())) {
            for (int b = in.read(); b >= 0; b = in.read()) {
                boolean completesLineEnd = afterCarriageReturn && b == '\n';
                if (current == target && !completesLineEnd) {
                    break;
                }
                at++;
                afterCarriageReturn = b == '\r';
                if (afterCarriageReturn || b == '\n' && !completesLineEnd) {
                    current++;
                }
            }
        }
        return new LinePosition(file, current, at);
    }
}
