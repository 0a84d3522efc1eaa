package io.github.camelsms.body;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.Exchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for bodies in a binary format. Nothing of them is sent, although they contain readable text.
 */
class SendBodyBinaryTest extends SendBodyFixture {

    /** A text as .NET clients serialize it for Azure Service Bus, with a length that is no UTF-8. */
    private static final byte[] SERVICE_BUS = concat(
            "4006737472696e670833", "http://schemas.microsoft.com/2003/10/Serialization/", "9926",
            "{\"aviso\":\"pedido 7 saiu para entrega\"}", "01");
    /** A shorter text: each byte is UTF-8. */
    private static final byte[] SHORT_SERVICE_BUS = concat(
            "4006737472696e670833", "http://schemas.microsoft.com/2003/10/Serialization/", "0c", "pedido saiu", "01");
    /** A Java object in a JMS bytes message. */
    private static final byte[] SERIALIZED = concat("aced0005740005", "Hello", "");
    /** Avro with the id of its schema. */
    private static final byte[] AVRO = concat("00000000070a", "Hello", "16", "11987654321", "00");
    private static final byte[] GZIP = concat("1f8b0800000000000003", "Hello", "00");

    static Stream<Arguments> binaries() {
        return Stream.of(
                Arguments.of("Service Bus", SERVICE_BUS), Arguments.of("short Service Bus", SHORT_SERVICE_BUS),
                Arguments.of("serialized object", SERIALIZED), Arguments.of("Avro", AVRO), Arguments.of("gzip", GZIP));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("binaries")
    void read_binaryBody_sendsNothing(String format, byte[] bytes) {
        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1)) {
            String text = new String(bytes, charset);
            for (Object body : new Object[] {
                    bytes, inputs.stream(bytes), List.of(bytes), text, new StringBuilder(text), List.of(text),
                    Map.of("messageText", text, "destination", NUMBER) }) {
                BodyReading.Yield yield = reading.read(body, exchange -> {
                    exchange.setProperty(Exchange.CHARSET_NAME, charset.name());
                    exchange.getMessage().setHeader("CamelSmsDestination", NUMBER);
                });
                assertThat(yield.messages()).as("%s in %s", body.getClass(), charset).isEmpty();
                assertThat(yield.failure() != null || !yield.refusals().isEmpty()).isTrue();
            }
        }
    }

    private static byte[] concat(String... hexAndText) {
        StringBuilder bytes = new StringBuilder();
        for (int i = 0; i < hexAndText.length; i++) {
            bytes.append(
                    i % 2 == 1
                            ? hexAndText[i]
                            : new String(HexFormat.of().parseHex(hexAndText[i]), StandardCharsets.ISO_8859_1));
        }
        return bytes.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
