package io.github.camelsms.text;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for splitting a text into segments.
 */
class MessagePartsTest {

    private static final int ROOM = 156;

    @Test
    void of_textOfTwoSegments_isNumberedAndSplitBetweenWords() {
        String first = "abcd ".repeat(30) + "word";
        assertThat(parts(first + " efghijk".repeat(3))).containsExactly("1/2 " + first, "2/2 efghijk efghijk efghijk");
    }

    @Test
    void of_wordEndsAtTheLimit_isKeptWhole() {
        assertThat(parts("x".repeat(ROOM) + " y")).containsExactly("1/2 " + "x".repeat(ROOM), "2/2 y");
    }

    /** Rather another segment than half of a link, a number or a code. */
    @ParameterizedTest
    @ValueSource(strings = {
            "https://example.com/pedidos/2026/11/28?id=1234567890", "123456", "(11) 98765-4321", "+55 11 98765-4321", "123 456",
            "1.000.000,00", "👨‍👩‍👧‍👦👍🏽" })
    void of_wordThatFitsIntoASegment_isNeverSplit(String word) {
        for (int before = ROOM - word.length(); before < ROOM; before++) {
            String words = "x".repeat(50) + " " + "y".repeat(before - 52);
            String full = "z".repeat(ROOM);
            assertThat(parts(words + " " + word + " " + full)).as("after %d", before)
                    .anyMatch(part -> part.endsWith(word))
                    .allMatch(part -> part.length() <= 160);
        }
    }

    @Test
    void of_listOfNumbersLongerThanASegment_isSplitBetweenThem() {
        String numbers = "123456 ".repeat(60).strip();
        assertThat(parts(numbers)).hasSize(3).allMatch(part -> part.matches("./3( 123456)+"));
    }

    @Test
    void of_characterOfSeveralCodePoints_isNotSplit() {
        assertThat(parts("x".repeat(ROOM - 3) + "👨‍👩‍👧‍👦".repeat(2)))
                .containsExactly("1/2 " + "x".repeat(ROOM - 3), "2/2 " + "👨‍👩‍👧‍👦".repeat(2));
        assertThat(parts("x".repeat(ROOM - 2) + "🇧🇷🇧🇷"))
                .containsExactly("1/2 " + "x".repeat(ROOM - 2), "2/2 🇧🇷🇧🇷");
    }

    @Test
    void of_longWord_fillsTheSegmentBeforeIt() {
        String text = "x".repeat(100) + " " + "y".repeat(2 * ROOM - 101);
        assertThat(text).hasSize(2 * ROOM);
        assertThat(parts(text)).hasSize(2).containsExactly("1/2 " + text.substring(0, ROOM), "2/2 " + text.substring(ROOM));
    }

    @Test
    void of_oneLongWord_isSplit() {
        assertThat(parts("x".repeat(ROOM + 10))).containsExactly("1/2 " + "x".repeat(ROOM), "2/2 " + "x".repeat(10));
    }

    @Test
    void of_emojiAtTheLimit_isNotSplit() {
        assertThat(parts("x".repeat(ROOM - 1) + "😀" + "y".repeat(10)))
                .containsExactly("1/2 " + "x".repeat(ROOM - 1), "2/2 😀" + "y".repeat(10));
    }

    @Test
    void of_noBreakSpace_isNotSplitThere() {
        String first = "x".repeat(100);
        assertThat(parts(first + " " + "y".repeat(50) + "\u00a0" + "z".repeat(30)))
                .containsExactly("1/2 " + first, "2/2 " + "y".repeat(50) + "\u00a0" + "z".repeat(30));
    }

    @Test
    void count_nineFullSegments_isTheMaximum() {
        assertThat(MessageParts.count("x".repeat(9 * ROOM))).isEqualTo(9);
        assertThat(MessageParts.count("x".repeat(9 * ROOM + 1))).isEqualTo(10);
        assertThat(MessageParts.count("x".repeat(1_000_000))).isEqualTo(10);
    }

