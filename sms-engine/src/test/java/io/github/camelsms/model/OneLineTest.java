package io.github.camelsms.model;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class OneLineTest {

    @ParameterizedTest
    @ValueSource(ints = {
            '\r', '\n', '\t', 0, 0x1B, 0x7F, 0x85, 0x9B, 0xA0, 0xAD, 0x200B, 0x200E, 0x2028, 0x2029, 0x202E, 0x2066, 0x3000,
            0xD800, 0xE000, 0xFEFF, 0xFFFF, 0xE0001 })
    void of_invisibleCharacter_returnsASpace(int character) {
        assertThat(OneLine.of("a" + Character.toString(character) + "\r\n" + "b", 100)).isEqualTo("a b");
    }

    @Test
    void of_printableText_returnsItUnchanged() {
        String text = "não: \"ção\" €5, 日本語 😀 (+55) {}";
        assertThat(OneLine.of(text, text.length())).isEqualTo(text);
    }

    @Test
    void of_null_returnsTheWordNull() {
        assertThat(OneLine.of(null, 10)).isEqualTo("null");
    }

    @Test
    void of_longText_endsWithAnEllipsisAndAWholeCharacter() {
        assertThat(OneLine.of("abcd", 4)).isEqualTo("abcd");
        assertThat(OneLine.of("abcde", 4)).isEqualTo("abc…");
        assertThat(OneLine.of("ab😀cd", 4)).isEqualTo("ab…");
        assertThat(OneLine.of("abc", 1)).isEqualTo("…");
    }

    @Property(seed = "4721", tries = 2000)
    void of_anyText_returnsOneLineOfVisibleCharacters(@ForAll String text) {
        assertThat(OneLine.of(text, 50)).hasSizeLessThanOrEqualTo(50)
                .matches(line -> line.codePoints().noneMatch(OneLineTest::isUnsafe));
    }

    private static boolean isUnsafe(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED,
                    Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                true;
            case Character.SPACE_SEPARATOR -> character != ' ';
            default -> false;
        };
    }
}
