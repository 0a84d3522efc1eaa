package io.github.camelsms.sample.routes;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.sample.tally.Tally;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class FileRoutesTest {

    private static final String HEADER = "destination,messageText,correlationId,scheduledDate\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private SampleApplicationHarness app;

    @AfterEach
    void stop() throws Exception {
        app.close();
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void inbox_csv_isSentInChunksAndMovedWithItsResults(String language) throws Exception {
        app = new SampleApplicationHarness(folder, language);
        drop("many.csv", HEADER + IntStream.range(0, 950).mapToObj(i -> "11987654321,text " + i + ",id-" + i + ",\n")
                .collect(Collectors.joining()) + "malformed\n");

        app.start();

        await(() -> assertThat(done()).anyMatch(name -> name.matches("many-[0-9a-f]{64}\\.csv")));
        assertThat(app.sms.batches).extracting(List::size).containsExactlyInAnyOrder(200, 200, 200, 200, 150);
        assertThat(app.sms.sentIds()).doesNotHaveDuplicates().hasSize(950);
        assertThat(lines(".results.csv")).hasSize(951);
        assertThat(lines(".errors.csv")).containsExactly("line,reason", "952,line has 1 columns instead of 4");
        assertThat(app.tally.count(Tally.Source.FILE, Tally.Fate.ACCEPTED)).isEqualTo(950);
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void inbox_emptyFile_isMovedToFailed(String language) throws Exception {
        app = new SampleApplicationHarness(folder, language);
        drop("empty.csv", "");

        app.start();

        await(() -> assertThat(folder.resolve("failed")).isDirectoryContaining("glob:**/empty*.csv"));
        assertThat(folder.resolve("inbox/empty.csv")).doesNotExist();
        assertThat(app.sms.batches).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void inbox_json_isSent(String language) throws Exception {
        app = new SampleApplicationHarness(folder, language);
        app.start();

        drop("one.json", "{\"sms\":[{\"destination\":\"11987654321\",\"messageText\":\"hi\",\"correlationId\":\"j\"}]}");

        await(() -> assertThat(done()).anyMatch(name -> name.endsWith(".json")));
        assertThat(app.sms.batches).containsExactly(List.of(new SmsMessage("hi", "11987654321", "j", null)));
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void inbox_nothingSentAtFirst_isTakenUpAgainAndSentOnce(String language) throws Exception {
        app = new SampleApplicationHarness(folder, language);
        AtomicInteger attempts = new AtomicInteger();
        ScriptedSms.Script accepting = app.sms.script;
        app.sms.script = messages -> {
            if (attempts.incrementAndGet() == 1) {
                throw new SmsNotSentException(
                        "halted", messages.stream()
                                .map(message -> SmsSendResult.notSent(401, "wrong password", message.correlationId()))
                                .toList());
            }
            return accepting.send(messages);
        };
        drop("again.csv", HEADER + "11987654321,a,id-1,\n11987654321,b,id-2,\n");

        app.start();

        await(() -> assertThat(done()).anyMatch(name -> name.matches("again-[0-9a-f]{64}\\.csv")));
        assertThat(attempts).hasValue(2);
        assertThat(lines(".results.csv")).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void inbox_sendFailsWithoutResults_isUnknownAndNotSentAgain(String language) throws Exception {
        app = new SampleApplicationHarness(folder, language);
        app.sms.script = messages -> {
            throw new IllegalStateException("scripted failure");
        };
        drop("fails.csv", HEADER + "11987654321,a,id-1,\n");

        app.start();

        await(() -> assertThat(done()).anyMatch(name -> name.matches("fails-[0-9a-f]{64}\\.csv")));
        assertThat(app.sms.batches).hasSize(1);
        assertThat(lines(".results.csv")).last().asString().startsWith("2,id-1,UNKNOWN,");
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void inbox_contentOfAnEarlierStart_isNotSentAgain(String language) throws Exception {
        String content = HEADER + "11987654321,a,id-1,\n";
        app = new SampleApplicationHarness(folder, language);
        drop("first.csv", content);
        app.start();
        await(() -> assertThat(done()).anyMatch(name -> name.matches("first-[0-9a-f]{64}\\.csv")));
        app.close();

        app = new SampleApplicationHarness(folder, language);
        drop("second.csv", content);
        app.start();

        await(() -> assertThat(names(folder.resolve("done/duplicates"))).singleElement().asString().startsWith("second-"));
        assertThat(app.sms.batches).isEmpty();
    }

    private void drop(String name, String content) throws Exception {
        Path inbox = Files.createDirectories(folder.resolve("inbox"));
        Path unfinished = Files.writeString(folder.resolve("unfinished"), content);
        Files.move(unfinished, inbox.resolve(name));
    }

    private List<String> done() throws Exception {
        return names(folder.resolve("done"));
    }

    private List<String> lines(String suffix) throws Exception {
        String name = done().stream().filter(file -> file.endsWith(suffix)).findFirst().orElseThrow();
        return Files.readAllLines(folder.resolve("done").resolve(name));
    }

    private static List<String> names(Path folder) throws Exception {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).map(path -> path.getFileName().toString()).toList();
        }
    }

    private static void await(org.awaitility.core.ThrowingRunnable assertion) {
        Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(assertion);
    }
}
