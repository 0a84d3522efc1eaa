package io.github.camelsms.sample.status;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import io.github.camelsms.model.SmsStatus;
import org.apache.commons.csv.CSVFormat;
import org.jspecify.annotations.Nullable;

/**
 * The statuses as they come in, one row for each, appended to a file over all starts of the application.
 */
public class StatusesFile {

    /** First line of the file. */
    public static final String HEADER = "correlationId,status,sentDate\n";

    private static final CSVFormat FORMAT = CSVFormat.RFC4180.builder().setRecordSeparator("\n").get();

    private final Path path;

    /**
     * @param path created, with its folder, when the first status comes
     */
    public StatusesFile(Path path) {
        this.path = path;
    }

    synchronized void append(SmsStatus status) throws IOException {
        StringBuilder row = new StringBuilder();
        if (!Files.exists(path)) {
            Files.createDirectories(path.toAbsolutePath().getParent());
            row.append(HEADER);
        }
        FORMAT.printRecord(row, text(status.correlationId()), name(status), text(status.sentDate()));
        Files.writeString(path, row, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static @Nullable String name(SmsStatus status) {
        String raw = status.rawStatus();
        return raw == null ? status.status().name() : text(raw);
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString().replaceAll("\\p{Cntrl}", " ");
    }
}
