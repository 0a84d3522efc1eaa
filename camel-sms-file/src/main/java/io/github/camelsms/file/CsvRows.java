package io.github.camelsms.file;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.BaseStream;

import io.github.camelsms.model.Masked;
import io.github.camelsms.model.SmsCheck;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * CSV rows of results, statuses, stored messages or checks. Elements are read when they are written.
 *
 * @param elements    elements of one type
 * @param showNumbers whether phone numbers are not masked
 */
record CsvRows(Iterator<?> elements, boolean showNumbers) {

    private static final List<Columns<?>> ALL_COLUMNS = List.of(
            new Columns<>(
                    SmsSendResult.class, "correlationId,outcome,code,smsId,reason,sentAt,destination,file,line\n",
                    CsvRows::result),
            new Columns<>(SmsStatus.class, "correlationId,status,sentDate,destination\n", CsvRows::status),
            new Columns<>(
                    SmsStoredMessage.class,
                    "correlationId,state,deliveryStatus,reason,sentAt,destination,file,line\n", CsvRows::stored),
            new Columns<>(
                    SmsCheck.class, "correlationId,verdict,code,reason,encoding,segments,destination,file,line\n",
                    CsvRows::check));

    /**
     * Columns of a type of elements.
     *
     * @param header the header line, with its line end
     * @param row    returns the row of an element, with its line end
     */
    private record Columns<T>(Class<T> type, String header, BiFunction<CsvRows, T, String> row) {

        String row(CsvRows rows, @Nullable Object element) {
            if (!type.isInstance(element)) {
                throw unsupported(element);
            }
            return row.apply(rows, type.cast(element));
        }
    }

    /**
     * Returns the rows of one element or of many.
     *
     * @throws IllegalArgumentException if it is neither
     */
    static CsvRows of(@Nullable Object body, boolean showNumbers) {
        Iterator<?> elements;
        if (body instanceof Iterator<?> iterator) {
            elements = iterator;
        } else if (body instanceof Iterable<?> iterable) {
            elements = iterable.iterator();
        } else if (body instanceof BaseStream<?, ?> stream) {
            elements = stream.iterator();
        } else if (body instanceof Object[] array) {
            elements = Arrays.asList(array).iterator();
        } else {
            columns(body);
            elements = Arrays.asList(body).iterator();
        }
        return new CsvRows(elements, showNumbers);
    }

    private static Columns<?> columns(@Nullable Object element) {
        for (Columns<?> columns : ALL_COLUMNS) {
            if (columns.type.isInstance(element)) {
                return columns;
            }
        }
        throw unsupported(element);
    }

    private static IllegalArgumentException unsupported(@Nullable Object element) {
        return new IllegalArgumentException(
                "smsFile writes SmsSendResult, SmsStatus, SmsStoredMessage or SmsCheck, or many of one of them, not "
                                            + (element == null ? "null" : element.getClass().getName()));
    }

    /**
     * Writes the rows in UTF-8.
     *
     * @param  hasHeader                whether the header line precedes them; that of results if there are none
     * @throws IllegalArgumentException if an element is of another type
     */
    void write(boolean hasHeader, OutputStream out) throws IOException {
        // Its buffer saves a write for each row.
        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        Columns<?> columns = null;
        while (elements.hasNext()) {
            Object element = elements.next();
            if (columns == null) {
                columns = columns(element);
                writer.write(hasHeader ? columns.header : "");
            }
            writer.write(columns.row(this, element));
        }
        writer.write(columns == null && hasHeader ? ALL_COLUMNS.get(0).header : "");
        writer.flush();
    }

    private String result(SmsSendResult result) {
        SmsOrigin origin = result.origin();
        return CsvRow.of(result.correlationId(), result.outcome(), result.code(), result.smsId(), result.reason(),
                milliseconds(result.sentAt()), number(result.destination()), origin == null ? null : origin.file(),
                origin == null ? null : origin.line());
    }

    private String status(SmsStatus status) {
        return CsvRow.of(status.correlationId(), status.rawStatus() == null ? status.status() : status.rawStatus(),
                status.sentDate(), number(status.destination()));
    }

    private String stored(SmsStoredMessage stored) {
        SmsOrigin origin = stored.message().origin();
        return CsvRow.of(stored.correlationId(), stored.state(), stored.deliveryStatus(), stored.reason(),
                milliseconds(stored.sentAt()), number(stored.message().destination()), origin == null ? null : origin.file(),
                origin == null ? null : origin.line());
    }

    private String check(SmsCheck check) {
        SmsOrigin origin = check.origin();
        return CsvRow.of(check.correlationId(), check.verdict(), code(check), check.reason(), check.encoding(),
                check.segments(), number(check.destination()), origin == null ? null : origin.file(),
                origin == null ? null : origin.line());
    }

    /** Returns the service's code as a number, which is no formula. */
    private static @Nullable Object code(SmsCheck check) {
        String code = check.code();
        return code != null && code.startsWith("-") ? Integer.valueOf(code) : code;
    }

    private static @Nullable Instant milliseconds(@Nullable Instant instant) {
        return instant == null ? null : instant.truncatedTo(ChronoUnit.MILLIS);
    }

    private @Nullable String number(@Nullable String destination) {
        return destination == null || showNumbers ? destination : Masked.number(destination);
    }
}
