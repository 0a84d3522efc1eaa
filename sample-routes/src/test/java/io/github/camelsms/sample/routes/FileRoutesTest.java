package io.github.camelsms.sample.routes;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.sample.tally.Tally;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class FileRoutesTest extends SampleRoutesFixture {

    private static final String HEADER = "destination,messageText,correlationId,scheduledDate\n";

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void inbox_csv_isSentInChunksAndMovedWithItsResults(String language) throws Exception {
        drop("many.csv", HEADER + IntStream.range(0, 950).mapToObj(i -> "11987654321,text " + i + ",id-" + i + ",\n")
                .collect(Collectors.joining()) + "malformed\n");

        app.start(language);

        await(() -> assertThat(done()).anyMatch(name -> name.matches("many-[0-9a-f]{64}\\.csv")));
        assertThat(app.sms.batches).extracting(List::size).containsExactlyInAnyOrder(200, 200, 200, 200, 150);
        assertThat(app.sms.sentIds()).doesNotHaveDuplicates().hasSize(950);
        assertThat(lines(".results.csv")).hasSize(951);
        assertThat(lines(".errors.csv")).containsExactly("line,reason", "952,line has 1 columns instead of 4");
        assertThat(app.tally.count(Tally.Source.FILE, Tally.Fate.ACCEPTED)).isEqualTo(950);
    }

    @Test
    void inbox_emptyFile_isMovedToFailed() throws Exception {
        drop("empty.csv", "");

        app.start();

        await(() -> assertThat(folder.resolve("failed")).isDirectoryContaining("glob:**/empty*.csv"));
        assertThat(folder.resolve("inbox/empty.csv")).doesNotExist();
        assertThat(app.sms.batches).isEmpty();
    }

    @Test
    void inbox_json_isSent() throws Exception {
        app.start();

        drop("one.json", "{\"sms\":[{\"destination\":\"11987654321\",\"messageText\":\"hi\",\"correlationId\":\"j\"}]}");

        await(() -> assertThat(done()).anyMatch(name -> name.endsWith(".json")));
        assertThat(app.sms.batches).containsExactly(List.of(new SmsMessage("hi", "11987654321", "j", null)));
    }

    @Test
    void inbox_nothingSentAtFirst_isTakenUpAgainAndSentOnce() throws Exception {
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

    @Test
    void inbox_sendFailsWithoutResults_isUnknownAndNotSentAgain() throws Exception {
        app.sms.script = messages -> {
            throw new IllegalStateException("scripted failure");
        };
        drop("fails.csv", HEADER + "11987654321,a,id-1,\n");

        app.start();

        await(() -> assertThat(done()).anyMatch(name -> name.matches("fails-[0-9a-f]{64}\\.csv")));
        assertThat(app.sms.batches).hasSize(1);
        assertThat(lines(".results.csv")).last().asString().startsWith("2,id-1,UNKNOWN,");
    }

    @Test
    void inbox_contentOfAnEarlierStart_isNotSentAgain() throws Exception {
        String content = HEADER + "11987654321,a,id-1,\n";
        drop("first.csv", content);
        app.start();
        await(() -> assertThat(done()).anyMatch(name -> name.matches("first-[0-9a-f]{64}\\.csv")));
        endApplication();

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
}
