package io.github.camelsms.sample.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

import io.github.camelsms.sample.output.PrivateFiles;
import org.jspecify.annotations.Nullable;

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
    private static final String JOURNAL = ".journal";
    /** Leaves room for the digest and a suffix in the 255 bytes that file systems allow. */
    private static final int MAX_NAME_BYTES = 170;

    Path duplicates() {
        return done.resolve("duplicates");
    }

    /**
     * The results file of this content: the one begun earlier, under whatever name, or a new one.
     */
    Path results(Path file, FileFingerprint fingerprint) throws IOException {
        return begun("", fingerprint.digest() + RESULTS).findFirst().orElse(done.resolve(name(file, fingerprint, RESULTS)));
    }

    /**
     * The journal of this content: the one begun earlier, under whatever name, or a new one. It has the whole name of
     * the file, so that another content under the same name is noticed.
     */
    Path journal(Path file, FileFingerprint fingerprint) throws IOException {
        return begun("", fingerprint.digest() + JOURNAL).findFirst()
                .orElse(done.resolve(shortened(file.getFileName().toString()) + "-" + fingerprint.digest() + JOURNAL));
    }

    /**
     * The journal of a file of this name whose content was another when its sending began; null if there is none.
     */
    @Nullable
    Path journalOfOtherContent(Path file, FileFingerprint fingerprint) throws IOException {
        int digits = fingerprint.digest().length();
        String name = shortened(file.getFileName().toString()) + "-";
        return begun(name, JOURNAL)
                .filter(path -> path.getFileName().toString().length() == name.length() + digits + JOURNAL.length())
                .filter(path -> !path.getFileName().toString().endsWith(fingerprint.digest() + JOURNAL))
                .findFirst().orElse(null);
    }

    private Stream<Path> begun(String prefix, String suffix) throws IOException {
        PrivateFiles.createFolders(done);
        try (Stream<Path> files = Files.list(done)) {
            return files.filter(path -> path.getFileName().toString().startsWith(prefix))
                    .filter(path -> path.getFileName().toString().endsWith(suffix))
                    .sorted().toList().stream();
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
        PrivateFiles.createFolders(folder);
        Path moved = Files.move(file, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        PrivateFiles.restrict(moved);
        return moved;
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
        return shortened(stem) + "-" + fingerprint.digest() + suffix;
    }

    private static String shortened(String name) {
        String shorter = name;
        while (shorter.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
            shorter = shorter.substring(0, shorter.offsetByCodePoints(shorter.length(), -1));
        }
        return shorter;
    }

    private static String extension(Path file) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot);
    }
}
