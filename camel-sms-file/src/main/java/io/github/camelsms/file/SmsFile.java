package io.github.camelsms.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;

import io.github.camelsms.SmsConverter;
import io.github.camelsms.SmsRow;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import org.jspecify.annotations.Nullable;

/**
 * Iterator over the rows of a file, in their order. Each row is read when it is requested. A row without a correlation
 * id gets one derived from the file's content and the row's line, so that it is the same each time the file is read. A
 * row that cannot be read has a problem.
 * <p>
 * It is closed at its end. Not thread-safe.
 */
public final class SmsFile implements Iterator<SmsRow>, Closeable {

    static final String CORRELATION_ID = "correlationId";

    private static final String REPEATED_ID
            = "its correlationId is also that of line %d, with another destination or text: give each message an id of its own";

    private final String id;
    private final String name;
    private final MessageReader reader;
    private final IdLines ids = new IdLines();
    private @Nullable SmsRow ahead;
    private boolean isAtEnd;
    private volatile boolean isClosed;

    private SmsFile(TextFile text, MessageReader reader) {
        this.id = text.hash();
        this.name = text.name();
        this.reader = reader;
    }

    /**
     * Opens a file.
     *
     * @param  charset                 its character set, or null to detect it
     * @throws UnreadableFileException if it does not have the format
     */
    static SmsFile open(FileContent content, @Nullable Charset charset, SmsFileFormat format) throws IOException {
        TextFile text = TextFile.of(content.name(), content.source(), charset);
        return new SmsFile(text, isJson(text, format) ? JsonFile.open(text) : CsvMessages.open(text));
    }

    private static boolean isJson(TextFile text, SmsFileFormat format) throws IOException {
        String lower = text.name().toLowerCase(Locale.ROOT);
        if (format != SmsFileFormat.auto || lower.endsWith(".csv")) {
            return format == SmsFileFormat.json;
        } else if (lower.endsWith(".json") || lower.endsWith(".jsonl") || lower.endsWith(".ndjson")) {
            return true;
        }
        try (Reader start = text.open()) {
            int c = start.read();
            while (c >= 0 && Character.isWhitespace(c)) {
                c = start.read();
            }
            return c == '[' || c == '{';
        }
    }

    /** Returns the first 32 hexadecimal digits of the SHA-256 of the content. */
    public String id() {
        return id;
    }

    /**
     * @throws UncheckedIOException if reading fails, or the file was closed before its end
     */
    @Override
    public boolean hasNext() {
        try {
            if (ahead == null && !isAtEnd) {
                if (isClosed) {
                    throw new IOException("the exchange that has read the file is done");
                }
                MessageReader.Line line = reader.next();
                ahead = line == null ? null : row(line);
                isAtEnd = line == null;
                if (isAtEnd) {
                    close();
                }
            }
            return ahead != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the row of a line. <code>sms:send</code> checks the other rules. */
    private SmsRow row(MessageReader.Line line) {
        Map<String, Object> fields = line.fields();
        String lineId = id + "-" + line.number();
        String missing = MissingValues.removeFrom(fields);
        String problem = line.problem() == null ? missing : line.problem();
        boolean hasId = fields.putIfAbsent(CORRELATION_ID, lineId) != null;
        if (problem == null) {
            try {
                SmsMessage message = SmsConverter.toSmsMessage(fields);
                int first = hasId ? ids.add(String.valueOf(message.correlationId()), message, line.number()) : 0;
                if (first > 0) {
                    problem = String.format(Locale.ROOT, REPEATED_ID, first);
                    // The id is that of another message.
                    fields.put(CORRELATION_ID, lineId);
                }
            } catch (IllegalArgumentException e) {
                problem = String.valueOf(e.getMessage());
            }
        }
        return new SmsRow(fields, new SmsOrigin(name, line.number()), problem);
    }

    @Override
    public SmsRow next() {
        SmsRow next = hasNext() ? ahead : null;
        if (next == null) {
            throw new NoSuchElementException();
        }
        ahead = null;
        return next;
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        reader.close();
    }
}
