package io.github.camelsms.sample.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
    static FileRecords open(Path file) throws IOException, UnreadableFileException {
        Reader reader = withoutByteOrderMark(Files.newBufferedReader(file, StandardCharsets.UTF_8));
        try {
            String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
            return name.endsWith(".csv") ? CsvRecords.open(reader) : JsonRecords.open(reader);
        } catch (IOException | UnreadableFileException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    private static Reader withoutByteOrderMark(Reader reader) throws IOException {
        PushbackReader pushback = new PushbackReader(reader, 1);
        int first = pushback.read();
        if (first != '\uFEFF' && first >= 0) {
            pushback.unread(first);
        }
        return pushback;
    }
}
