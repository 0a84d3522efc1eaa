package io.github.camelsms.sample.routes;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.SmsDevConsole;
import io.github.camelsms.sample.LogLines;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SimulatedMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.console.DevConsole;

import static org.assertj.core.api.Assertions.assertThat;

class FileRoutesTest extends SampleRoutesFixture {

    private static final String HEADER = "destination,messageText,correlationId,scheduledDate\n";
    private static final String LINE = "11987654321,Hello,id-1,\n";

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void inbox_csv_isSentOnceWithOneResultPerLine(String language) throws Exception {
        drop("many.csv", HEADER + IntStream.range(0, 950).mapToObj(i -> "11987654321,text " + i + ",id-" + i + ",\n")
                .collect(Collectors.joining()) + "malformed\n11,too short,bad,\n11900001234,refused,no,\n");

        app.start(language);

        await(() -> assertThat(results("many")).hasSize(954));
        assertThat(results("many").get(0)).isEqualTo("correlationId,outcome,code,smsId,reason,sentAt");
        assertThat(results("many")).filteredOn(row -> row.contains(",ACCEPTED,5,")).hasSize(950);
        assertThat(results("many")).anyMatch(row -> row.contains(",REJECTED,,,\"line 952: it has 1 column instead of 4: "))
                .anyMatch(row -> row.startsWith("bad,REJECTED,-5,,"))
                .anyMatch(row -> row.startsWith("no,REJECTED,-5,,INVALID_NUMBER_FORMAT"));
        assertThat(app.simulator.messages()).extracting(SimulatedMessage::correlationId).doesNotHaveDuplicates().hasSize(950);
        await(() -> assertThat(names("done")).singleElement().asString().matches("many-[0-9a-f]{32}\\.csv"));
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void inbox_unreadableLines_areLoggedOnceAndCountedAsRejected(String language) throws Exception {
        drop("bad.csv", HEADER + "malformed\n".repeat(3_000) + LINE + "11987654321,Hello,id-2,tomorrow\n");
        try (LogLines log = new LogLines("")) {
            app.start(language);

            await(() -> assertThat(results("bad")).hasSize(3_003));
            SmsDevConsole console = new SmsDevConsole();
            console.setCamelContext(app.context());
            await(() -> assertThat(console.call(DevConsole.MediaType.TEXT, Map.of())).asString().contains("rejected=3001,"));
            assertThat(log.messages()).filteredOn(line -> line.contains("unreadable and are not sent")).singleElement()
                    .asString().startsWith("File bad.csv: 3001 lines are unreadable and are not sent (line 2: it has 1 column")
                    .contains("; line 3003: ");
            assertThat(log.messages()).filteredOn(line -> line.contains("rejected: INVALID_MESSAGE")).hasSize(1);
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
        await(() -> assertThat(folder.resolve("results/statuses.csv")).content().hasLineCount(101));
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
            assertThat(names("done")).singleElement().asString().startsWith("good-");
            assertThat(names("failed")).singleElement().asString().startsWith("empty-");
        });
    }

    @Test
    void inbox_filesThatAreNotRead_stayAndAreLoggedOnce() throws Exception {
        String longName = "x".repeat(97) + ".csv";
        for (String name : List.of("book.xlsx", "a.csv.gz", "noextension", "a\nERROR b.csv", "a.csv.part", "a.csv.TMP",
                "a.csv~", longName, "a\u0085b.csv", "a\u009bb.csv", "gpj.\u202evsc.csv", "a\u2028b.csv")) {
            drop(name, "x");
            Files.setLastModifiedTime(folder.resolve("inbox").resolve(name), FileTime.fromMillis(0));
        }
        drop("growing.upload", "x");
        Files.setLastModifiedTime(folder.resolve("inbox/growing.upload"), FileTime.fromMillis(Long.MAX_VALUE));
        try (LogLines log = new LogLines("")) {
            app.start();

            await(() -> assertThat(log.messages()).filteredOn(line -> line.contains("stays in the inbox")).hasSize(9));
            drop("A b.CSV", HEADER + LINE);
            await(() -> assertThat(results("A b")).hasSize(2));
            assertThat(log.messages()).filteredOn(line -> line.contains("stays in the inbox")).containsExactlyInAnyOrder(
                    notRead("book.xlsx"), notRead("a.csv.gz"), notRead("noextension"),
                    UNPRINTABLE, UNPRINTABLE, UNPRINTABLE, UNPRINTABLE, UNPRINTABLE,
                    "File " + longName + " stays in the inbox, because its name has more than 100 characters. Rename it");
        }
        await(() -> assertThat(names("inbox")).hasSize(13));
    }

    private static final String UNPRINTABLE = "A file stays in the inbox, because its name has control characters. Rename it";

