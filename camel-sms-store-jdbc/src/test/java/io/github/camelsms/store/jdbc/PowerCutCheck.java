package io.github.camelsms.store.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that everything that a store in a SQLite file has acknowledged survives the loss of unsynced writes. Runs on
 * demand, because it needs <code>strace</code>: the file is replayed up to <code>-Dpower.cuts=24</code> points.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class PowerCutCheck {

    private static final int CUTS = Integer.getInteger("power.cuts", 24);
    private static final int LINES = 400;

    private final Random random = new Random(Long.getLong("kill.seed", 1));

    @TempDir
    Path folder;

    @Test
    void powerCut_atAnyMoment_losesNoAcknowledgedMessage() throws Exception {
        Path file = Files.createDirectory(folder.resolve("traced")).toRealPath().resolve("store.db");
        TracedWrites writes = TracedWrites.read(trace(file));
        int begin = IntStream.range(0, writes.size()).filter(cut -> !writes.said(cut).isEmpty()).findFirst().orElseThrow();
        for (int i = 0; i < CUTS; i++) {
            int cut = begin + random.nextInt(writes.size() - begin);
            assertThat(lost(writes, cut, cut, file, null)).as("lost if no unsynced write survives").isEmpty();
            assertThat(lost(writes, cut, cut, file, random)).as("lost if some unsynced writes survive").isEmpty();
        }
        assertThat(lost(writes, writes.size(), writes.size() / 2, file, null)).as("lost without syncs").isNotEmpty();
        System.out.println("Replayed " + CUTS + " power cuts of a process with " + writes.size() + " system calls and "
                           + writes.said(writes.size()).size() + " acknowledgments, twice each: lost 0");
    }

    /** Lets a process work for a while and kills it. */
    private Path trace(Path file) throws IOException, InterruptedException {
        Path trace = folder.resolve("trace");
        Process strace = new ProcessBuilder(
                "strace", "-f", "--seccomp-bpf", "-y", "-xx", "-s", "10000000", "-e",
                "trace=pwrite64,write,ftruncate,fsync,fdatasync", "-o", trace.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m", "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), CrashChild.class.getName(), "file",
                file.toString(), "run").redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader output = new BufferedReader(
                new InputStreamReader(strace.getInputStream(), StandardCharsets.UTF_8))) {
            int read = 0;
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (++read == LINES) {
                    strace.toHandle().children().forEach(ProcessHandle::destroyForcibly);
                }
            }
            assertThat(read).as("the process was killed and did not fail").isGreaterThanOrEqualTo(LINES);
        }
        assertThat(strace.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return trace;
    }

    /** Returns what was acknowledged before a power cut and is missing afterwards. */
    private Set<String> lost(TracedWrites writes, int cut, int lastSync, Path file, Random survivors) throws IOException {
        Path after = Files.createTempDirectory(folder, "after");
        writes.replay(cut, lastSync, file, after, survivors);
        Set<String> lost = new TreeSet<>();
        try (JdbcMessageStore store = CrashChild.store("file", after.resolve("store.db").toString())) {
            store.start();
            for (String line : writes.said(cut)) {
                String[] words = line.split(" ");
                List<String> ids = Arrays.asList(words[1].split(","));
                switch (words[0]) {
                    case "stored" -> expect(store, lists(ids), Set.of(SmsMessageState.values()), lost);
                    case "accepted" -> expect(store, ids, Set.of(SmsMessageState.ACCEPTED), lost);
                    case "sending" -> expect(
                            store, ids, Set.of(SmsMessageState.SENDING, SmsMessageState.ACCEPTED), lost);
                    default -> {
                        // Acknowledged results may be offered again.
                    }
                }
            }
        }
        return lost;
    }

    private static List<String> lists(List<String> names) {
        return names.stream().flatMap(name -> IntStream.range(0, CrashChild.LIST).mapToObj(i -> name + "." + i)).toList();
    }

    private static void expect(MessageStore store, List<String> ids, Set<SmsMessageState> states, Collection<String> lost) {
        Set<String> found = MessageStore.await(store.operations().find(Samples.ACCOUNT, ids)).stream()
                .filter(message -> states.contains(message.state())).map(SmsStoredMessage::correlationId)
                .collect(Collectors.toSet());
        ids.stream().filter(id -> !found.contains(id)).forEach(lost::add);
    }
}
