package io.github.camelsms.sample.routes;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.SmsDevConsole;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.sample.LogLines;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SimulatedMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import org.apache.camel.console.DevConsole;

import static org.assertj.core.api.Assertions.assertThat;

class FileRoutesTest extends SampleRoutesFixture {

    private static final String HEADER = "destination,messageText,correlationId,scheduledDate\n";
    private static final String LINE = "11987654321,Hello,id-1,\n";

    @Test
    void inbox_csv_isSentOnceWithOneResultPerLine() throws Exception {
        drop("many.csv", HEADER + IntStream.range(0, 950).mapToObj(i -> "11987654321,text " + i + ",id-" + i + ",\n")
                .collect(Collectors.joining()) + "malformed\n11,too short,bad,\n11900001234,refused,no,\n");

        app.start();

        await(() -> assertThat(results("many")).hasSize(954));
        assertThat(results("many").get(0)).isEqualTo("correlationId,outcome,code,smsId,reason,sentAt,destination,file,line");
        assertThat(results("many")).filteredOn(row -> row.contains(",ACCEPTED,5,")).hasSize(950);
        assertThat(results("many"))
                .anyMatch(row -> row.contains(",REJECTED,,,\"it has 1 column instead of 4: ") && row.endsWith(",many.csv,952"))
                .anyMatch(row -> row.startsWith("bad,REJECTED,-5,,"))
                .anyMatch(row -> row.startsWith("no,REJECTED,-5,,INVALID_NUMBER_FORMAT"));
        assertThat(app.simulator.messages()).extracting(SimulatedMessage::correlationId).doesNotHaveDuplicates().hasSize(950);
        await(() -> assertThat(names("inbox/.done")).singleElement().asString().matches("[0-9]{17}-many\\.csv"));
    }

    @Test
    void inbox_unreadableLines_areRejectedAndCounted() throws Exception {
        drop("bad.csv", HEADER + "malformed\n".repeat(3_000) + LINE + "11987654321,Hello,id-2,tomorrow\n");
        try (LogLines log = new LogLines("")) {
            app.start();

            await(() -> assertThat(results("bad")).hasSize(3_003));
            SmsDevConsole console = new SmsDevConsole();
            console.setCamelContext(app.context());
            await(() -> assertThat(console.call(DevConsole.MediaType.TEXT, Map.of())).asString().contains("rejected=3001,"));
            assertThat(log.messages()).contains("File bad.csv: messages stored 1, stored before 0, rejected 3001")
                    .filteredOn(line -> line.contains("rejected: INVALID_MESSAGE")).hasSize(1);
        }
    }

    @Test
    void results_manyMessages_areWrittenInBlocks() throws Exception {
        drop("many.csv", HEADER + IntStream.range(0, 100).mapToObj(i -> "11987654321,text " + i + ",id-" + i + ",\n")
                .collect(Collectors.joining()));
        AtomicInteger writes = new AtomicInteger();
        app.observe("file:", exchange -> writes.incrementAndGet());

        app.start();

        await(() -> assertThat(results("many")).hasSize(101));
        assertThat(writes).hasValueLessThan(100);
    }

    @Test
    void inbox_relativeWorkFolder_movesFilesToItsFolders() throws Exception {
        folder = Files.createTempDirectory(Path.of("target"), "work");
        app.with("sms.work.dir", folder.toString());
        drop("good.csv", HEADER + LINE);
        drop("empty.csv", "");

        app.start();

        await(() -> {
            assertThat(names("inbox/.done")).hasSize(2);
            assertThat(names("failed")).containsExactly("empty.csv");
        });
    }

    @Test
    void inbox_nameWithSeveralDots_isKept() throws Exception {
        drop("day.2026-11-26.csv", HEADER + LINE);
        drop("none.2026-11-26.csv", "");

        app.start();

        await(() -> assertThat(results("day\\.2026-11-26")).hasSize(2));
        await(() -> {
            assertThat(names("inbox/.done")).anyMatch(name -> name.matches("[0-9]{17}-day\\.2026-11-26\\.csv"));
            assertThat(names("failed")).containsExactly("none.2026-11-26.csv");
        });
    }

