package io.github.camelsms.text;

import io.github.camelsms.model.SmsMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
