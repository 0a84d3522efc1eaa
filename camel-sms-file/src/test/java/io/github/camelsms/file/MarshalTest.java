package io.github.camelsms.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Exchange;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.test.junit5.CamelTestSupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MarshalTest extends CamelTestSupport {

    private static final String RESULTS = "correlationId,outcome,code,smsId,reason,sentAt\n";
    private static final String STATUSES = "correlationId,status,sentDate\n";
    private static final String NAME = "results.csv";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Override
    protected RoutesBuilder createRouteBuilder() {
        context.getPropertiesComponent().addOverrideProperty("folder", folder.toString());
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:rows").marshal().custom("smsFile").convertBodyTo(String.class);

                from("seda:append?pollTimeout=10").errorHandler(noErrorHandler())
                        .to("dataformat:smsFile:marshal?directory={{folder}}")
                        .to("file:{{folder}}?fileExist=Append");

                from("direct:append").to("seda:append?waitForTaskToComplete=Always&timeout=0");
            }
        };
    }

    @Test
    void marshal_fileWhoseMessagesWereStoredBefore_writesDuplicates() throws Exception {
        Path path = Files.writeString(folder.resolve("in.csv"),
                "destination,messageText,correlationId\n11900000001,Hello,=1\n11900000001,Hello, you,b\n");
        try (SmsFile file = SmsFile.open(path, null)) {
            assertThat(template.requestBody("direct:rows", file)).isEqualTo(
                    RESULTS + "'=1,DUPLICATE,,,\"a message with this correlationId, destination and text was stored before; nothing was"
                                                                            + " sent for this line\",\n");
        }
    }

    @Test
    void marshal_withoutDirectory_beginsWithTheHeaderLine() {
        assertThat(rows(rejected("a"))).isEqualTo(RESULTS + "a,REJECTED,,,bad,\n");
        assertThat(rows(List.of(rejected("a"), rejected("=b")))).isEqualTo(
                RESULTS + "a,REJECTED,,,bad,\n'=b,REJECTED,,,bad,\n");
        assertThat(rows(List.of())).isEqualTo(RESULTS);
    }

    @Test
    void marshal_statuses_haveTheWordOfTheService() {
        assertThat(rows(List.of(status("a", SmsDeliveryStatus.DELIVERED, null), status("b", SmsDeliveryStatus.OTHER, "NEW"))))
                .isEqualTo(STATUSES + "a,DELIVERED,2026-03-31T17:30:00Z\nb,NEW,2026-03-31T17:30:00Z\n");
    }

    @Test
    void marshal_otherBodiesAndMixedElements_fail() {
        for (Object body : List.of("text", List.of(1), List.of(rejected("a"), status("b", SmsDeliveryStatus.SENT, null)))) {
            assertThatThrownBy(() -> rows(body)).hasStackTraceContaining("smsFile writes SmsSendResult, SmsStatus");
        }
    }

    @Test
    void append_severalTimes_writesTheHeaderLineOnce() {
        append(NAME, List.of());
        append(NAME, List.of(rejected("a"), rejected("b")));
        append(NAME, rejected("\u00E9"));

        assertThat(folder.resolve(NAME)).hasContent(
                RESULTS + "a,REJECTED,,,bad,\nb,REJECTED,,,bad,\n\u00E9,REJECTED,,,bad,\n");
    }

    @Test
    void append_emptyFileOfAFailedWrite_writesTheHeaderLine() throws Exception {
        Files.createFile(folder.resolve(NAME));

        append(NAME, rejected("a"));

        assertThat(folder.resolve(NAME)).hasContent(RESULTS + "a,REJECTED,,,bad,\n");
    }

    @Test
    void append_cutLastRow_beginsANewLine() throws Exception {
        Files.writeString(folder.resolve(NAME), RESULTS + "a,REJ");

        append(NAME, rejected("b"));

        assertThat(folder.resolve(NAME)).hasContent(RESULTS + "a,REJ\nb,REJECTED,,,bad,\n");
    }

    @Test
    void append_manyThreads_keepsRowsWholeAndWritesTheHeaderLineOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Callable<@Nullable Object>> tasks = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String id = "id-" + i;
            tasks.add(Executors.callable(() -> append(NAME, Collections.nCopies(5_000, rejected(id)))));
        }
        for (Future<?> done : threads.invokeAll(tasks)) {
            done.get();
        }
        threads.shutdown();

        List<String> lines = Files.readAllLines(folder.resolve(NAME));
        assertThat(lines).hasSize(1 + 40 * 5_000).startsWith(RESULTS.strip());
        assertThat(lines.subList(1, lines.size())).allMatch(line -> line.matches("id-\\d+,REJECTED,,,bad,"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void append_missingFileAndFolder_arePrivate() throws Exception {
        append("new/" + NAME, rejected("a"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("new/" + NAME))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("new")))).isEqualTo("rwx------");
    }

    @Test
    void append_notWritable_fails() throws Exception {
        Files.createDirectory(folder.resolve(NAME));

        assertThatThrownBy(() -> append(NAME, rejected("a"))).hasStackTraceContaining("Cannot store file: " + folder);
    }

    @ParameterizedTest
    @ValueSource(strings = { "../outside.csv", "", "." })
    void append_nameOutsideTheDirectory_failsAndCreatesNothing(String name) {
        assertThatThrownBy(() -> append(name, rejected("a"))).hasStackTraceContaining("the header CamelFileName");

        assertThat(folder.resolveSibling("outside.csv")).doesNotExist();
    }

    private Object rows(Object body) {
        return template.requestBody("direct:rows", body);
    }

    private void append(String name, Object body) {
        template.requestBodyAndHeaders("direct:append", body,
                Map.of(Exchange.FILE_NAME, "from.the.consumer", Exchange.OVERRULE_FILE_NAME, name));
    }

    private static SmsSendResult rejected(String correlationId) {
        return SmsSendResult.rejected(null, "bad", correlationId);
    }

    private static SmsStatus status(String correlationId, SmsDeliveryStatus status, @Nullable String raw) {
        return new SmsStatus(correlationId, "11987654321", Instant.parse("2026-03-31T17:30:00Z"), status, raw);
    }
}
