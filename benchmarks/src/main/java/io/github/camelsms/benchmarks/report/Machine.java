package io.github.camelsms.benchmarks.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.stream.Stream;

/**
 * Machine, date and commit of a measurement.
 *
 * @param processor name of the processor from the system
 * @param cores     processors available to the JVM
 * @param memoryMiB memory of the machine in MiB, 0 if unknown
 * @param system    operating system and its version
 * @param jdk       name and version of the JVM
 * @param date      date of the report, ISO-8601 in UTC
 * @param commit    abbreviated commit, with <code>-dirty</code> for changed files, or <code>unknown</code>
 */
public record Machine(String processor, int cores, long memoryMiB, String system, String jdk, String date,
        String commit) {

    /** Returns this machine at the current date. */
    public static Machine here() {
        return new Machine(
                value(Path.of("/proc/cpuinfo"), "model name", System.getProperty("os.arch")),
                Runtime.getRuntime().availableProcessors(),
                memoryOfMachine(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm'Z'").withZone(ZoneOffset.UTC).format(Instant.now()),
                commitOfWorkingCopy());
    }

    /** Returns one line. */
    public String inWords() {
        return processor + ", " + cores + " cores, " + memoryMiB / 1024 + " GiB; " + system + "; " + jdk + "; " + date
               + ", commit " + commit;
    }

    private static long memoryOfMachine() {
        String kibibytes = value(Path.of("/proc/meminfo"), "MemTotal", "0").replaceAll("\\D", "");
        return Long.parseLong(kibibytes) / 1024;
    }

    private static String value(Path file, String key, String otherwise) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(key)).map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst().orElse(otherwise);
        } catch (IOException e) {
            return otherwise;
        }
    }

    private static String commitOfWorkingCopy() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--abbrev=10", "--dirty", "--exclude=*")
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String commit = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return commit.isEmpty() ? "unknown" : commit;
        } catch (IOException e) {
            return "unknown";
        }
    }
}