    @Test
    void of_anyText_losesOnlySpacesAtSplitsWithinTheSegmentLimit() {
        for (long seed = 0; seed < 5_000; seed++) {
            String text = anyText(new Random(seed));
            int count = MessageParts.count(text);
            if (text.length() <= 160 || count > 9) {
                continue;
            }
            List<String> parts = parts(text);
            assertThat(parts).as("seed %d", seed).hasSize(count);
            assertThat(count).as("seed %d", seed).isGreaterThan(1);
            int from = 0;
            for (int i = 0; i < count; i++) {
                String part = parts.get(i);
                String number = (i + 1) + "/" + count + " ";
                assertThat(part).as("seed %d", seed).startsWith(number).hasSizeBetween(5, 160);
                String piece = part.substring(number.length());
                assertThat(text.startsWith(piece, from)).as("seed %d: part %d follows", seed, i + 1).isTrue();
                assertThat(Character.isLowSurrogate(piece.charAt(0))).as("seed %d", seed).isFalse();
                from += piece.length();
                boolean isWithinWord = from < text.length() && !Character.isWhitespace(text.charAt(from));
                assertThat(isWithinWord).as("seed %d: only a word that is too long is split", seed)
                        .isEqualTo(isWithinWord && wordAt(text, from).length() > ROOM);
                while (from < text.length() && Character.isWhitespace(text.charAt(from))) {
                    from++;
                }
            }
            assertThat(from).as("seed %d: nothing is left", seed).isEqualTo(text.length());
        }
    }

    @Test
    void of_messageWithAllFields_copiesAllButTextAndIdToEachSegment() throws ReflectiveOperationException {
        SmsMessage whole = withAllFields("word ".repeat(80).strip());
        List<SmsMessage> parts = MessageParts.of(whole);
        assertThat(parts).extracting(SmsMessage::correlationId).containsExactly("id-1of3", "id-2of3", "id-3of3");
        for (RecordComponent field : SmsMessage.class.getRecordComponents()) {
            Object value = field.getAccessor().invoke(whole);
            assertThat(value).as(field.getName()).isNotNull();
            if (!field.getName().equals("messageText") && !field.getName().equals("correlationId")) {
                for (SmsMessage part : parts) {
                    assertThat(field.getAccessor().invoke(part)).as(field.getName()).isEqualTo(value);
                }
            }
        }
    }

    @Test
    void of_messageWithoutId_returnsSegmentsWithoutIds() {
        assertThat(MessageParts.of(message("x".repeat(161), null))).hasSize(2).extracting(SmsMessage::correlationId)
                .containsOnlyNulls();
    }

    private static List<String> parts(String text) {
        return MessageParts.of(message(text, null)).stream().map(part -> String.valueOf(part.messageText())).toList();
    }

    private static SmsMessage message(String text, @Nullable String id) {
        return new SmsMessage(text, "11987654321", id, null);
    }

    private static SmsMessage withAllFields(String text) throws ReflectiveOperationException {
        Map<Class<?>, Object> samples = Map.of(
                String.class, "id", Instant.class, Instant.ofEpochSecond(1_893_456_000), Integer.class, 7, Duration.class,
                Duration.ofSeconds(90), SmsOrigin.class, new SmsOrigin("a.csv", 2));
        RecordComponent[] fields = SmsMessage.class.getRecordComponents();
        Object[] values = new Object[fields.length];
        for (int i = 0; i < fields.length; i++) {
            values[i] = fields[i].getName().equals("messageText") ? text : samples.get(fields[i].getType());
        }
        Class<?>[] types = Stream.of(fields).map(RecordComponent::getType).toArray(Class<?>[]::new);
        return SmsMessage.class.getDeclaredConstructor(types).newInstance(values);
    }

    private static String wordAt(String text, int position) {
        int start = position;
        while (start > 0 && !Character.isWhitespace(text.charAt(start - 1))) {
            start--;
        }
        return text.substring(start).split("\\s", 2)[0];
    }

    private static String anyText(Random random) {
        List<String> pieces = new ArrayList<>();
        int longestWord = 1 + random.nextInt(200);
        for (int left = random.nextInt(1_500); left > 0; left--) {
            String letter = random.nextInt(8) == 0 ? "😀" : "x";
            String space = random.nextInt(10) == 0 ? "\n  " : " ";
            String piece = random.nextInt(longestWord) == 0 ? space : letter;
            pieces.add(piece);
            left -= piece.length() - 1;
        }
        return String.join("", pieces).strip();
    }
}
