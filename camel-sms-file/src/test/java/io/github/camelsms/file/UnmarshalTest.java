package io.github.camelsms.file;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.RouteBuilder;
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
    protected RoutesBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:read").unmarshal().custom("smsFile")
                        .process(exchange -> messages.set(exchange.getMessage().getBody(SmsFile.class)))
                        .setBody(exchange -> messages.get().next().get("messageText"));
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
        Path empty = Files.writeString(folder.resolve("empty.csv"), "destination,messageText\n");

        assertThatThrownBy(() -> read("direct:read", empty.toFile())).rootCause().isInstanceOf(NoSuchElementException.class);

        assertThatThrownBy(() -> messages.get().hasNext()).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void unmarshal_bodyThatIsNoFile_failsNamingTheRemedy() {
        byte[] content = CSV.getBytes(StandardCharsets.UTF_8);
        for (Object body : Arrays.asList(new ByteArrayInputStream(content), content, CSV, null)) {
            assertThatThrownBy(() -> read("direct:read", body)).rootCause().hasMessageContainingAll(
                    "smsFile reads files only: the body must be a java.io.File", "with FTP, set localWorkDirectory");
        }
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
