package io.github.camelsms.sample.status;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.sample.output.CsvRow;
import io.github.camelsms.sample.output.PrivateFiles;

/**
 * The statuses as they come in, one row for each, appended to a file over all starts of the application.
 */
public class StatusesFile {

    /** First line of the file. */
    public static final String HEADER = "correlationId,status,sentDate\n";

    private final Path path;

    /**
     * @param path created, with its folder, when the first status comes
     */
    public StatusesFile(Path path) {
        this.path = path;
    }

    synchronized void append(SmsStatus status) throws IOException {
        PrivateFiles.createFoldersOf(path);
        String row = CsvRow.of(status.correlationId(), name(status), status.sentDate());
        try (FileChannel file = PrivateFiles.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            long length = file.size();
            try {
                write(file, length, beginning(file) + row);
            } catch (IOException e) {
                // Half a row would be continued by the next one.
                file.truncate(length);
                throw e;
            }
        }
    }

    private static void write(FileChannel file, long start, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            file.write(bytes, start + bytes.position());
        }
    }

    /** What must stand before the row: the header of a new file, or the end of a row that a crash has torn. */
    private static String beginning(FileChannel file) throws IOException {
        if (file.size() == 0) {
            return HEADER;
        }
        ByteBuffer last = ByteBuffer.allocate(1);
        file.read(last, file.size() - 1);
        return last.get(0) == '\n' ? "" : "\n";
    }

    private static String name(SmsStatus status) {
        String raw = status.rawStatus();
        return raw == null ? status.status().name() : raw;
    }
}
