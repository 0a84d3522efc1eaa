package io.github.camelsms.sample.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where files go: <code>done</code> when every line has an outcome, <code>done/duplicates</code> when the content was
 * seen before, <code>failed</code> when it cannot be read.
 *
 * @param done   folder of finished files, and of the results of files that are being sent
 * @param failed folder of files that are no list of messages
 */
public record SmsFolders(Path done, Path failed) {

    private static final String RESULTS = ".results.csv";
    private static final String ERRORS = ".errors.csv";

    Path duplicates() {
        return done.resolve("duplicates");
    }

    /**
     * The results file of this content: the one begun earlier, under whatever name, or a new one.
     */
    Path results(Path file, FileFingerprint fingerprint) throws IOException {
        Files.createDirectories(done);
        try (Stream<Path> begun = Files.list(done)) {
            return begun.filter(path -> path.getFileName().toString().endsWith("-" + fingerprint.shortForm() + RESULTS))
                    .sorted()
                    .findFirst()
                    .orElse(done.resolve(name(file, fingerprint, RESULTS)));
        }
    }

    static Path errorsBeside(Path results) {
        String name = results.getFileName().toString();
        return results.resolveSibling(name.substring(0, name.length() - RESULTS.length()) + ERRORS);
    }

    /**
     * Moves the file into the folder under a name that tells its content apart from others of the same name.
     */
    static Path move(Path file, FileFingerprint fingerprint, Path folder) throws IOException {
        return moveAs(file, name(file, fingerprint, extension(file)), folder);
    }

    static Path moveAs(Path file, String name, Path folder) throws IOException {
        Files.createDirectories(folder);
        return Files.move(file, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }

    static void moveAll(List<Path> files, Path folder) throws IOException {
        for (Path file : files) {
            if (Files.exists(file)) {
                moveAs(file, file.getFileName().toString(), folder);
            }
        }
    }

    private static String name(Path file, FileFingerprint fingerprint, String suffix) {
        String name = file.getFileName().toString();
        String stem = name.substring(0, name.length() - extension(file).length());
        return stem + "-" + fingerprint.shortForm() + suffix;
    }

    private static String extension(Path file) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot);
    }
}
