package io.github.camelsms.body;

import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.model.SmsMessage;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Mutates good bodies and headers. Whatever is sent must be in the input: each text and id as it is, and the digits of
 * each number one after the other, with nothing but separators between them. The seeds are fixed.
 */
class SendBodyMutationTest {

    private static final String[] TEXTS
            = { "Olá Ana, seu pedido 7 saiu", "code 123456", "[Promo] 50% \"off\" \\o/", "{é}", "1" };
    private static final String[] NUMBERS
            = { "11987654321", "(11) 98765-4321", "+55 11 98765-4321", "1131234567", "011 98765.4321" };
    private static final String[] PIECES = {
            "{", "}", "[", "]", "\"", ",", ":", "\\", "\\u0031", "\\n", " ", "\n", "0", "1", "9", "55", "e1", "E10", ".", ".0",
            "+",
            "-", "/", "(", ")", "null", "true", "\u0000", "\u0006", "\ufeff", "\ufffd", "é", "😀", "\"sms\":[",
            "\"destination\":",
            "\"messageText\":", "\"correlationId\":", "'", ";" };
    private static final List<Charset> CHARSETS = List.of(
            StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE,
            Charset.forName("UTF-32LE"), Charset.forName("UTF-32BE"));
    private static final Pattern ESCAPE = Pattern.compile("\\\\(u([0-9a-fA-F]{4})|.)", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?");
    private static final String SEPARATORS = "[^\\p{L}\\p{N}\",:{}\\[\\]]*";

    private @Nullable BodyReading reading;

    @BeforeProperty
    void open() {
        reading = new BodyReading();
    }

    @AfterProperty
    void close() {
        Objects.requireNonNull(reading).close();
    }

    @Property(seed = "3801", tries = 3000)
    void read_mutatedJson_sendsOnlyWhatIsInIt(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder json = new StringBuilder(json(random));
        for (int i = random.nextInt(5); i > 0; i--) {
            mutate(json, random);
        }
        String text = json.toString();
        byte[] bytes = text.getBytes(CHARSETS.get(random.nextInt(4) == 0 ? random.nextInt(CHARSETS.size()) : 0));
        for (int i = random.nextInt(4) == 0 ? random.nextInt(3) : 0; i > 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        check(random.nextBoolean() ? text : bytes, headers(random), random);
    }

    @Property(seed = "3802", tries = 3000)
    void read_mutatedMapsAndLists_sendsOnlyWhatIsInThem(@ForAll long seed) {
        Random random = new Random(seed);
        List<Object> messages = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            Map<Object, Object> fields = new HashMap<>();
            fields.put("messageText", pick(TEXTS, random));
            fields.put("destination", pick(NUMBERS, random));
            fields.put("correlationId", "id-" + i);
            messages.add(mutated(fields, random));
        }
        Object body = random.nextInt(4) == 0 ? messages.get(0) : random.nextInt(4) == 0 ? Map.of("sms", messages) : messages;
        check(body, headers(random), random);
    }

    @Property(seed = "3803", tries = 3000)
    void read_textAndMutatedHeaders_sendsOnlyWhatIsInThem(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder(pick(TEXTS, random));
        for (int i = random.nextInt(3); i > 0; i--) {
            mutate(text, random);
        }
        Map<String, Object> headers = headers(random);
        headers.put("CamelSmsDestination", value(pick(NUMBERS, random), random));
        check(random.nextInt(4) == 0 ? List.of(text.toString(), pick(TEXTS, random)) : text.toString(), headers, random);
    }

    private static Map<String, Object> headers(Random random) {
        Map<String, Object> headers = new HashMap<>();
        if (random.nextInt(3) == 0) {
            headers.put("CamelSmsDestination", value("21987650000", random));
        }
        if (random.nextInt(3) == 0) {
            headers.put("CamelSmsCorrelationId", value("order-7", random));
        }
        if (random.nextInt(5) == 0) {
            headers.put("CamelSmsScheduledDate", value("2030-01-01T00:00:00Z", random));
        }
        return headers;
    }

    private void check(Object body, Map<String, Object> headers, Random random) {
        Consumer<Exchange> preparation = exchange -> {
            headers.forEach(exchange.getMessage()::setHeader);
            if (random.nextInt(8) == 0) {
                exchange.setProperty(Exchange.CHARSET_NAME, "ISO-8859-1");
            }
        };
        List<String> input = new ArrayList<>();
        collect(body, input);
        headers.values().forEach(value -> collect(value, input));
        for (SmsMessage message : Objects.requireNonNull(reading).read(body, preparation).messages()) {
            assertIn(input, String.valueOf(message.messageText()), "the text");
            if (message.correlationId() != null) {
                assertIn(input, message.correlationId(), "the id");
            }
            Pattern digits = Pattern.compile(String.join(SEPARATORS, String.valueOf(message.destination()).split("")));
            assertThat(input).as("the number %s is in the input", message.destination())
                    .anyMatch(each -> digits.matcher(each).find());
        }
    }

    private static void assertIn(List<String> input, String value, String what) {
        String normalized = Normalizer.normalize(value, Normalizer.Form.NFC);
        assertThat(input).as("%s <%s> is in the input", what, value).anyMatch(each -> each.contains(normalized));
    }

    /** Collects the atoms of an input, and texts also without the escapes of JSON. */
    private static void collect(@Nullable Object value, List<String> atoms) {
        if (value instanceof Map<?, ?> map) {
            map.values().forEach(each -> collect(each, atoms));
        } else if (value instanceof Collection<?> collection) {
            collection.forEach(each -> collect(each, atoms));
        } else if (value instanceof Object[] array) {
            Arrays.asList(array).forEach(each -> collect(each, atoms));
        } else if (value instanceof byte[] bytes) {
            CHARSETS.forEach(charset -> collect(new String(bytes, charset), atoms));
        } else if (value instanceof char[] chars) {
            collect(new String(chars), atoms);
        } else if (value instanceof Number number) {
            atoms.add(new BigDecimal(number.toString()).toPlainString());
        } else if (value != null) {
            String text = Normalizer.normalize(value.toString(), Normalizer.Form.NFC);
            atoms.add(text);
            String once = unescaped(text);
            atoms.add(once);
            atoms.add(unescaped(once));
            Matcher numbers = NUMBER.matcher(text);
            while (numbers.find()) {
                atoms.add(new BigDecimal(numbers.group()).toPlainString());
            }
        }
    }

    private static String unescaped(String json) {
        return Normalizer.normalize(ESCAPE.matcher(json).replaceAll(escape -> {
            String hex = escape.group(2);
            String c = hex != null
                    ? String.valueOf((char) Integer.parseInt(hex, 16))
                    : switch (escape.group(1)) {
                        case "n" -> "\n";
                        case "r" -> "\r";
                        case "t" -> "\t";
                        case "b" -> "\b";
                        case "f" -> "\f";
                        default -> escape.group(1);
                    };
            return Matcher.quoteReplacement(c);
        }), Normalizer.Form.NFC);
    }

    private static String json(Random random) {
        List<String> messages = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            String number = pick(NUMBERS, random);
            boolean isNumber = number.matches("[1-9][0-9]+") && random.nextBoolean();
            messages.add("{\"messageText\":" + quoted(pick(TEXTS, random)) + ",\"destination\":"
                         + (isNumber ? number : quoted(number)) + ",\"correlationId\":\"id-" + i + "\"}");
        }
        String all = String.join(random.nextInt(4) == 0 ? "\n" : ",", messages);
        return switch (random.nextInt(4)) {
            case 0 -> messages.get(0);
            case 1 -> "{\"sms\":[" + all + "]}";
            case 2 -> quoted("[" + all + "]");
            default -> "[" + all + "]";
        };
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    private static void mutate(StringBuilder text, Random random) {
        int from = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), from + 1 + random.nextInt(random.nextInt(3) == 0 ? 40 : 3));
        switch (random.nextInt(5)) {
            case 0 -> text.delete(from, to);
            case 1 -> text.insert(from, text.substring(from, to));
            case 2 -> text.replace(from, to, pick(PIECES, random));
            case 3 -> text.setLength(random.nextInt(3) == 0 ? from : text.length());
            default -> text.insert(from, pick(PIECES, random));
        }
    }

    /** Changes the type or the place of a value. */
    private static Object mutated(Map<Object, Object> fields, Random random) {
        Object key = pick(new String[] { "messageText", "destination", "correlationId" }, random);
        Object value = Objects.requireNonNull(fields.get(key));
        return switch (random.nextInt(8)) {
            case 0, 1 -> put(fields, key, value(value.toString(), random));
            case 2 -> new ArrayList<>(fields.values());
            case 3 -> fields.values().toArray();
            case 4 -> List.of(fields);
            case 5 -> value;
            case 6 -> {
                fields.remove(key);
                yield random.nextBoolean()
                        ? fields : put(fields, pick(new String[] { "Destination", "text", "to" }, random), value);
            }
            default -> fields;
        };
    }

    private static Map<Object, Object> put(Map<Object, Object> fields, Object key, Object value) {
        fields.put(key, value);
        return fields;
    }

    /** Returns a value, or one like it, in any type. */
    private static Object value(String text, Random random) {
        StringBuilder mutated = new StringBuilder(text);
        for (int i = random.nextInt(3); i > 0; i--) {
            mutate(mutated, random);
        }
        String given = mutated.toString();
        return switch (random.nextInt(10)) {
            case 0 -> given.getBytes(StandardCharsets.UTF_8);
            case 1 -> List.of(given);
            case 2 -> List.of(given, text);
            case 3 -> new Object[] { given };
            case 4 -> mutated;
            case 5 -> Map.of("destination", given);
            case 6 -> given.toCharArray();
            case 7 -> given.matches("[1-9][0-9]{0,17}") ? Long.valueOf(given) : given;
            case 8 -> given.matches("[1-9][0-9]{0,14}") ? Double.valueOf(given) : new String[] { given, given };
            default -> given;
        };
    }

    private static String pick(String[] values, Random random) {
        return values[random.nextInt(values.length)];
    }
}
