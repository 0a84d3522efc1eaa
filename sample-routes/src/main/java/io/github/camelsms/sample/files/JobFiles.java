package io.github.camelsms.sample.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What is written while a file is sent: its results, its errors, and the journal of what was handed to
 * <code>sms:send</code>.
 */
record JobFiles(Path resultsPath, ResultsFile results, ErrorsFile errors, Path journalPath, SendingJournal journal)
        implements
            Closeable {

    static JobFiles open(SmsFolders folders, Path file, FileFingerprint fingerprint, DurableFile.Opener opener)
            throws IOException {
        Path resultsPath = folders.results(file, fingerprint);
        Path journalPath = folders.journal(file, fingerprint);
        ResultsFile results = ResultsFile.open(resultsPath, opener);
        try {
            return new JobFiles(
                    resultsPath, results, ErrorsFile.create(SmsFolders.errorsBeside(resultsPath)), journalPath,
                    SendingJournal.open(journalPath, fingerprint, opener));
        } catch (IOException | RuntimeException e) {
            results.close();
            throw e;
        }
    }

    /**
     * The files for people to read.
     */
    List<Path> reports() {
        return List.of(resultsPath, SmsFolders.errorsBeside(resultsPath));
    }

    /**
     * Forgets which lines were begun, once each has its result.
     */
    void deleteJournal() throws IOException {
        Files.deleteIfExists(journalPath);
    }

    @Override
    public void close() throws IOException {
        try (results; errors; journal) {
            // Each is closed even if another cannot be.
            return;
        }
    }
}
