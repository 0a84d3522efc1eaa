package io.github.camelsms.sample.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Reads the records of an input file one after the other, never the whole file.
 */
interface FileRecords extends Closeable {

    /**
     * The next record, or null after the last.
     *
     * @throws IOException if the disk does not give the file's bytes; a record that cannot be understood is not an
     *                     error but an answer
     */
    @Nullable
    FileRecord next() throws IOException;

    /**
     * Opens a file by the form that its name tells: CSV, or JSON for <code>.json</code>, <code>.jsonl</code> and
     * <code>.ndjson</code>.
     *
     * @throws UnreadableFileException if the file as a whole is not what its name tells
     */
    static FileRecords open(Path file, Charset charset) throws IOException, UnreadableFileException {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".csv")) {
            return CsvRecords.open(file, charset);
        }
        Reader reader = new InputStreamReader(Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS), charset);
        try {
            return JsonRecords.open(withoutByteOrderMark(reader));
        } catch (IOException | UnreadableFileException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /**
     * The reader without the byte order mark that it may begin with.
     */
    static Reader withoutByteOrderMark(Reader reader) throws IOException {
        java.io.PushbackReader pushback = new java.io.PushbackReader(reader, 1);
        int first = pushback.read();
        if (first != '\uFEFF' && first >= 0) {
            pushback.unread(first);
        }
        return pushback;
    }
}