    @Test
    void inbox_unreadableFileOrSymbolicLink_isCopiedToFailed() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret.csv"), HEADER + LINE);
        app.start();

        drop("empty.csv", "");
        Files.createSymbolicLink(folder.resolve("inbox/link.csv"), secret);

        await(() -> assertThat(names("failed")).hasSize(2));
        await(() -> assertThat(names("inbox")).isEmpty());
        assertThat(secret).exists();
        assertThat(app.simulator.messages()).isEmpty();
    }

    /** Others continue to be read. */
    @Test
    void inbox_otherFiles_stay() throws Exception {
        for (String name : List.of("book.xlsx", "noextension", "a.csv.part", "a.csv.tmp", ".hidden.csv")) {
            drop(name, "x");
        }
        app.start();

        drop("A b.CSV", HEADER + LINE);

        await(() -> assertThat(results("A b")).hasSize(2));
        await(() -> assertThat(names("inbox")).containsExactly("a.csv.part", "a.csv.tmp", "book.xlsx", "noextension"));
    }

    @Test
    void inbox_storeUnavailable_fileStaysUntilItWorks() throws Exception {
        drop("late.csv", HEADER + LINE);
        AtomicInteger attempts = new AtomicInteger();
        app.around("sms:send", exchange -> {
            if (attempts.incrementAndGet() <= 3) {
                throw new SmsNotSentException("the store is full", List.of());
            }
        }, exchange -> {
        });

        app.start();

        await(() -> assertThat(results("late")).hasSize(2));
        await(() -> assertThat(names("inbox/.done")).hasSize(1));
        assertThat(names("failed")).isEmpty();
    }

    @Test
    void inbox_otherCharset_isCopiedToFailed() throws Exception {
        drop("late.csv", HEADER + LINE.repeat(5_000) + "11987654321,\u0081,id-2,\n", StandardCharsets.ISO_8859_1);
        drop("soon.csv", HEADER.replace("\n", ",\u0081\n") + LINE, StandardCharsets.ISO_8859_1);

        app.start();

        await(() -> assertThat(names("failed")).hasSize(2));
        await(() -> assertThat(names("inbox")).isEmpty());
        assertThat(names("results")).isEmpty();
        assertThat(app.simulator.messages()).isEmpty();
    }

    @Test
    void inbox_json_isSent() throws Exception {
        app.start();

        drop("one.json", "{\"sms\":[{\"destination\":\"11987654321\",\"messageText\":\"hi\"}]}");

        await(() -> assertThat(results("one")).hasSize(2));
        assertThat(app.simulator.messages()).singleElement().satisfies(message -> {
            assertThat(message.text()).isEqualTo("hi");
            assertThat(message.correlationId()).matches("[0-9a-f]{32}-1");
        });
    }

    @Test
    void inbox_jsonCutInTheMiddle_hasAResultWithThePosition() throws Exception {
        String message = "{\"destination\":\"11987654321\",\"messageText\":\"hi\"}\n";
        drop("cut.jsonl", message + message + message.substring(0, 20));

        app.start();

        await(() -> assertThat(results("cut")).hasSize(4));
        assertThat(results("cut")).filteredOn(row -> row.contains(",REJECTED,")).singleElement().asString()
                .contains("the JSON is malformed").endsWith(",cut.jsonl,3");
    }

    @Test
    void inbox_contentOfAnEarlierRun_isNotSentAgain() throws Exception {
        String content = HEADER + "11987654321,Hello,,\n11900001234,Hello,x,\nmalformed\n11,too short,y,\n";
        drop("first.csv", content);
        app.start();
        await(() -> assertThat(results("first")).hasSize(5));
        app.stop();

        drop("second.csv", content);
        try (LogLines log = new LogLines("")) {
            app.start();

            await(() -> assertThat(results("second")).hasSize(3));
            assertThat(log.messages()).contains("File second.csv: messages stored 0, stored before 2, rejected 2");
        }
        await(() -> assertThat(names("inbox/.done")).hasSize(2));
        drop("third.csv", HEADER + "11987654321,Other,,\n");
        await(() -> assertThat(results("third")).hasSize(2));
        assertThat(app.simulator.messages()).extracting(SimulatedMessage::text).containsExactly("Hello", "Other");
    }

    @Test
    void inbox_responseLost_isSettledByItsStatusAndNotSentAgain() throws Exception {
        app.simulator.failNext(Fault.dropAfterAccepting());
        drop("lost.csv", HEADER + LINE);

        app.start();

        await(() -> assertThat(results("lost")).last().asString().startsWith("id-1,ACCEPTED,"));
        assertThat(app.simulator.statistics().sendRequests()).isEqualTo(1);
    }

    @Test
    void inbox_deliveryTimeoutEndsBeforeItIsSent_isNotSent() throws Exception {
        app.with("sms.timeToLive", "1").simulator.stop();
        drop("late.csv", HEADER + LINE);

        app.start();

        await(() -> assertThat(results("late")).last().asString().startsWith("id-1,NOT_SENT,"));
    }

    @Test
    void results_cannotBeWritten_waitUntilTheyCan() throws Exception {
        app.start();
        Path results = folder.resolve("results");
        Files.delete(results);
        Files.createFile(results);
        try (LogLines log = new LogLines("")) {
            drop("a.csv", HEADER + LINE);

            await(() -> assertThat(log.messages()).anyMatch(line -> line.contains("Cannot store file")));
            assertThat(log.messages()).noneMatch(line -> line.contains("Message History"));
        }
        Files.delete(results);
        await(() -> assertThat(results("a")).hasSize(2));
        assertThat(app.simulator.messages()).hasSize(1);
    }

    @Test
    void results_formulaInACell_isEscaped() throws Exception {
        drop("formula.csv", HEADER + "11987654321,Hello,=1+1,\n");

        app.start();

        await(() -> assertThat(results("formula")).last().asString().startsWith("'=1+1,ACCEPTED"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void start_writtenFiles_arePrivate() throws Exception {
        drop("private.csv", HEADER + LINE);

        app.start();

        await(() -> assertThat(results("private")).hasSize(2));
        for (String path : List.of("data", "results", "failed")) {
            assertThat(permissions(folder.resolve(path))).isEqualTo("rwx------");
        }
        assertThat(permissions(folder.resolve("data/sms.db"))).isEqualTo("rw-------");
        assertThat(permissions(folder.resolve("results").resolve(names("results").get(0)))).isEqualTo("rw-------");
    }

    private static String permissions(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private void drop(String name, String content) throws Exception {
        drop(name, content, StandardCharsets.UTF_8);
    }

    private void drop(String name, String content, Charset charset) throws Exception {
        Path inbox = Files.createDirectories(folder.resolve("inbox"));
        Path unfinished = Files.writeString(folder.resolve("unfinished"), content, charset);
        Files.move(unfinished, inbox.resolve(name));
    }

    /** Returns the header line and all rows of the results of a file. */
    private List<String> results(String name) throws Exception {
        List<String> rows = new ArrayList<>();
        for (String file : names("results")) {
            if (file.matches(name + "\\.(?i:csv|json|jsonl)-[0-9]{17}-[0-9A-F-]+\\.csv")) {
                List<String> lines = Files.readAllLines(folder.resolve("results").resolve(file));
                rows.addAll(rows.isEmpty() ? lines : lines.subList(1, lines.size()));
            }
        }
        return rows;
    }

    private List<String> names(String name) throws Exception {
        if (!Files.isDirectory(folder.resolve(name))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder.resolve(name))) {
            return files.filter(file -> !Files.isDirectory(file)).map(path -> path.getFileName().toString())
                    .filter(file -> !file.startsWith(".")).sorted().toList();
        }
    }
}
