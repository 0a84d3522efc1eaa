package io.github.camelsms.sample.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import io.github.camelsms.sample.output.CsvRow;
import io.github.camelsms.sample.output.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file that are no messages, each with its reason; there is no such file as long as there is no such
 * line.
 * <p>
 * It follows from the content alone, so that each reading of the file writes it anew.
 */
class ErrorsFile implements Closeable {

    static final String HEADER = "line,reason\n";

    private final Path path;
    private @Nullable Writer writer;
    private int count;

    private ErrorsFile(Path path) {
        this.path = path;
    }

    static ErrorsFile create(Path path) throws IOException {
        Files.deleteIfExists(path);
        return new ErrorsFile(path);
    }

    void append(int line, String reason) throws IOException {
        Writer out = writer;
        if (out == null) {
            out = Channels.newWriter(
                    PrivateFiles.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), StandardCharsets.UTF_8);
            out.write(HEADER);
            writer = out;
        }
        out.write(CsvRow.of(line, reason));
        out.flush();
        count++;
    }

    int count() {
        return count;
    }

    @Override
    public void close() throws IOException {
        Writer out = writer;
        if (out != null) {
            out.close();
        }
    }
}
