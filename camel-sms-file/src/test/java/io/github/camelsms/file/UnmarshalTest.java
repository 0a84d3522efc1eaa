package io.github.camelsms.file;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FilterInputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import io.github.camelsms.SmsRow;
import io.github.camelsms.model.SmsOrigin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.CamelContext;
import org.apache.camel.InvalidPayloadException;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.converter.stream.InputStreamCache;
import org.apache.camel.converter.stream.ReaderCache;
import org.apache.camel.test.junit5.CamelTestSupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class UnmarshalTest extends CamelTestSupport {

    private static final String CSV = "destination,messageText\n11987654321,ol\u00E1\n";

    /** The body of the last exchange, after its unmarshalling. */
    private final AtomicReference<SmsFile> messages = new AtomicReference<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Override
    protected CamelContext createCamelContext() throws Exception {
        CamelContext created = super.createCamelContext();
        created.setStreamCaching(true);
        created.getStreamCachingStrategy().setSpoolEnabled(true);
        created.getStreamCachingStrategy().setSpoolDirectory(folder.resolve("spool").toFile());
        created.getStreamCachingStrategy().setSpoolThreshold(1_000);
        return created;
    }

    @Override
    protected RoutesBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:read").unmarshal().custom("smsFile")
                        .process(exchange -> messages.set(exchange.getMessage().getBody(SmsFile.class)))
                        .setBody(exchange -> messages.get().next().fields().get("messageText"));

                from("direct:fails").unmarshal().custom("smsFile")
                        .process(exchange -> messages.set(exchange.getMessage().getBody(SmsFile.class)))
                        .throwException(new NoSuchElementException());

                from("direct:rows").unmarshal().custom("smsFile").process(exchange -> {
                    List<SmsRow> rows = new ArrayList<>();
                    exchange.getMessage().getBody(SmsFile.class).forEachRemaining(rows::add);
                    exchange.getMessage().setBody(rows);
                });
            }
        };
    }

    @Test
    void unmarshal_file_opensItsMessages() throws Exception {
        Path file = Files.writeString(folder.resolve("in.csv"), CSV);

        assertThat(read("direct:read", file.toFile())).isEqualTo("ol\u00E1");
        assertThat(read("direct:read", file)).isEqualTo("ol\u00E1");
    }

    @Test
    void unmarshal_exchangeIsDone_closesTheFile() throws Exception {
        read("direct:read", Files.writeString(folder.resolve("in.csv"), CSV).toFile());

        assertThatThrownBy(() -> messages.get().hasNext()).isInstanceOf(UncheckedIOException.class);
    }

    /** Otherwise each file whose route fails would keep a file descriptor. */
    @Test
    void unmarshal_exchangeFails_closesTheFile() throws Exception {
        Path file = Files.writeString(folder.resolve("in.csv"), "destination,messageText\n1,a\n");

        assertThatThrownBy(() -> read("direct:fails", file.toFile())).rootCause()
                .isInstanceOf(NoSuchElementException.class);

        assertThatThrownBy(() -> messages.get().hasNext()).isInstanceOf(UncheckedIOException.class);
    }

    static Stream<Arguments> bodies() {
        byte[] bytes = CSV.getBytes(StandardCharsets.UTF_8);
        return Stream.of(
                Arguments.of("text", CSV), Arguments.of("text with byte order mark", "\uFEFF" + CSV),
                Arguments.of("reader", new StringReader(CSV)), Arguments.of("bytes", bytes),
                Arguments.of("stream", new ByteArrayInputStream(bytes)),
                Arguments.of("stream that cannot be reset", new FilterInputStream(new ByteArrayInputStream(bytes)) {
                    @Override
                    public boolean markSupported() {
                        return false;
                    }
                }),
                Arguments.of("stream cache", new InputStreamCache(bytes)),
                Arguments.of("reader cache", new ReaderCache(CSV)),
                Arguments.of("buffer", ByteBuffer.wrap(bytes)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bodies")
    void unmarshal_bodyWithoutFile_readsItsContent(String kind, Object body) {
        List<SmsRow> rows = rows(body, Map.of());

        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.fields()).containsEntry("messageText", "ol\u00E1").containsEntry("destination", "11987654321");
            assertThat(row.origin()).isEqualTo(new SmsOrigin("body", 2));
            assertThat(row.problem()).isNull();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bodies")
    void unmarshal_sameContentInEachBody_hasTheSameIds(String kind, Object body) {
        Object id = rows(CSV, Map.of()).get(0).fields().get("correlationId");
        Object same = rows(body, Map.of()).get(0).fields().get("correlationId");

        // A byte order mark makes another content.
        assertThat(id.equals(same)).isEqualTo(!kind.equals("text with byte order mark"));
    }

    @Test
    void unmarshal_streamLargerThanTheSpoolThreshold_isSpooledAndDeleted() throws Exception {
        Path spool = folder.resolve("spool");
        String content = "destination,messageText\n" + "11987654321,Hello\n".repeat(1_000);
        AtomicInteger files = new AtomicInteger();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:spool").noStreamCaching().unmarshal().custom("smsFile").process(exchange -> {
                    files.set(files(spool));
                    exchange.getMessage().getBody(SmsFile.class).next();
                });
            }
        });

        for (Object body : List.of(content, new StringReader(content),
                new BufferedInputStream(new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8))))) {
            template.sendBody("direct:spool", body);

            assertThat(files).hasValue(1);
            assertThat(files(spool)).isZero();
        }
    }

    private static int files(Path directory) {
        String[] names = directory.toFile().list();
        return names == null ? 0 : names.length;
    }

    @Test
    void unmarshal_rowsThatCannotBeRead_areAmongTheOthers() {
        List<SmsRow> rows = rows("destination,messageText\n1,a\nmalformed\n11900000002,b, c\n3,\"d\n4,e\n",
                Map.of("CamelFileName", "folder/in.csv"));

        assertThat(rows).extracting(row -> row.origin().line()).containsExactly(2, 3, 4, 5, 6);
        assertThat(rows).extracting(row -> row.origin().file()).containsOnly("in.csv");
        assertThat(rows).extracting(row -> row.problem() == null).containsExactly(true, false, false, false, true);
        assertThat(rows.get(1).problem()).startsWith("it has 1 column instead of 2");
        assertThat(rows.get(2).fields()).containsEntry("destination", "11900000002").doesNotContainKey("messageText");
        assertThat(rows).extracting(row -> String.valueOf(row.fields().get("correlationId")).replaceAll(".*-", ""))
                .containsExactly("2", "3", "4", "5", "6");
    }

    @Test
    void unmarshal_rowWithAProblem_keepsItsFields() {
        List<SmsRow> rows = rows("destination,messageText,correlationId,scheduledDate\n11900000001,a,x,tomorrow\n"
                                 + "11900000001,b,y,\n11900000002,b,y,\n11900000002,NULL,NULL,\n",
                Map.of());

        assertThat(rows).extracting(row -> row.problem() == null).containsExactly(false, true, false, false);
        assertThat(rows.get(0).fields()).containsEntry("destination", "11900000001").containsEntry("correlationId", "x");
        // The id belongs to another message.
        assertThat(String.valueOf(rows.get(2).fields().get("correlationId"))).endsWith("-4");
        assertThat(String.valueOf(rows.get(3).fields().get("correlationId"))).endsWith("-5");
    }

    @Test
    void unmarshal_brokenJson_endsWithOneRowWithTheProblem() {
        List<SmsRow> rows = rows("[{\"destination\":\"1\",\"messageText\":\"a\"},{\"destination\" oops", Map.of());

        assertThat(rows).hasSize(2);
        assertThat(rows.get(1).problem()).startsWith("the JSON is malformed");
        assertThat(rows.get(1).origin()).isEqualTo(new SmsOrigin("body", 2));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
            "-, json", "in.txt, json", "in.json, json", "IN.JSONL, json", "in.ndjson, json", "in.csv, csv", "-, csv",
            "in.txt, csv", "in, csv" })
    void unmarshal_autoFormat_isThatOfTheNameOtherwiseOfTheContent(@Nullable String name, String format) {
        String content = format.equals("csv") ? "\n " + CSV : "\n {\"messageText\":\"ol\u00E1\"}";

        assertThat(rows(content, name == null ? Map.of() : Map.of("CamelFileName", name))).singleElement()
                .satisfies(row -> assertThat(row.fields()).containsEntry("messageText", "ol\u00E1"));
    }

    @Test
    void unmarshal_optionFormat_hasPrecedenceOverTheName() {
        String json = "{\"messageText\":\"a\"}";

        assertThat(template.requestBodyAndHeader("dataformat:smsFile:unmarshal?format=json", json, "CamelFileName", "in.csv",
                SmsFile.class).id()).hasSize(32);
        assertThatThrownBy(() -> read("dataformat:smsFile:unmarshal?format=csv", json)).hasStackTraceContaining(
                "The body cannot be read: its first line must name the columns");
    }

    @Test
    void unmarshal_contentThatIsNoListOfMessages_failsAtOnce() {
        assertThatThrownBy(() -> read("direct:rows", "")).hasStackTraceContaining("The body cannot be read: it is empty");
        assertThatThrownBy(() -> read("direct:rows", "a\uD83D")).hasStackTraceContaining("half of a surrogate pair");
        assertThatThrownBy(() -> read("direct:rows", null)).hasCauseInstanceOf(InvalidPayloadException.class);
        assertThatThrownBy(() -> read("direct:rows", 1)).hasCauseInstanceOf(InvalidPayloadException.class);
    }

    @Test
    void unmarshal_text_needsNoCharset() {
        assertThat(template.requestBodyAndHeader("direct:read", CSV, "Content-Type", "text/csv; charset=IBM850"))
                .isEqualTo("ol\u00E1");
    }

    @SuppressWarnings("unchecked")
    private List<SmsRow> rows(Object body, Map<String, Object> headers) {
        return template.requestBodyAndHeaders("direct:rows", body, headers, List.class);
    }

    @Test
    void unmarshal_optionCharset_isUsed() throws Exception {
        Path file = Files.writeString(folder.resolve("in.csv"), CSV, Charset.forName("IBM850"));

        SmsFile read = template.requestBody("dataformat:smsFile:unmarshal?charset=IBM850",
                file.toFile(), SmsFile.class);

        assertThat(read.id()).hasSize(32);
        assertThatThrownBy(() -> read("dataformat:smsFile:unmarshal?charset=UTF-8", file.toFile()))
                .hasStackTraceContaining("it is not UTF-8");
    }

    @Test
    void unmarshal_charsetOfTheFileEndpoint_isUsed() throws Exception {
        Path inbox = Files.createDirectory(folder.resolve("inbox"));
        Files.writeString(inbox.resolve("in.csv"), CSV, Charset.forName("IBM850"));
        AtomicReference<Object> text = new AtomicReference<>();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("file:" + inbox + "?charset=IBM850&initialDelay=0").to("direct:read")
                        .process(exchange -> text.set(exchange.getMessage().getBody()));
            }
        });

        await().untilAsserted(() -> assertThat(text).hasValue("ol\u00E1"));
    }

    @Test
    void unmarshal_charsetOfTheContentType_isUsed() throws Exception {
        File file = Files.writeString(folder.resolve("in.csv"), CSV, Charset.forName("IBM850")).toFile();

        assertThat(read(file, "text/csv; charset=\"IBM850\"")).isEqualTo("ol\u00E1");
        assertThatThrownBy(() -> read(file, "text/csv; charset=UTF-8")).hasStackTraceContaining("it is not UTF-8");
        assertThatThrownBy(() -> read(file, "text/csv; charset=utf-9")).hasStackTraceContaining(
                "the exchange declares the character set utf-9, which is unknown: correct the option charset of the file endpoint");
    }

    private Object read(File file, String type) {
        return template.requestBodyAndHeader("direct:read", file, "Content-Type", type);
    }

    @Test
    void start_unknownCharset_fails() {
        SmsFileDataFormat format = new SmsFileDataFormat();
        format.setCharset("utf-9");

        assertThatThrownBy(format::start).hasStackTraceContaining(
                "charset=utf-9 is not a character set: write auto, UTF-8 or windows-1252");
    }

    private Object read(String uri, @Nullable Object body) {
        return template.requestBody(uri, body);
    }
}
