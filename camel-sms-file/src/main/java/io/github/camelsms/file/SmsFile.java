package io.github.camelsms.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;

import io.github.camelsms.SmsConverter;
import io.github.camelsms.SmsInput;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Iterator over the messages of a file, each as a map with the fields of the interface. A message without a correlation
 * id gets one derived from the file's content and the message's line, so that it is the same each time the file is
 * read. A line that is not a message is skipped and reported by {@link #problems()}.
 */
public final class SmsFile implements Iterator<Map<String, Object>>, Closeable, SmsInput {

    static final String CORRELATION_ID = "correlationId";

    private static final String REPEATED_ID
            = "its correlationId is also that of line %d, with another destination or text: give each message an id of its own";

    private static final int MAX_REASONS = 3;

    private final String id;
    private final MessageReader reader;
    private final IdLines ids = new IdLines();
    private final Problems problems;
    private @Nullable Map<String, Object> ahead;

    private SmsFile(String id, MessageReader reader) {
        this.id = id;
        this.reader = reader;
        this.problems = new Problems(id);
    }

    /**
     * Opens a file: CSV if its name ends with <code>.csv</code>, otherwise JSON.
     *
     * @param  charset                 its character set, or null to detect it
     * @throws UnreadableFileException if the file does not have the format of its name, or is not a regular file
     */
    static SmsFile open(Path file, @Nullable Charset charset) throws IOException {
        String name = String.valueOf(file.getFileName());
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new UnreadableFileException(name, "it does not exist: check whether another program moves or removes files");
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new UnreadableFileException(
                    name, "it is a symbolic link, a directory or a special file: use a copy of the file itself");
        }
        return open(name, () -> Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS), charset);
    }

    static SmsFile open(String name, TextFile.Source source, @Nullable Charset charset) throws IOException {
        TextFile text = TextFile.of(name, source, charset);
        boolean isCsv = name.toLowerCase(Locale.ROOT).endsWith(".csv");
        return new SmsFile(text.hash(), isCsv ? CsvMessages.open(text) : JsonFile.open(text));
    }

    /** Returns an id that depends only on the file's content. */
    public String id() {
        return id;
    }

    /**
     * Returns the lines read so far that are not messages, each as a rejected message with its reason. The list grows.
     */
    @Override
    public List<SmsSendResult> problems() {
        return problems;
    }

    /**
     * Returns the reasons of {@link #problems()} in a sentence for a log: the first line with each of three reasons.
     */
    public String firstProblems() {
        return problems.firstOfEachReason(MAX_REASONS);
    }

    /** Returns whether nothing was read after the last problem, because the file is malformed from there on. */
    public boolean isIncomplete() {
        return reader.isBroken();
    }

    @Override
    public boolean hasNext() {
        try {
            while (ahead == null) {
                MessageReader.Line line = reader.next();
                if (line == null) {
                    return false;
                }
                read(line);
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes a message, or adds its problem. <code>sms:send</code> checks the other rules. */
    private void read(MessageReader.Line line) {
        Map<String, Object> fields = line.fields();
        String problem = line.problem() == null ? MissingValues.removeFrom(fields) : line.problem();
        boolean hasId = fields.putIfAbsent(CORRELATION_ID, problems.lineId(line.number())) != null;
        int first = 0;
        if (problem == null) {
            try {
                SmsMessage message = SmsConverter.toSmsMessage(fields);
                first = hasId ? ids.add(String.valueOf(message.correlationId()), message, line.number()) : 0;
                problem = first == 0 ? null : REPEATED_ID;
            } catch (IllegalArgumentException e) {
                problem = String.valueOf(e.getMessage());
            }
        }
        if (problem == null) {
            ahead = fields;
        } else {
            problems.add(line.number(), problem, first);
        }
    }

    @Override
    public Map<String, Object> next() {
        Map<String, Object> next = hasNext() ? ahead : null;
        if (next == null) {
            throw new NoSuchElementException();
        }
        ahead = null;
        return next;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
