package io.github.camelsms.sample.files;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;

import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.component.file.GenericFileOperationFailedException;

/**
 * Processor that appends the results or the status in the body to a CSV file in the folder of results. Results go to
 * the file that the header <code>resultsFile</code> names. Of an {@link SmsFile}, only the header line is written.
 * <p>
 * Rows are complete, even if an earlier write was cut off: they begin on a new line, and an empty file gets its header
 * line.
 */
public class CsvAppender implements Processor {

    private static final String RESULTS_HEADER = "correlationId,outcome,code,smsId,reason,sentAt\n";
    private static final String STATUSES_HEADER = "correlationId,status,sentDate\n";
    /** Camel creates an instance for each step, and steps share files. */
    private static final Object LOCK = new Object();

    @Override
    public void process(Exchange exchange) {
        Object body = exchange.getMessage().getBody();
        boolean isStatus = body instanceof SmsStatus;
        String folder = exchange.getContext().resolvePropertyPlaceholders("{{sms.files.results}}");
        String name = isStatus ? "statuses.csv" : exchange.getMessage().getHeader("resultsFile", String.class);
        append(Path.of(folder, name), isStatus ? STATUSES_HEADER : RESULTS_HEADER, rows(body));
    }

    /**
     * Appends rows to a file, which is created (0600) if it is missing.
     *
     * @param  header                              written first if the file is empty
     * @param  rows                                with their line ends
     * @throws GenericFileOperationFailedException if not all bytes could be written
     */
    static void append(Path file, String header, String rows) {
        synchronized (LOCK) {
            try {
                PrivateFiles.createFile(file);
                byte[] bytes = (separator(file, header) + rows).getBytes(StandardCharsets.UTF_8);
                Files.write(file, bytes, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new GenericFileOperationFailedException("Cannot store file: " + file + " (" + e + ")", e);
            }
        }
    }

    /** Returns what is needed before the first new row. */
    private static String separator(Path file, String header) throws IOException {
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "r")) {
            if (content.length() == 0) {
                return header;
            }
            content.seek(content.length() - 1);
            return content.read() == '\n' ? "" : "\n";
        }
    }

    private static String rows(@Nullable Object body) {
        StringBuilder rows = new StringBuilder();
        if (!(body instanceof SmsFile)) {
            Collection<?> elements = body instanceof Collection<?> many ? many : List.of(body == null ? "" : body);
            elements.forEach(element -> rows.append(row(element)));
        }
        return rows.toString();
    }

    private static String row(Object element) {
        if (element instanceof SmsStatus status) {
            return CsvRow.of(status.correlationId(),
                    status.rawStatus() == null ? status.status() : status.rawStatus(), status.sentDate());
        }
        if (element instanceof SmsSendResult result) {
            Instant sentAt = result.sentAt();
            return CsvRow.of(result.correlationId(), result.outcome(), result.code(), result.smsId(), result.reason(),
                    sentAt == null ? null : sentAt.truncatedTo(ChronoUnit.MILLIS));
        }
        throw new IllegalArgumentException(
                "rows are made of SmsSendResult and SmsStatus, not of " + element.getClass().getName());
    }
}
