package io.github.camelsms.sample.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.sample.tally.Tally;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SmsFilesTest {

    private static final String HEADER = "destination,messageText,correlationId,scheduledDate\n";
    private static final Instant SENT_AT = Instant.parse("2026-03-31T17:30:00.250833274Z");
    private static final Duration RETRY_DELAY = Duration.ofSeconds(30);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path inbox;
    @SuppressWarnings("NullAway.Init")
    private Path done;
    @SuppressWarnings("NullAway.Init")
    private Path failed;
    private long nanoTime;
    private final RetryTimes retryTimes = new RetryTimes(() -> nanoTime);
    private final SmallDisk disk = new SmallDisk(10_000_000);
    private final Tally tally = new Tally();
    @SuppressWarnings("NullAway.Init")
    private SmsFiles files;

    @BeforeEach
    void setUp() throws IOException {
        inbox = Files.createDirectories(folder.resolve("inbox"));
        done = folder.resolve("done");
        failed = folder.resolve("failed");
        start();
    }

    private void start() {
        MemoryIdempotentRepository seen = new MemoryIdempotentRepository();
        seen.start();
        files = new SmsFiles(
                new SmsFolders(done, failed), new FileSettings(2, 3, RETRY_DELAY, null), retryTimes, seen, tally, disk);
    }

    @Test
    void finish_allLinesSettled_movesFileBesideItsResults() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,id-1,\n2,y,,\nbad\n3,z,id-3,\n");

        send(file, message -> SmsSendResult.accepted(5, "s" + message.destination(), message.correlationId())
                .withSentAt(SENT_AT));

        assertThat(names(done)).hasSize(3).allMatch(name -> name.matches("a-[0-9a-f]{64}.*\\.csv"));
        assertThat(lines(".results.csv")).hasSize(4).first().isEqualTo("line,correlationId,outcome,code,smsId,reason,sentAt");
        assertThat(lines(".results.csv")).contains("2,id-1,ACCEPTED,5,s1,,2026-03-31T17:30:00.250Z",
                "5,id-3,ACCEPTED,5,s3,,2026-03-31T17:30:00.250Z");
        assertThat(lines(".errors.csv")).containsExactly("line,reason", "4,line has 1 columns instead of 4");
        assertThat(inbox).isEmptyDirectory();
        assertThat(tally.count(Tally.Source.FILE, Tally.Fate.ACCEPTED)).isEqualTo(3);
        assertThat(tally.count(Tally.Source.FILE, Tally.Fate.UNREADABLE)).isEqualTo(1);
    }

    @Test
    void chunks_lineWithoutCorrelationId_getsTheSameOneEachTime() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,,\n");
        List<String> ids = new ArrayList<>();

        for (int i = 0; i < 2; i++) {
            send(file, message -> {
                ids.add(String.valueOf(message.correlationId()));
                return SmsSendResult.notSent(null, "later", message.correlationId());
            });
        }

        assertThat(ids).hasSize(2);
        assertThat(ids.get(0)).isEqualTo(ids.get(1)).endsWith("-2").hasSizeLessThanOrEqualTo(50);
    }

    @Test
    void finish_someNotSent_keepsFileUntilDueAndSendsOnlyTheRest() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,id-1,\n2,y,id-2,\n");
        send(file, message -> "1".equals(message.destination())
                ? SmsSendResult.accepted(5, "s", message.correlationId())
                : SmsSendResult.notSent(null, "no connection", message.correlationId()));
        assertThat(file).exists();
        assertThat(retryTimes.isDue(file)).isFalse();
        nanoTime += RETRY_DELAY.toNanos();
        assertThat(retryTimes.isDue(file)).isTrue();

        List<SmsMessage> sent = send(file, message -> SmsSendResult.rejected(-5, "no", message.correlationId()));

        assertThat(sent).extracting(SmsMessage::correlationId).containsExactly("id-2");
        assertThat(lines(".results.csv")).hasSize(3);
        assertThat(inbox).isEmptyDirectory();
    }

    @Test
    void finish_notSentTimeAfterTime_countsAnUnreadableLineOnce() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,id-1,\nbad\n2,y,id-2,\n");
        for (int i = 0; i < 3; i++) {
            send(file, message -> SmsSendResult.notSent(null, "no connection", message.correlationId()));
        }

        send(file, this::accepted);

        assertThat(tally.count(Tally.Source.FILE, Tally.Fate.UNREADABLE)).isEqualTo(1);
        assertThat(tally.settled()).isEqualTo(3);
        assertThat(lines(".errors.csv")).hasSize(2);
    }

    @Test
    void finish_brokenFileNotSentTimeAfterTime_countsItsEndOnce() throws Exception {
        Path file = drop("a.json", "[{\"destination\":\"1\",\"messageText\":\"x\"},{oops");
        send(file, message -> SmsSendResult.notSent(null, "no connection", message.correlationId()));

        send(file, this::accepted);

        assertThat(tally.count(Tally.Source.FILE, Tally.Fate.UNREADABLE)).isEqualTo(1);
    }

    @Test
    void open_afterCrash_skipsSettledLinesAndCutsTheTornRow() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,id-1,\n2,y,id-2,\n3,z,id-3,\n");
        FileJob crashed = open(file);
        FileChunk chunk = new FileChunks(crashed, 2, () -> false).next();
        files.begin(chunk);
        files.record(chunk, List.of(SmsSendResult.accepted(5, "s1", "id-1"), SmsSendResult.unknown(null, "?", "id-2")));
        crashed.close();
        start();
        Files.writeString(resultsPath(), "4,id-3,ACCEP", StandardOpenOption.APPEND);

        List<SmsMessage> sent = send(file, message -> SmsSendResult.accepted(5, "s3", message.correlationId()));

        assertThat(sent).extracting(SmsMessage::correlationId).containsExactly("id-3");
        assertThat(lines(".results.csv")).containsExactly(ResultsFile.HEADER.strip(), "2,id-1,ACCEPTED,5,s1,,",
                "3,id-2,UNKNOWN,,,?,", "4,id-3,ACCEPTED,5,s3,,");
    }

    @Test
    void open_contentSeenBeforeUnderAnotherName_isMovedToDuplicates() throws Exception {
        String content = HEADER + "1,x,id-1,\n";
        send(drop("a.csv", content), message -> SmsSendResult.accepted(5, "s", message.correlationId()));

        FileJob again = files.open(drop("b.csv", content).toFile());

        assertThat(again).isNull();
        assertThat(names(done.resolve("duplicates"))).singleElement().asString().startsWith("b-");
    }

    @Test
    void open_utf16_isMovedToFailed() throws Exception {
        Path file = inbox.resolve("a.csv");
        Files.write(file, (HEADER + "1,Olá,,\n").getBytes(StandardCharsets.UTF_16));

        assertThat(files.open(file.toFile())).isNull();

        assertThat(names(failed)).singleElement().asString().matches("a-[0-9a-f]{64}\\.csv");
    }

    @Test
    void finish_brokenJson_movesFileAndReportsToFailed() throws Exception {
        Path file = drop("a.json", "[{\"destination\":\"1\",\"messageText\":\"x\"},{oops");

        send(file, message -> SmsSendResult.accepted(5, "s", message.correlationId()));

        assertThat(names(failed)).hasSize(3).anyMatch(name -> name.endsWith(".json"));
        assertThat(names(done)).isEmpty();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void finish_brokenJson_forcesTheMoveBeforeTheJournalGoes() throws Exception {
        Path file = drop("a.json", "[{\"destination\":\"1\",\"messageText\":\"x\"},{oops");
        FileJob job = open(file);
        FileChunk chunk = new FileChunks(job, 2, () -> false).next();
        files.begin(chunk);
        files.record(chunk, List.of(SmsSendResult.accepted(5, "s1", null)));
        disk.calls.clear();
        disk.beforeFolder(() -> assertThat(done).isDirectoryContaining("glob:**.journal"));

        files.finish(job);

        assertThat(disk.calls).containsExactly("force failed", "force inbox");
        assertThat(names(done)).isEmpty();
    }

    @Test
    void chunks_nothingOfAChunkSent_readsNoFurther() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,,\n".repeat(20));

        List<SmsMessage> sent
                = send(file, message -> SmsSendResult.notSent(null, "wrong password", message.correlationId()));

        assertThat(sent).hasSize(2);
        assertThat(file).exists();
    }

    @Test
    void chunks_applicationStops_endEarlyAndKeepTheFile() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,,\n");
        FileJob job = open(file);

        assertThat(new FileChunks(job, 2, () -> true).hasNext()).isFalse();
        files.finish(job);

        assertThat(file).exists();
    }

    @Test
    void begin_diskFull_sendsNothingAndParksTheFile() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,id-1,\n2,y,id-2,\n3,z,id-3,\n");
        FileJob job = open(file);
        FileChunks chunks = new FileChunks(job, 2, () -> false);
        FileChunk chunk = chunks.next();
        disk.free(500);

        assertThatThrownBy(() -> files.begin(chunk)).hasMessage("No space left on device");
        files.record(chunk, null);
        assertThat(chunks.hasNext()).isFalse();
        files.finish(job);

        assertThat(file).exists();
        nanoTime += RETRY_DELAY.toNanos();
        assertThat(retryTimes.isDue(file)).isFalse();
        disk.free(1_000_000);
        touch(file);
        assertThat(retryTimes.isDue(file)).isTrue();
        assertThat(send(file, this::accepted)).extracting(SmsMessage::correlationId).containsExactly("id-1", "id-2", "id-3");
        assertThat(inbox).isEmptyDirectory();
    }

    @Test
    void begin_returns_afterTheLinesAreForced() throws Exception {
        FileJob job = open(drop("a.csv", HEADER + "1,x,id-1,\n"));
        FileChunk chunk = new FileChunks(job, 2, () -> false).next();
        disk.calls.clear();

        files.begin(chunk);

        assertThat(disk.calls).hasSize(4).last().asString().startsWith("force a.csv-").endsWith(".journal");
        job.close();
    }

    @Test
    void record_resultsCannotBeWritten_neverSendsTheirLinesAgain() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,id-1,\n2,y,id-2,\n3,z,id-3,\n");
        FileJob job = open(file);
        FileChunk chunk = new FileChunks(job, 2, () -> false).next();
        files.begin(chunk);
        disk.failToForce(true);
        files.record(chunk, List.of(SmsSendResult.accepted(5, "s1", "id-1"), SmsSendResult.accepted(5, "s2", "id-2")));
        files.finish(job);
        assertThat(retryTimes.isDue(file)).isFalse();
        disk.failToForce(false);

        start();
        List<SmsMessage> sent = send(file, this::accepted);

        assertThat(sent).extracting(SmsMessage::correlationId).containsExactly("id-3");
        assertThat(lines(".results.csv")).containsExactly(ResultsFile.HEADER.strip(),
                "2,id-1,UNKNOWN,,,no result was written for this message; it may have been sent,",
                "3,id-2,UNKNOWN,,,no result was written for this message; it may have been sent,", "4,id-3,ACCEPTED,5,s3,,");
        assertThat(tally.count(Tally.Source.FILE, Tally.Fate.UNKNOWN)).isEqualTo(2);
    }

    @Test
    void open_afterCrashWhileSending_neverSendsTheLinesInFlightAgain() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,,\n2,y,id-2,\n3,z,id-3,\n");
        FileJob crashed = open(file);
        FileChunk chunk = new FileChunks(crashed, 2, () -> false).next();
        String id = String.valueOf(files.begin(chunk).get(0).correlationId());

        start();
        List<SmsMessage> sent = send(file, this::accepted);

        assertThat(sent).extracting(SmsMessage::correlationId).containsExactly("id-3");
        assertThat(lines(".results.csv")).hasSize(4).anyMatch(line -> line.startsWith("2," + id + ",UNKNOWN,"));
        assertThat(names(done)).hasSize(2).noneMatch(name -> name.endsWith(".journal"));
        crashed.close();
    }

    @Test
    void record_sendFailedWithoutResults_isUnknown() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,id-1,\n");
        FileJob job = open(file);
        FileChunk chunk = new FileChunks(job, 2, () -> false).next();
        files.begin(chunk);

        files.record(chunk, null);
        files.finish(job);

        assertThat(lines(".results.csv")).last().asString().startsWith("2,id-1,UNKNOWN,");
        assertThat(inbox).isEmptyDirectory();
    }

    @Test
    void finish_seenRepositoryFails_parksTheFileAndSendsNothingAgain() throws Exception {
        MemoryIdempotentRepository full = new MemoryIdempotentRepository() {
            @Override
            public boolean add(String key) {
                throw new IllegalStateException("No space left on device");
            }
        };
        full.start();
        files = new SmsFiles(
                new SmsFolders(done, failed), new FileSettings(2, 3, RETRY_DELAY, null), retryTimes, full, tally, disk);
        Path file = drop("a.csv", HEADER + "1,x,id-1,\n");

        send(file, this::accepted);

        assertThat(retryTimes.isDue(file)).isFalse();
        start();
        assertThat(send(file, this::accepted)).isEmpty();
        assertThat(inbox).isEmptyDirectory();
    }

    @Test
    void open_otherContentWithTheSameFirstDigits_isSent() throws Exception {
        Map<String, String> contents = new HashMap<>();
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        String content = "";
        String twin = null;
        for (int i = 0; twin == null; i++) {
            content = HEADER + "1," + i + ",id-" + i + ",\n";
            byte[] digest = sha256.digest(content.getBytes(StandardCharsets.UTF_8));
            twin = contents.put(HexFormat.of().formatHex(digest, 0, 4), content);
        }

        List<SmsMessage> first = send(drop("a.csv", twin), this::accepted);
        List<SmsMessage> second = send(drop("b.csv", content), this::accepted);

        assertThat(first).hasSize(1);
        assertThat(second).hasSize(1).isNotEqualTo(first);
        assertThat(names(done)).hasSize(4);
    }

    @Test
    void open_journalOfAnotherContent_isNotUsed() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,id-1,\n");
        open(file).close();
        Path journal = done.resolve(names(done).stream().filter(name -> name.endsWith(".journal")).findFirst().orElseThrow());
        Files.writeString(journal, "sha256 " + "0".repeat(64) + "\nsending 2\n");

        assertThat(files.open(file.toFile())).isNull();

        assertThat(retryTimes.isDue(file)).isFalse();
        assertThat(file).exists();
    }

    @Test
    void finish_fileGrewWhileItWasSent_isParkedAndNotSentAgainAfterARestart() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,id-1,\n2,y,id-2,\n3,z,id-3,\n");
        FileJob job = open(file);
        FileChunks chunks = new FileChunks(job, 2, () -> false);
        FileChunk chunk = chunks.next();
        files.begin(chunk);
        files.record(chunk, chunk.messages().stream().map(this::accepted).toList());

        Files.writeString(file, "4,w,id-4,\n", StandardOpenOption.APPEND);

        assertThat(chunks.hasNext()).isFalse();
        files.finish(job);
        assertThat(retryTimes.isDue(file)).isFalse();
        start();
        assertThat(files.open(file.toFile())).isNull();
        assertThat(file).exists();
    }

    @Test
    void open_resultsFolderCannotBeWritten_parksTheFile() throws Exception {
        Files.createFile(done);
        Path file = drop("a.csv", HEADER + "1,x,id-1,\n");

        assertThat(files.open(file.toFile())).isNull();

        assertThat(retryTimes.isDue(file)).isFalse();
    }

    @Test
    void open_symbolicLink_isNotRead() throws Exception {
        Path elsewhere = Files.writeString(folder.resolve("elsewhere"), HEADER + "1,x,id-1,\n");
        Path link = Files.createSymbolicLink(inbox.resolve("a.csv"), elsewhere);

        assertThat(files.open(link.toFile())).isNull();

        assertThat(elsewhere).exists();
    }

    @Test
    void finish_longName_isShortened() throws Exception {
        send(drop("é".repeat(120) + ".csv", HEADER + "1,x,id-1,\nbad\n"), this::accepted);

        assertThat(names(done)).hasSize(3).allMatch(name -> name.startsWith("é".repeat(80)));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void finish_filesAndFolders_arePrivate() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,id-1,\nbad\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        send(file, this::accepted);

        assertThat(permissions(done)).isEqualTo("rwx------");
        for (String name : names(done)) {
            assertThat(permissions(done.resolve(name))).as(name).isEqualTo("rw-------");
        }
    }

    @Test
    void record_formulaInTheAnswer_isATextThatCanBeReadAgain() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,+id,\n2,y,id-2,\n");
        send(file, message -> "1".equals(message.destination())
                ? SmsSendResult.accepted(5, "=cmd()", message.correlationId())
                : SmsSendResult.notSent(null, "later", message.correlationId()));
        assertThat(lines(".results.csv")).contains("2,'+id,ACCEPTED,5,'=cmd(),,");

        assertThat(send(file, this::accepted)).extracting(SmsMessage::correlationId).containsExactly("id-2");
    }

    @Test
    void open_contentThatIsBeingSentUnderAnotherName_waits() throws Exception {
        String content = HEADER + "1,x,id-1,\n";
        FileJob job = open(drop("a.csv", content));
        Path twin = drop("b.csv", content);

        assertThat(files.open(twin.toFile())).isNull();
        assertThat(retryTimes.isDue(twin)).isFalse();
        FileChunk chunk = new FileChunks(job, 2, () -> false).next();
        files.begin(chunk);
        files.record(chunk, List.of(SmsSendResult.accepted(5, "s1", "id-1")));
        files.finish(job);
        assertThat(files.open(twin.toFile())).isNull();

        assertThat(lines(".results.csv")).containsExactly(ResultsFile.HEADER.strip(), "2,id-1,ACCEPTED,5,s1,,");
        assertThat(names(done.resolve("duplicates"))).hasSize(1);
    }

    private SmsSendResult accepted(SmsMessage message) {
        return SmsSendResult.accepted(5, "s" + message.destination(), message.correlationId());
    }

    private static void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private Path resultsPath() throws IOException {
        return done.resolve(names(done).stream().filter(name -> name.endsWith(".results.csv")).findFirst().orElseThrow());
    }

    private List<SmsMessage> send(Path file, Function<SmsMessage, SmsSendResult> service) throws IOException {
        List<SmsMessage> sent = new ArrayList<>();
        FileJob job = open(file);
        FileChunks chunks = new FileChunks(job, 2, () -> false);
        while (chunks.hasNext()) {
            FileChunk chunk = chunks.next();
            sent.addAll(files.begin(chunk));
            files.record(chunk, chunk.messages().stream().map(service).toList());
        }
        files.finish(job);
        return sent;
    }

    private FileJob open(Path file) throws IOException {
        return Objects.requireNonNull(files.open(file.toFile()));
    }

    private Path drop(String name, String content) throws IOException {
        return Files.writeString(inbox.resolve(name), content);
    }

    private List<String> lines(String suffix) throws IOException {
        String name = names(done).stream().filter(n -> n.endsWith(suffix)).findFirst().orElseThrow();
        return Files.readAllLines(done.resolve(name));
    }

    private static List<String> names(Path folder) throws IOException {
        try (var list = Files.list(folder)) {
            return list.filter(Files::isRegularFile).map(path -> path.getFileName().toString()).sorted().toList();
        }
    }
}
