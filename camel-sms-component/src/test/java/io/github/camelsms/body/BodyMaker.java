package io.github.camelsms.body;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

import org.apache.camel.component.file.GenericFile;

/**
 * Generates nested bodies of each type that <code>sms:send</code> accepts, together with the messages that they
 * contain.
 */
public final class BodyMaker {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String[] TEXTS = {
            "hello", "olá, ação – não", "{not JSON}", "[Promo] 50%", "1", "😀 \"quoted\" \\ \u2028", " ", "[1]",
            "x".repeat(160) };
    private static final String[] NUMBERS = {
            "11987654321", "1187654321", "+55 (11) 98765-4321", "5511987654321", "551187654321", "011987654321",
            "11/98765.4321" };
    private static final String[] CHARSETS = { "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE" };

    private final Random random;
    private final ClosingInput inputs;
    private final Path folder;
    private int made;

    public BodyMaker(Random random, ClosingInput inputs, Path folder) {
        this(random, inputs, folder, 0);
    }

    /**
     * @param made first number for generated ids
     */
    public BodyMaker(Random random, ClosingInput inputs, Path folder, int made) {
        this.random = random;
        this.inputs = inputs;
        this.folder = folder;
        this.made = made;
    }

    /**
     * A message in a body.
     *
     * @param text null if the message must be rejected
     */
    public record Expected(@Nullable String id, String number, @Nullable String text) {

        public boolean isRejected() {
            return text == null;
        }
    }

    /**
     * A body or JSON document and its messages.
     */
    public record Made(Object body, List<Expected> messages) {

        String json() {
            return body.toString();
        }
    }

    /** Returns a body with one or many messages and containers up to the given depth. */
    public Made body(int depth) {
        return depth == 0 || random.nextInt(4) == 0 ? message(false) : container(depth);
    }

    /** Returns JSON with one document, or with several if that is allowed. */
    Made json(int depth, boolean mayBeSeveral) {
        if (depth == 0 || random.nextInt(4) == 0) {
            return message(true);
        }
        List<Made> parts = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            parts.add(json(depth - 1, false));
        }
        List<Expected> expected = parts.stream().flatMap(part -> part.messages().stream()).toList();
        List<String> documents = parts.stream().map(Made::json).toList();
        String array = documents.stream().collect(Collectors.joining(", ", "[", "]"));
        return switch (random.nextInt(mayBeSeveral && !parts.isEmpty() ? 4 : 2)) {
            case 0 -> new Made(array, expected);
            case 1 -> new Made("{\"x\":{\"sms\":[1]},\"sms\":" + array + ",\"y\":[[]]}", expected);
            case 2 -> new Made(String.join("\n", documents), expected);
            default -> new Made(String.join("\r\n", documents) + "\r\n", expected);
        };
    }

    private Made message(boolean asJson) {
        String text = TEXTS[random.nextInt(TEXTS.length)];
        String number = NUMBERS[random.nextInt(NUMBERS.length)];
        String sent = number.replaceAll("[^0-9]", "").replaceFirst("^(55(?=[0-9]{10})|0)", "");
        Object id = id();
        boolean isFit = random.nextInt(8) > 0;
        if (!isFit) {
            number = "123";
        }
        Map<String, Object> fields = new HashMap<>(Map.of("messageText", text, "destination", number, "correlationId", id));
        if (random.nextBoolean() && number.matches("[1-9][0-9]{9,}")) {
            fields.put("destination", Long.valueOf(number));
        }
        if (random.nextInt(4) == 0) {
            fields.put("x", Map.of("messageText", "not this", "sms", List.of(1, 2)));
        }
        String json = json(fields);
        List<Expected> expected = List.of(new Expected(digits(id), sent, isFit ? text : null));
        Object body = switch (asJson ? 4 : random.nextInt(4)) {
            case 0 -> new SmsMessage(text, number, digits(id), null);
            case 1 -> fields;
            case 2 -> tree(json);
            case 3 -> content(json);
            default -> json;
        };
        return new Made(body, expected);
    }

    private Object id() {
        int n = ++made;
        return switch (random.nextInt(6)) {
            case 0 -> n;
            case 1 -> new BigInteger("1844674407370955161600000").add(BigInteger.valueOf(n));
            case 2 -> new BigDecimal(n + ".000");
            case 3 -> (double) n * (1L << 30);
            case 4 -> "id-ç-" + n;
            default -> "id-" + n;
        };
    }

    private static String digits(Object id) {
        return id instanceof Double || id instanceof BigDecimal
                ? new BigDecimal(id.toString()).toBigInteger().toString() : id.toString();
    }

    private Made container(int depth) {
        if (random.nextInt(3) == 0) {
            Made json = json(depth, true);
            return new Made(random.nextInt(6) == 0 && isTree(json) ? tree(json.json()) : content(json.json()), json.messages());
        }
        List<Object> bodies = new ArrayList<>();
        List<Expected> expected = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            Made part = body(depth - 1);
            bodies.add(part.body());
            expected.addAll(part.messages());
        }
        if (random.nextInt(6) == 0) {
            bodies.add(random.nextBoolean() ? null : 42);
            expected.add(new Expected(null, "", null));
        }
        Object body = switch (random.nextInt(7)) {
            case 0 -> bodies;
            case 1 -> bodies.toArray();
            case 2 -> inputs.iterator(bodies);
            case 3 -> (Iterable<Object>) bodies::iterator;
            case 4 -> inputs.javaStream(bodies);
            case 5 -> Map.of("sms", bodies, "x", 1);
            default -> Map.of("sms", inputs.iterator(bodies));
        };
        return new Made(body, expected);
    }

    private static boolean isTree(Made json) {
        try (JsonParser parser = JSON.createParser(json.json())) {
            parser.nextToken();
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a text as one of the body types. */
    Object content(String text) {
        boolean isMarked = random.nextInt(4) == 0;
        String marked = isMarked ? "\ufeff" + text : text;
        Charset charset = isMarked ? Charset.forName(CHARSETS[random.nextInt(CHARSETS.length)]) : StandardCharsets.UTF_8;
        byte[] bytes = marked.getBytes(charset);
        return switch (random.nextInt(8)) {
            case 0 -> marked;
            case 1 -> new StringBuilder(marked);
            case 2 -> bytes;
            case 3 -> inputs.stream(bytes);
            case 4 -> inputs.reader(marked);
            case 5 -> file(bytes);
            case 6 -> file(bytes).toFile();
            default -> genericFile(file(bytes));
        };
    }

    /** Returns a text as each of the body types, in UTF-8. */
    static List<Object> contents(String text, ClosingInput inputs, Path file) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(file, bytes);
        Iterator<String> once = List.of(text).iterator();
        return Arrays.asList(
                text, new StringBuilder(text), bytes, inputs.stream(bytes), inputs.reader(text), file, file.toFile(),
                genericFile(file), List.of(text), once, inputs.iterator(List.of(bytes)), inputs.javaStream(List.of(file)),
                new Object[] { inputs.stream(bytes) }, Map.of("sms", List.of(inputs.reader(text))));
    }

    static GenericFile<File> genericFile(Path path) {
        GenericFile<File> file = new GenericFile<>();
        file.setFile(path.toFile());
        return file;
    }

    private Path file(byte[] bytes) {
        Path file = folder.resolve("body-" + ++made);
        write(file, bytes);
        return file;
    }

    private static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
