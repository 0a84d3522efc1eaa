package io.github.camelsms.body;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.github.camelsms.SmsRejectedException;
import io.github.camelsms.model.SmsMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Exchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for character sets and byte order marks of bodies.
 */
class SendBodyCharsetTest extends SendBodyFixture {

    @ParameterizedTest
    @ValueSource(strings = { "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE" })
    void read_byteOrderMark_isNotPartOfTheBody(String charset) {
        for (String text : List.of(ONE, "[" + ONE + "]", "olá")) {
            byte[] bytes = (BOM + text).getBytes(Charset.forName(charset));
            for (Object body : new Object[] { bytes, inputs.stream(bytes) }) {
                BodyReading.Yield yield
                        = reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER));
                assertThat(yield.messages()).as("%s %s", text, body.getClass()).hasSize(1);
                assertThat(yield.messages().get(0).messageText()).isEqualTo(text.equals("olá") ? "olá" : "hello");
            }
        }
    }

    @Test
    void read_byteOrderMarkBeforeAString_isNotPartOfTheText() throws IOException {
        for (String text : List.of(BOM + "olá", BOM + BOM + "olá")) {
            assertThat(
                    everyKind(text).map(
                            body -> reading.read(
                                    body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER))))
                    .allSatisfy(yield -> assertThat(yield.messages().get(0).messageText()).isEqualTo("olá"));
            assertThat(
                    reading.read(List.of(text), exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER))
                            .messages().get(0).messageText())
                    .isEqualTo("olá");
        }
        everyKind(BOM + ONE + "\n" + TWO)
                .forEach(body -> assertThat(reading.read(body).ids()).as("%s", body.getClass()).containsExactly("c1", "c2"));
        assertThat(reading.read(List.of(BOM + ONE, BOM + TWO)).ids()).containsExactly("c1", "c2");
    }

    @ParameterizedTest
    @CsvSource({
            "ISO-8859-1,CamelCharsetName", "windows-1252,CamelCharsetName", "UTF-16,CamelCharsetName",
            "UTF-16LE,CamelCharsetName", "ISO-8859-1,Content-Type", "windows-1252,Content-Type", "UTF-16BE,Content-Type",
            "UTF-8,Content-Type" })
    void read_bytesInADeclaredCharacterSet_areDecodedWithIt(String charset, String declaredBy) {
        String accented = "ação – não".replace("–", charset.startsWith("ISO") ? "-" : "–");
        for (String text : List.of(accented, ONE.replace("hello", accented), "[" + ONE.replace("hello", accented) + "]")) {
            byte[] bytes = text.getBytes(Charset.forName(charset));
            Object[] bodies = { bytes, inputs.stream(bytes), List.of(bytes), List.of(inputs.stream(bytes)) };
            for (Object body : bodies) {
                BodyReading.Yield yield = reading.read(body, exchange -> {
                    exchange.getMessage().setHeader("CamelSmsDestination", NUMBER);
                    if (declaredBy.equals("Content-Type")) {
                        exchange.getMessage().setHeader(Exchange.CONTENT_TYPE, "application/json; charset=\"" + charset + "\"");
                    } else {
                        exchange.setProperty(Exchange.CHARSET_NAME, charset);
                    }
                });
                assertThat(yield.messages()).as("%s %s", text, body.getClass()).extracting(SmsMessage::messageText)
                        .containsExactly(accented);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "UTF-16LE", "UTF-16BE" })
    void read_jsonInUndeclaredUtf16_isDetected(String charset) {
        byte[] bytes = ("[" + ONE + "]").getBytes(Charset.forName(charset));
        for (Object body : new Object[] { bytes, inputs.stream(bytes) }) {
            assertThat(
                    reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER)).ids())
                    .containsExactly("c1");
        }
    }

    @Test
    void read_bytesInvalidInTheCharacterSet_areRejected() {
        for (String text : List.of("ação", ONE.replace("hello", "ação"))) {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            for (Object body : new Object[] { bytes, inputs.stream(bytes) }) {
                BodyReading.Yield yield
                        = reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER));
                assertThat(yield.messages()).isEmpty();
                assertThat(yield.refusals()).hasSize(1);
                assertThat(yield.refusals().get(0).reason()).contains("UTF-8", "CamelCharsetName");
            }
        }
        inputs.assertAllClosedOnce();
    }

    @ParameterizedTest
    @ValueSource(strings = { "text/plain; Charset=ISO-8859-1", "TEXT/PLAIN;CHARSET=\"iso-8859-1\"; x=y" })
    void read_charsetParameterInAnotherCase_isUsed(String contentType) {
        BodyReading.Yield yield = reading.read("não".getBytes(StandardCharsets.ISO_8859_1), exchange -> {
            exchange.getMessage().setHeader("CamelSmsDestination", NUMBER);
            exchange.getMessage().setHeader(Exchange.CONTENT_TYPE, contentType);
        });
        assertThat(yield.messages()).extracting(SmsMessage::messageText).containsExactly("não");
    }

    @Test
    void read_unknownCharacterSet_failsNamingTheRemedyAndClosesTheStream() {
        for (String name : List.of("no-such-set", "!")) {
            BodyReading.Yield yield = reading.read(
                    inputs.stream("hello"),
                    exchange -> exchange.getMessage().setHeader("Content-Type", "text/plain; charset=" + name));
            assertThat(yield.failure()).isInstanceOf(SmsRejectedException.class).hasMessageContaining("CamelCharsetName");
        }
        inputs.assertAllClosedOnce();
    }
}
