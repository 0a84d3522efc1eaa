package io.github.camelsms.file;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ClosingTest {

    private int open;

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {
            "in.csv, ``", "in.csv, `a,b\n`", "in.csv, `destination,destination,messageText\n`",
            "in.csv, `destination,messageText\n1,\uFFFD`", "in.csv, `a\u0000b`", "in.json, ``", "in.json, 1", "in.json, x",
            "in.json, {x", "in.json, `{\"destination\":\"\uFFFD\"}`" })
    void open_refusedFile_isClosed(String name, String content) {
        assertThatThrownBy(() -> Opened.of(name, () -> bytes(content), null)).isInstanceOf(UnreadableFileException.class);

        assertThat(open).isZero();
    }

    @Test
    void open_partlyUtf8_isClosed() {
        byte[] latin = "destination,messageText\n1,\u00C3\u00A1\u00E1".getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> Opened.of("in.csv", () -> counted(latin), null))
                .isInstanceOf(UnreadableFileException.class);

        assertThat(open).isZero();
    }

    @Test
    void open_otherCharset_isClosed() {
        byte[] latin = "destination,messageText\n1,\u00E1".getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> Opened.of("in.csv", () -> counted(latin), StandardCharsets.UTF_8))
                .isInstanceOf(UnreadableFileException.class);

        assertThat(open).isZero();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {
            "in.csv, `destination,messageText\n1,a,\n2,b,\n`", "in.json, `{\"destination\":\"1\"}`", "in.json, `[{},x`" })
    void close_openFile_closesIt(String name, String content) throws Exception {
        try (SmsFile file = Opened.of(name, () -> bytes(content), null)) {
            assertThat(open).isOne();
            assertThat(file.next().problem()).isNull();
        }
        assertThat(open).isZero();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {
            "in.csv, `destination,messageText\n1,a,\n2,b,\n`", "in.json, `{\"destination\":\"1\"}`", "in.json, `[{},x`" })
    void next_lastRow_closesTheFile(String name, String content) throws Exception {
        SmsFile file = Opened.of(name, () -> bytes(content), null);

        while (file.hasNext()) {
            file.next();
        }

        assertThat(open).isZero();
        assertThat(file.hasNext()).isFalse();
    }

    private InputStream bytes(String content) {
        return counted(content.getBytes(StandardCharsets.UTF_8));
    }

    private InputStream counted(byte[] content) {
        open++;
        return new FilterInputStream(new ByteArrayInputStream(content)) {

            private boolean isClosed;

            @Override
            public void close() throws IOException {
                open -= isClosed ? 0 : 1;
                isClosed = true;
                super.close();
            }
        };
    }
}
