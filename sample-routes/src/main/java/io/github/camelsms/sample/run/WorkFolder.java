package io.github.camelsms.sample.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import io.github.camelsms.sample.files.PrivateFiles;

/**
 * Checks of the folder that everything is written to. That of a demonstration is new each time, and never one that
 * holds somebody's files.
 */
final class WorkFolder {

    /** Says that what is in the folder was written by an earlier run and may go. */
    private static final String MARK = ".sms-demo";

    private WorkFolder() {
    }

    /**
     * Empties the folder, or creates it.
     *
     * @throws IllegalArgumentException if there is something in it that no run has written
     */
    static void renew(Path folder) throws IOException {
        if (Files.exists(folder.resolve(MARK))) {
            empty(folder);
        }
        Files.createDirectories(folder);
        try (Stream<Path> left = Files.list(folder)) {
            if (left.findAny().isPresent()) {
                throw new IllegalArgumentException(
                        "--work-dir " + folder + " is not empty and not from an earlier run: choose another");
            }
        }
        Files.createFile(folder.resolve(MARK));
    }

    /**
     * Creates the folder if it is missing.
     *
     * @throws IllegalArgumentException if that fails, or nothing can be written there
     */
    static void check(Path folder) {
        try {
            PrivateFiles.create(folder);
        } catch (IOException e) {
            throw new IllegalArgumentException("--work-dir " + folder + " cannot be created (" + e + "): choose another", e);
        }
        if (!Files.isWritable(folder)) {
            throw new IllegalArgumentException(
                    "--work-dir " + folder + " cannot be written to: choose another, or change its permissions");
        }
    }

    private static void empty(Path folder) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(folder)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            if (!path.equals(folder)) {
                Files.delete(path);
            }
        }
    }
}
