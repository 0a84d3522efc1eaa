package io.github.camelsms.text;

import java.text.Normalizer;

import io.github.camelsms.model.SmsMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the effect of endpoint options on texts.
 */
class TextRulesTest {

    @ParameterizedTest
    @EnumSource
    void applied_textWithinTheLimit_isUnchanged(SmsLongMessage longMessage) {
        TextRules rules = new TextRules(longMessage, false);
        SmsMessage message = message(" á😀" + "x".repeat(155) + " ");
        assertThat(rules.applied(message)).isSameAs(message);
        assertThat(rules.splits(message)).isFalse();
        assertThat(rules.complaint(" ".repeat(160))).isNull();
    }

    @Test
    void applied_truncate_keeps160Characters() {
        assertThat(truncated("x".repeat(161))).isEqualTo("x".repeat(160));
    }

    @Test
    void applied_truncateInsideAnEmoji_omitsIt() {
        assertThat(truncated("x".repeat(159) + "😀y")).isEqualTo("x".repeat(159));
        assertThat(truncated("x".repeat(158) + "😀y")).isEqualTo("x".repeat(158) + "😀");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', useHeadersInDisplayName = true, textBlock = """
            Character                           | Code points
            flag                                | 🇧🇷
            family                              | 👨‍👩‍👧‍👦
            skin tone                           | 👍🏽
            keycap                              | 1️⃣
            heart with variation selector       | ❤️
            profession                          | 👩🏽‍🚒
            flag of a region                    | 🏴󠁧󠁢󠁥󠁮󠁧󠁿
            letter with an accent of its own    | x̃
            letter with two accents of its own  | x̃́
            """)
    void applied_truncateInsideACharacterOfSeveralCodePoints_omitsIt(String name, String character) {
        for (int fit = 1; fit < character.length(); fit++) {
            String before = "x".repeat(160 - fit);
            assertThat(truncated(before + character)).as("%s, %d of %d", name, fit, character.length()).isEqualTo(before);
        }
        String whole = "x".repeat(160 - character.length()) + character;
        assertThat(truncated(whole + character)).as(name).isEqualTo(whole);
    }

    @Test
    void applied_truncateBetweenFlags_keepsWholeFlags() {
        assertThat(truncated("xy" + "🇧🇷🇵🇹".repeat(30))).isEqualTo("xy" + "🇧🇷🇵🇹".repeat(19) + "🇧🇷");
    }

    @Test
    void applied_truncateInsideAWord_omitsIt() {
        String words = "abcd ".repeat(31);
        assertThat(truncated(words + "R$ 1.000.000,00")).isEqualTo(words + "R$ ");
        assertThat(truncated(words + "https://example.com/x")).isEqualTo(words);
        assertThat(truncated(" " + "x".repeat(160))).isEqualTo(" " + "x".repeat(159));
    }

    @Test
    void applied_truncateCharacterLongerThanTheLimit_keepsPairsWhole() {
        assertThat(truncated("😀" + "\u0301".repeat(200))).hasSize(160);
        assertThat(truncated("x" + "\ud83c\udffd".repeat(100))).hasSize(159);
    }

    @Test
    void applied_textOfMacOs_isComposedBeforeItsLengthIsChecked() {
        String composed = "Promoção de verão: até sábado, pão à metade do preço. Você também é VIP! ".repeat(2);
        String apart = Normalizer.normalize(composed, Normalizer.Form.NFD);
        assertThat(composed).hasSizeLessThan(160);
        assertThat(apart).hasSizeGreaterThan(160);
        for (SmsLongMessage longMessage : SmsLongMessage.values()) {
            assertThat(new TextRules(longMessage, false).applied(message(apart)).messageText()).isEqualTo(composed);
        }
    }

    /** Their composition takes quadratic time. */
    @Test
    void applied_millionsOfMarks_areNotComposed() {
        String marks = "x" + "\u0301\u0323".repeat(5_000_000);
        assertThat(new TextRules(SmsLongMessage.reject, false).applied(message(marks)).messageText()).isSameAs(marks);
        assertThat(truncated(marks)).hasSize(160);
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 6, 8, 0xb, 0xc, 0x1a, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9f, 0xfffd })
    void characterComplaint_controlOrReplacementCharacter_namesCodePointAndPosition(int codePoint) {
        assertThat(TextRules.characterComplaint("Olá " + Character.toString(codePoint) + "!"))
                .startsWith("messageText contains U+%04X (%s) at position 5".formatted(codePoint, Character.getName(codePoint)))
                .doesNotContain("Ol");
        assertThat(TextRules.characterComplaint(Character.toString(codePoint) + "!")).contains("at position 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "a\nb", "a\r\nb", "a\tb", "a\u00a0b", "a\u2028b", "\ufeffa", "a\u200bb", "\uffff", "😀", "🇧🇷", "\ue000", "ção",
            "עברית" })
    void characterComplaint_otherText_isNull(String text) {
        assertThat(TextRules.characterComplaint(text)).isNull();
    }

    @Test
    void applied_transliterate_isAppliedBeforeTheLengthCheck() {
        String grows = "…".repeat(54);
        assertThat(new TextRules(SmsLongMessage.reject, true).applied(message(grows)).messageText()).isEqualTo(".".repeat(162));
        assertThat(new TextRules(SmsLongMessage.truncate, true).applied(message(grows)).messageText())
                .isEqualTo(".".repeat(160));
        String shrinks = "x".repeat(150) + "👨‍👩‍👧‍👦";
        assertThat(new TextRules(SmsLongMessage.reject, true).applied(message(shrinks)).messageText())
                .isEqualTo("x".repeat(150) + "?");
    }

    @Test
    void applied_splitTextLongOnlyBySurroundingSpace_isNotSplit() {
        TextRules rules = new TextRules(SmsLongMessage.split, false);
        SmsMessage message = rules.applied(message("\n  " + "x".repeat(160) + "  "));
        assertThat(message.messageText()).isEqualTo("x".repeat(160));
        assertThat(rules.splits(message)).isFalse();
    }

    @Test
    void complaint_tooLong_namesLengthAndOption() {
        assertThat(new TextRules(SmsLongMessage.reject, false).complaint("x".repeat(161)))
                .contains("161", "160", "longMessage");
    }

    @Test
    void complaint_tooLongForNineSegments_namesLengthAndLimit() {
        TextRules rules = new TextRules(SmsLongMessage.split, false);
        assertThat(rules.complaint("x".repeat(9 * 156))).isNull();
        assertThat(rules.complaint("x".repeat(9 * 156 + 1))).contains("1405", "9 segments");
    }

    @Test
    void applied_noText_isUnchanged() {
        SmsMessage message = new SmsMessage(null, null, null, null);
        assertThat(new TextRules(SmsLongMessage.split, true).applied(message)).isSameAs(message);
    }

    private static String truncated(String text) {
        return String.valueOf(new TextRules(SmsLongMessage.truncate, false).applied(message(text)).messageText());
    }

    private static SmsMessage message(String text) {
        return new SmsMessage(text, "11987654321", "c1", null);
    }
}