    private static String notRead(String name) {
        return "File " + name + " stays in the inbox, because its name does not end with .csv, .json, .jsonl or .ndjson."
               + " Save it in such a format, a spreadsheet as CSV UTF-8, or remove it";
    }

    @Test
    void inbox_nameWithSeveralDots_isKept() throws Exception {
        drop("day.2026-11-26.csv", HEADER + LINE);
        drop("none.2026-11-26.csv", "");

        app.start();

        await(() -> assertThat(results("day\\.2026-11-26")).hasSize(2));
        await(() -> {
            assertThat(names("done")).singleElement().asString().matches("day\\.2026-11-26-[0-9a-f]{32}\\.csv");
            assertThat(names("failed")).singleElement().asString().matches("none\\.2026-11-26-[0-9]{17}\\.csv");
        });
    }

    @Test
    void inbox_unreadableFileOrSymbolicLink_isMovedToFailed() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret.csv"), HEADER + LINE);
        app.start();

        drop("empty.csv", "");
        Files.createSymbolicLink(folder.resolve("inbox/link.csv"), secret);

        await(() -> assertThat(names("failed")).hasSize(2));
        await(() -> assertThat(names("inbox")).isEmpty());
        assertThat(secret).exists();
        assertThat(app.simulator.messages()).isEmpty();
    }

    @Test
    void inbox_otherCharset_isMovedToFailed() throws Exception {
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
    void inbox_jsonCutInTheMiddle_isLoggedWithThePositionAndTheRemedy() throws Exception {
        String message = "{\"destination\":\"11987654321\",\"messageText\":\"hi\"}\n";
        drop("cut.jsonl", message + message + message.substring(0, 20));
        try (LogLines log = new LogLines("")) {
            app.start();

            await(() -> assertThat(log.messages()).anySatisfy(line -> assertThat(line)
                    .startsWith("File cut.jsonl was not read to its end: line 3: the JSON is malformed")
                    .contains("Correct the rest").doesNotContain("11987654321")));
        }
        await(() -> assertThat(results("cut")).hasSize(4));
        drop("whole.jsonl", message + "{\"messageText\":5}");
        try (LogLines log = new LogLines("")) {
            await(() -> assertThat(results("whole")).hasSize(3));
            assertThat(log.messages()).noneMatch(line -> line.contains("not read to its end"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void inbox_contentOfAnEarlierRun_isNotSentAgainAndReportedForEachLine(String language) throws Exception {
        String content = HEADER + "11987654321,Hello,,\n11900001234,Hello,x,\nmalformed\n11,too short,y,\n";
        drop("first.csv", content);
        app.start(language);
        await(() -> assertThat(results("first")).hasSize(5));
        app.stop();

        drop("second.csv", content);
        try (LogLines log = new LogLines("")) {
            app.start(language);

            await(() -> assertThat(results("second")).hasSize(6));
            assertThat(log.messages()).anySatisfy(line -> assertThat(line)
                    .startsWith("File second.csv: 2 messages were stored before and are not sent again; 0 are sent.")
                    .endsWith("To send it again, give the line a new correlationId"));
        }
        assertThat(results("second")).filteredOn(row -> row.contains(",DUPLICATE,,,\"a message with this correlationId,"))
                .hasSize(3);
        assertThat(results("second").subList(4, 6)).extracting(row -> row.split(",")[1]).containsOnly("REJECTED");
        await(() -> assertThat(names("done")).hasSize(2));
        await(() -> assertThat(names("inbox")).isEmpty());
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
        app.with("sms.deliveryTimeout", "1").simulator.stop();
        drop("late.csv", HEADER + LINE);

        app.start();

        await(() -> assertThat(results("late")).last().asString().startsWith("id-1,NOT_SENT,"));
    }

    @Test
    void inbox_resultsCannotBeWritten_fileStaysUntilTheyCan() throws Exception {
        app.start();
        Path results = folder.resolve("results");
        Files.delete(results);
        Files.createFile(results);
        try (LogLines log = new LogLines("")) {
            drop("a.csv", HEADER + LINE);

            await(() -> assertThat(log.messages())
                    .anyMatch(line -> line.startsWith("File a.csv stays in the inbox: Cannot store file")));
            assertThat(log.messages()).noneMatch(line -> line.contains("Message History"));
        }
        Files.delete(results);
        Files.createDirectory(results);
        await(() -> assertThat(results("a")).hasSize(2));
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
        for (String path : List.of("data", "results", "done", "failed")) {
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

    private List<String> results(String name) throws Exception {
        for (String file : names("results")) {
            if (file.matches(name + "-[0-9a-f]{32}\\.results\\.csv")) {
                return Files.readAllLines(folder.resolve("results").resolve(file));
            }
        }
        return List.of("no results yet");
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
