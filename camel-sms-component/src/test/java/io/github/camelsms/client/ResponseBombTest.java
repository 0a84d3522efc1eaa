package io.github.camelsms.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

import io.github.camelsms.client.StubServer.Behavior;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that oversized responses are cut off at the documented limits: a client in a process with a heap of 64 MiB
 * reads all of them in sequence and survives.
 */
@Timeout(300)
class ResponseBombTest {

    private static final int MEBIBYTE = 1024 * 1024;
    private static final int ALMOST_ALL = 8 * MEBIBYTE - 1024;
    private static final int FEWER_THAN_MOST_VALUES = 90_000;

    private static Map<String, Behavior> bombs() throws IOException {
        Map<String, Behavior> bombs = new LinkedHashMap<>();
        bombs.put("deep arrays", json("[".repeat(ALMOST_ALL)));
        bombs.put("deep objects", json("{\"a\":".repeat(ALMOST_ALL / 5)));
        bombs.put("as deep as allowed, many times", json(list(7000, i -> "[".repeat(60) + "]".repeat(60))));
        bombs.put("more than 8 MiB", json(" ".repeat(ALMOST_ALL + MEBIBYTE)));
        bombs.put("a length of 1 GB", endless("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n", " ".repeat(MEBIBYTE)));
        bombs.put(
                "chunks without end", endless(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                        "100000\r\n" + " ".repeat(MEBIBYTE) + "\r\n"));
        bombs.put("headers without end", endless("HTTP/1.1 200 OK\r\n", ("X: " + "x".repeat(10_000) + "\r\n").repeat(100)));
        bombs.put("header without end", endless("HTTP/1.1 200 OK\r\nX: ", "x".repeat(MEBIBYTE)));
        bombs.put("gzip of 1 GiB", gzip(member(16 * MEBIBYTE), 64));
        bombs.put("gzip of JSON", gzip(gzipped(list(2_000_000, i -> "[]")), 1));
        bombs.put("a million items", json(list(1_000_000, i -> "{}")));
        bombs.put("empty arrays", json(list(FEWER_THAN_MOST_VALUES / 2, i -> "[]")));
        bombs.put("empty objects", json(list(FEWER_THAN_MOST_VALUES / 2, i -> "{}")));
        bombs.put("objects of one field", json(list(FEWER_THAN_MOST_VALUES / 4, i -> "{\"" + i + "\":1}")));
        bombs.put("one object of different keys", json(
                IntStream.range(0, FEWER_THAN_MOST_VALUES / 2).mapToObj(i -> "\"k" + i + "\":" + i)
                        .collect(Collectors.joining(",", "{", "}"))));
        bombs.put("one object of the same key", json("{" + "\"status\":\"OK\",".repeat(400_000) + "\"code\":5}"));
        bombs.put("a number of 8 MiB", json("[" + "1".repeat(ALMOST_ALL) + "]"));
        bombs.put("numbers of 200 digits", json(list(40_000, i -> "1".repeat(199))));
        bombs.put("a huge exponent", json(list(1000, i -> "{\"status\":\"NOK\",\"code\":1e999999999}")));
        bombs.put("a string of 8 MiB", json("[\"" + "é".repeat(ALMOST_ALL / 2) + "\"]"));
        bombs.put("a key of 8 MiB", json("{\"" + "k".repeat(ALMOST_ALL) + "\":1}"));
        bombs.put("a reason of 7 MiB of digits", json(
                "{\"status\":\"NOK\",\"code\":-20,\"message\":\"" + "1".repeat(7 * MEBIBYTE) + "\"}"));
        bombs.put("a link of 7 MiB", json("{\"sent_status\":[{\"next\":\"a=" + "&".repeat(7 * MEBIBYTE) + "\\n\"}]}"));
        return bombs;
    }

    @Test
    void read_oversizedResponsesInASmallHeap_areCutOff() throws Exception {
        Map<String, Behavior> bombs = bombs();
        List<Behavior> script = new ArrayList<>(bombs.values());
        script.addAll(bombs.values());
        try (StubServer server = StubServer.responding(script.toArray(Behavior[]::new))) {
            List<String> lines = run(64, server, bombs.size(), bombs.size(), 0);

            assertThat(lines.get(0)).isEqualTo("heap 64");
            assertThat(lines.subList(1, bombs.size() + 1)).containsOnly("send Unknown");
            assertThat(lines.subList(bombs.size() + 1, lines.size())).hasSize(bombs.size())
                    .allMatch(line -> line.matches("status (LOST|UNRECOGNIZED|REJECTED)"));
            assertThat(server.requests()).hasSize(2 * bombs.size());
        }
    }

    /** A character outside ASCII and Latin 1 doubles the memory that its string needs. */
    @Test
    void readByDate_endlessLargePagesInASmallHeap_areCutOff() throws Exception {
        String text = "a".repeat(99_000) + "€";
        String item = "{\"correlationId\":\"" + text + "\",\"status\":\"SENT\"}";
        String items = list(ALMOST_ALL / item.getBytes(StandardCharsets.UTF_8).length - 1, i -> item);
        int[] page = { 0 };
        Behavior pages = connection -> json("{\"sent_status\":" + items + ",\"next\":\"?page=" + page[0]++ + "\"}")
                .respond(connection);
        try (StubServer server = StubServer.responding(pages)) {
            List<String> lines = run(256, server, 0, 0, 1);

            assertThat(lines).hasSize(2);
            assertThat(lines.get(1)).startsWith("byDate INCOMPLETE");
        }
    }

    private static List<String> run(int heap, StubServer server, int sends, int statuses, int byDate) throws Exception {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx" + heap + "m",
                "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError", "-cp", System.getProperty("java.class.path"),
                SmallHeap.class.getName(),
                server.address().toString(), String.valueOf(sends), String.valueOf(statuses), String.valueOf(byDate))
                .redirectErrorStream(true).start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(line -> line.matches("(heap|send|status|byDate) .*|.*(Error|Exception).*")).toList();
        assertThat(process.waitFor()).as("after %s", lines).isZero();
        return lines;
    }

    private static String list(int size, IntFunction<String> element) {
        return IntStream.range(0, size).mapToObj(element).collect(Collectors.joining(",", "[", "]"));
    }

    private static Behavior json(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return connection -> {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: " + bytes.length + "\r\n\r\n");
            connection.write(bytes);
        };
    }

    private static Behavior gzip(byte[] member, int times) {
        return connection -> {
            connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + member.length * times + "\r\n\r\n");
            for (int i = 0; i < times; i++) {
                connection.write(member);
            }
        };
    }

    private static byte[] member(int zeros) throws IOException {
        return gzipped("\u0000".repeat(zeros));
    }

    private static byte[] gzipped(String text) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return zipped.toByteArray();
    }

    private static Behavior endless(String head, String again) {
        return connection -> {
            connection.write(head);
            while (!connection.isClosed()) {
                connection.write(again);
            }
        };
    }
}
