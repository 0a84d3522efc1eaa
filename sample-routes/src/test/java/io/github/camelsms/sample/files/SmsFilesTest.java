package io.github.camelsms.sample.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.sample.tally.Tally;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;

import static org.assertj.core.api.Assertions.assertThat;

class SmsFilesTest {

    private static final String HEADER = "destination,messageText,correlationId,scheduledDate\n";
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
    private Instant now = Instant.EPOCH;
    private final RetryTimes retryTimes = new RetryTimes(() -> now);
    private final Tally tally = new Tally();
    @SuppressWarnings("NullAway.Init")
    private SmsFiles files;

    @BeforeEach
    void setUp() throws IOException {
        inbox = Files.createDirectories(folder.resolve("inbox"));
        done = folder.resolve("done");
        failed = folder.resolve("failed");
        MemoryIdempotentRepository seen = new MemoryIdempotentRepository();
        seen.start();
        files = new SmsFiles(
                new SmsFolders(done, failed), new FileSettings(2, 3, RETRY_DELAY), retryTimes,
                seen, tally);
    }

    @Test
    void finish_allLinesSettled_movesFileBesideItsResults() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,id-1,\n2,y,,\nbad\n3,z,id-3,\n");

        send(file, message -> SmsSendResult.accepted(5, "s" + message.destination(), message.correlationId()));

        assertThat(names(done)).hasSize(3).allMatch(name -> name.matches("a-[0-9a-f]{8}.*\\.csv"));
        assertThat(lines(".results.csv")).hasSize(4).first().isEqualTo("line,correlationId,outcome,code,smsId,reason");
        assertThat(lines(".results.csv")).contains("2,id-1,ACCEPTED,5,s1,", "5,id-3,ACCEPTED,5,s3,");
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
        now = now.plus(RETRY_DELAY);
        assertThat(retryTimes.isDue(file)).isTrue();

        List<SmsMessage> sent = send(file, message -> SmsSendResult.rejected(-5, "no", message.correlationId()));

        assertThat(sent).extracting(SmsMessage::correlationId).containsExactly("id-2");
        assertThat(lines(".results.csv")).hasSize(3);
        assertThat(inbox).isEmptyDirectory();
    }

    @Test
    void open_afterCrash_skipsSettledLinesAndCutsTheTornRow() throws Exception {
        Path file = drop("a.csv", HEADER + "1,x,id-1,\n2,y,id-2,\n3,z,id-3,\n");
        FileJob crashed = open(file);
        FileChunk chunk = new FileChunks(crashed, 2, () -> false).next();
        files.record(chunk, List.of(SmsSendResult.accepted(5, "s1", "id-1"), SmsSendResult.unknown(null, "?", "id-2")));
        crashed.close();
        Path results = done.resolve(names(done).get(0));
        Files.writeString(results, "4,id-3,ACCEP", StandardOpenOption.APPEND);

        List<SmsMessage> sent = send(file, message -> SmsSendResult.accepted(5, "s3", message.correlationId()));

        assertThat(sent).extracting(SmsMessage::correlationId).containsExactly("id-3");
        assertThat(lines(".results.csv")).containsExactly(ResultsFile.HEADER.strip(), "2,id-1,ACCEPTED,5,s1,",
                "3,id-2,UNKNOWN,,,?", "4,id-3,ACCEPTED,5,s3,");
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
    void open_notUtf8_isMovedToFailed() throws Exception {
        Path file = inbox.resolve("a.csv");
        Files.write(file, (HEADER + "1,Olá,,\n").getBytes(StandardCharsets.ISO_8859_1));

        assertThat(files.open(file.toFile())).isNull();

        assertThat(names(failed)).containsExactly("a.csv");
    }

    @Test
    void finish_brokenJson_movesFileAndReportsToFailed() throws Exception {
        Path file = drop("a.json", "[{\"destination\":\"1\",\"messageText\":\"x\"},{oops");

        send(file, message -> SmsSendResult.accepted(5, "s", message.correlationId()));

        assertThat(names(failed)).hasSize(3).anyMatch(name -> name.endsWith(".json"));
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

    private List<SmsMessage> send(Path file, Function<SmsMessage, SmsSendResult> service) throws IOException {
        List<SmsMessage> sent = new ArrayList<>();
        FileJob job = open(file);
        FileChunks chunks = new FileChunks(job, 2, () -> false);
        while (chunks.hasNext()) {
            FileChunk chunk = chunks.next();
            sent.addAll(chunk.messages());
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
