package io.github.camelsms.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import io.github.camelsms.client.StatusResponse.Failed;
import io.github.camelsms.client.StatusResponse.Kind;
import io.github.camelsms.client.StatusResponse.Statuses;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.model.StatusQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for responses to status queries whose end is lost in transport: the service does not return their statuses
 * again, so those that can be read are returned.
 */
class CutStatusResponseTest {

    private static final String ITEM = "{\"correlationId\":\"ação\",\"destination\":\"11987654321\",\"status\":\"SENT\"}";
    private static final SmsStatus STATUS = new SmsStatus("ação", "11987654321", null, SmsDeliveryStatus.SENT, "SENT");
    private static final String TWO = "{\"status\":\"OK\",\"sent_status\":[" + ITEM + "," + ITEM;

    @RegisterExtension
    final ClientFixture fixture = new ClientFixture();

    static Stream<Arguments> cuts() throws IOException {
        byte[] zipped = gzipped(TWO + "," + noise());
        return Stream.of(
                Arguments.of("length not reached", sized("", TWO)),
                Arguments.of("chunk ends early", chunked("", "ffff\r\n" + TWO)),
                Arguments.of("last chunk is missing", chunked("", Integer.toHexString(bytes(TWO)) + "\r\n" + TWO + "\r\n")),
                Arguments.of("gzip ends early", gzip(Arrays.copyOf(zipped, zipped.length / 2), zipped.length)),
                Arguments.of("gzip ends early without length", gzip(Arrays.copyOf(zipped, zipped.length / 2), -1)),
                Arguments.of("neither length nor chunks", StubServer.raw("HTTP/1.1 200 OK\r\n\r\n" + TWO)),
                Arguments.of("larger than the limit", sized("", TWO + "," + " ".repeat(ResponseBody.MAX_BYTES))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cuts")
    void readNotConsulted_responseIsCut_isLostWithItsCompleteItems(String cut, StubServer.Behavior behavior) throws Exception {
        assertTwoAreRead(readNotConsulted(behavior, ClientFixture.LONG));
    }

    @Test
    void readNotConsulted_responseStalls_isLostWithItsCompleteItems() throws Exception {
        StatusResponse response = readNotConsulted(connection -> {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n" + TWO);
            connection.stall();
        }, Duration.ofSeconds(3));

        assertTwoAreRead(response);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "", ",", ",{", ",{\"corr", ",{\"correlationId\":\"b\",\"status\":\"SENT\"", ",{\"sentDate\":nul",
            ",{\"sentDate\":-",
            ",{\"correlationId\":\"b\",\"status\":\"SENT\",\"x\":[{\"y\":1}", ",{\"correlationId\":\"b\\u00", ",{\"x\":\"}",
            "],\"x\":{\"y\":[{}" })
    void readNotConsulted_cutAnywhere_returnsTheItemsWhoseObjectsAreClosed(String last) throws Exception {
        assertTwoAreRead(readNotConsulted(sized("", TWO + last), ClientFixture.LONG));
        // Without a length, nothing shows that the end is missing, except for the document itself.
        assertTwoAreRead(readNotConsulted(StubServer.raw("HTTP/1.1 200 OK\r\n\r\n" + TWO + last), ClientFixture.LONG));
    }

    @Test
    void readNotConsulted_cutWithinACharacter_keepsTheCharacterSet() throws Exception {
        byte[] body = (TWO + ",{\"correlationId\":\"ç").getBytes(StandardCharsets.UTF_8);

        StatusResponse response = readNotConsulted(connection -> {
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n");
            connection.write(Arrays.copyOf(body, body.length - 1));
            connection.close();
        }, ClientFixture.LONG);

        assertTwoAreRead(response);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "[%s,%s", "{\"data\":{\"list\":[%s,%s", "[{\"code\":5,\"sent_status\":[%s,%s,{\"correlationId\":" })
    void readNotConsulted_cutInAnyEnvelope_returnsItsCompleteItems(String format) throws Exception {
        assertTwoAreRead(readNotConsulted(sized("", format.formatted(ITEM, ITEM)), ClientFixture.LONG));
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "[", "{\"sent_status\":[{\"correlationId\":\"a\",\"status\":\"SENT\"", "[{\"x\":1},{\"x\":2}", "<html>{}",
            "{\"correlationId\":\"a\",\"status\":\"SENT\",\"x\":[{\"y\":1}",
            "[{\"status\":\"SENT\",\"status\":\"DELIVERED\"}" })
    void readNotConsulted_cutWithoutCompleteItem_isLost(String body) throws Exception {
        assertThat(readNotConsulted(sized("", body), ClientFixture.LONG)).isInstanceOfSatisfying(Failed.class, it -> {
            assertThat(it.kind()).isEqualTo(Kind.LOST);
            assertThat(it.readSoFar()).isEmpty();
            assertThat(it.unrecognizedResponse()).isNull();
            assertThat(it.reason()).contains("a block of up to 100 statuses may have been consumed");
        });
    }

