package io.github.camelsms.cli.doctor;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

import io.github.camelsms.cli.service.PrivateFile;

/** A file with the responses of polls, one JSON object per line, because the service does not repeat them. */
final class StatusFile {

    private final Path path;
    private boolean isCreated;

    StatusFile(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /**
     * Creates the file, for its owner only, unless it was created.
     *
     * @throws IOException if it exists or cannot be created
     */
    void create() throws IOException {
        if (!isCreated) {
            PrivateFile.create(path);
            isCreated = true;
        }
    }

    /** Appends a response, and returns when it is on the disk. */
    void append(Instant receivedAt, int httpStatus, byte[] body) throws IOException {
        String line = Json.object().put("receivedAt", receivedAt.toString()).put("httpStatus", httpStatus)
                .put("body", new String(body, StandardCharsets.UTF_8)) + "\n";
        try (OutputStream out = Files.newOutputStream(path, StandardOpenOption.APPEND, StandardOpenOption.SYNC)) {
            out.write(line.getBytes(StandardCharsets.UTF_8));
        }
    }
}
