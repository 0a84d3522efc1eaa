package io.github.camelsms.sample.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.github.camelsms.sample.files.PrivateFiles;
import org.springframework.util.FileSystemUtils;

/**
 * Folder of all written files. A demonstration starts with an empty folder, but never deletes the user's files.
 */
final class WorkFolder {

    /** Marker file: the content of the folder was written by an earlier run and may be deleted. */
    private static final String MARKER = ".sms-demo";

    /** As in log4j2.xml. */
    private static final String LOGS = "logs";

    private WorkFolder() {
    }

    /**
     * Creates or empties the folder.
     *
     * @throws IllegalArgumentException if it contains files that no run has written
     */
    static void renew(Path folder) throws IOException {
        if (Files.exists(folder.resolve(MARKER))) {
            empty(folder);
        }
        Files.createDirectories(folder);
        try (Stream<Path> left = Files.list(folder)) {
            if (left.findAny().isPresent()) {
                throw new IllegalArgumentException(
                        "--work-dir " + folder + " is not empty and not from an earlier run: choose another");
            }
        }
        Files.createFile(folder.resolve(MARKER));
    }

    private static void empty(Path folder) throws IOException {
        List<Path> content;
        try (Stream<Path> files = Files.list(folder)) {
            content = files.toList();
        }
        for (Path each : content) {
            FileSystemUtils.deleteRecursively(each);
        }
    }

    /**
     * Creates the folder and its folder of log files if they are missing.
     *
     * @param  name                     what the message calls the folder
     * @throws IllegalArgumentException if this fails, or the folder of log files is not writable
     */
    static void check(String name, Path folder) {
        Path logs = folder.resolve(LOGS);
        String problem = null;
        try {
            PrivateFiles.create(logs);
        } catch (IOException e) {
            problem = " (" + e + ")";
        }
        if (problem == null && !Files.isWritable(logs)) {
            problem = " (its folder " + LOGS + " is read-only)";
        }
        if (problem != null) {
            throw new IllegalArgumentException(
                    name + " cannot be written to" + problem + ": choose another with --work-dir, or change its permissions");
        }
    }
}
