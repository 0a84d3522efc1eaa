package io.github.camelsms.file;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;

import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;

/**
 * CSV rows of results or of statuses.
 *
 * @param header the header line, with its line end
 * @param cells  returns the row of an element, with its line end
 */
record CsvRows(Iterable<?> elements, String header, Function<Object, String> cells) {

    private static final String RESULTS_HEADER = "correlationId,outcome,code,smsId,reason,sentAt\n";
    private static final String DUPLICATE_REASON
            = "a message with this correlationId, destination and text was stored before; nothing was sent for this line";
    private static final String STATUSES_HEADER = "correlationId,status,sentDate\n";

    /**
     * Returns the rows of a collection with elements of one type.
     *
     * @throws IllegalArgumentException if it has other elements
     */
    static CsvRows of(Collection<?> elements) {
        Class<?> type = elements.isEmpty() || elements.iterator().next() instanceof SmsSendResult
                ? SmsSendResult.class : SmsStatus.class;
        for (Object element : elements) {
            if (!type.isInstance(element)) {
                throw new IllegalArgumentException(
                        "smsFile writes SmsSendResult, SmsStatus, or a collection of one of them, not "
                                                   + (element == null ? "null" : element.getClass().getName()));
            }
        }
        return type == SmsStatus.class
                ? new CsvRows(elements, STATUSES_HEADER, element -> status((SmsStatus) element))
                : new CsvRows(elements, RESULTS_HEADER, element -> result((SmsSendResult) element));
    }

    /** Returns a row for each message of a file that was stored before. */
    static CsvRows duplicates(SmsFile file) {
        Iterable<Map<String, Object>> messages = () -> file;
        return new CsvRows(
                messages, RESULTS_HEADER,
                message -> CsvRow.of(((Map<?, ?>) message).get(SmsFile.CORRELATION_ID), "DUPLICATE", null, null,
                        DUPLICATE_REASON, null));
    }

    private static String result(SmsSendResult result) {
        Instant sentAt = result.sentAt();
        return CsvRow.of(result.correlationId(), result.outcome(), result.code(), result.smsId(), result.reason(),
                sentAt == null ? null : sentAt.truncatedTo(ChronoUnit.MILLIS));
    }

    private static String status(SmsStatus status) {
        return CsvRow.of(status.correlationId(), status.rawStatus() == null ? status.status() : status.rawStatus(),
                status.sentDate());
    }

    /**
     * Writes the rows in UTF-8.
     *
     * @param start text before the first row
     */
    void write(String start, OutputStream out) throws IOException {
        // Its buffer saves a write for each row.
        Writer rows = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        rows.write(start);
        for (Object element : elements) {
            rows.write(cells.apply(element));
        }
        rows.flush();
    }
}