    /** A proxy can send a response without its end, or end it too late. */
    @Test
    void readNotConsulted_documentIsComplete_returnsItAsUsual() throws Exception {
        assertThat(readNotConsulted(sized("", TWO + "]}"), ClientFixture.LONG))
                .isEqualTo(new Statuses(List.of(STATUS, STATUS), false));
    }

    @ParameterizedTest
    @ValueSource(strings = { "<html>", "]}<html>busy</html>", ",x]}            " })
    void readNotConsulted_documentIsNotJson_isUnrecognized(String end) throws Exception {
        assertThat(readNotConsulted(StubServer.json(TWO + end), ClientFixture.LONG)).isInstanceOfSatisfying(Failed.class,
                it -> {
                    assertThat(it.kind()).isEqualTo(Kind.UNRECOGNIZED);
                    assertThat(it.readSoFar()).isEmpty();
                    assertThat(it.unrecognizedResponse()).startsWith(TWO);
                });
    }

    @Test
    void readNotConsulted_errorPageIsCut_isLost() throws Exception {
        StubServer.Behavior error = StubServer.raw("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 9999\r\n\r\n" + TWO);

        assertThat(readNotConsulted(error, ClientFixture.LONG)).isInstanceOfSatisfying(Failed.class, it -> {
            assertThat(it.kind()).isEqualTo(Kind.LOST);
            assertThat(it.readSoFar()).isEmpty();
        });
    }

    @Test
    void readAllNotConsulted_laterBlockIsCut_returnsItsItemsToo() throws Exception {
        String block = IntStream.range(0, 100).mapToObj(i -> ITEM).collect(Collectors.joining(",", "[", "]"));
        try (StubServer server = StubServer.responding(StubServer.json(block), sized("", TWO))) {
            assertThat(fixture.client(server.address(), ClientFixture.LONG).statuses().readAllNotConsulted())
                    .isInstanceOfSatisfying(Failed.class, it -> assertThat(it.readSoFar()).hasSize(102));
        }
    }

    @Test
    void readByDate_pageIsCut_isLostWithItsCompleteItems() throws Exception {
        try (StubServer server = StubServer.responding(sized("Link: <?page=2>; rel=\"next\"\r\n", TWO))) {
            assertThat(
                    fixture.client(server.address(), ClientFixture.LONG).statuses()
                            .readByDate(new StatusQuery(Instant.EPOCH, null, null), false))
                    .isInstanceOfSatisfying(Failed.class, it -> {
                        assertThat(it.kind()).isEqualTo(Kind.LOST);
                        assertThat(it.readSoFar()).containsExactly(STATUS, STATUS);
                    });
        }
    }

    private StatusResponse readNotConsulted(StubServer.Behavior behavior, Duration deadline) throws Exception {
        try (StubServer server = StubServer.responding(behavior)) {
            StatusResponse response = fixture.client(server.address(), deadline).statuses().readNotConsulted();
            assertThat(server.requests()).hasSize(1);
            return response;
        }
    }

    private static void assertTwoAreRead(StatusResponse response) {
        assertThat(response).isInstanceOfSatisfying(Failed.class, it -> {
            assertThat(it.kind()).isEqualTo(Kind.LOST);
            assertThat(it.readSoFar()).containsExactly(STATUS, STATUS);
            assertThat(it.unrecognizedResponse()).isNull();
            assertThat(it.reason()).contains(
                    "; its first 2 statuses were read; up to 98 more may have been consumed: find them with the query by send"
                                             + " date");
        });
    }

    /** Returns a response that ends before its length. */
    private static StubServer.Behavior sized(String headers, String body) {
        return StubServer.raw("HTTP/1.1 200 OK\r\n" + headers + "Content-Length: " + (bytes(body) + 1000) + "\r\n\r\n" + body);
    }

    private static StubServer.Behavior chunked(String headers, String body) {
        return StubServer.raw("HTTP/1.1 200 OK\r\n" + headers + "Transfer-Encoding: chunked\r\n\r\n" + body);
    }

    /**
     * @param length announced length, or negative for none
     */
    private static StubServer.Behavior gzip(byte[] body, int length) {
        String announced = length < 0 ? "" : "Content-Length: " + length + "\r\n";
        return connection -> {
            connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n" + announced + "\r\n");
            connection.write(body);
            connection.close();
        };
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static byte[] gzipped(String text) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return zipped.toByteArray();
    }

    /** Returns an unclosed item with a text that cannot be compressed well. */
    private static String noise() {
        return "{\"correlationId\":\""
               + new Random(1).ints(20_000, 'a', 'z').mapToObj(Character::toString).collect(Collectors.joining());
    }
}
