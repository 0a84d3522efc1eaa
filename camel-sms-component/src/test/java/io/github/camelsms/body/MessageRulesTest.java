package io.github.camelsms.body;

import java.time.Instant;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.text.NumberRules;
import io.github.camelsms.text.SmsLongMessage;
import io.github.camelsms.text.TextRules;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

/**
 * Tests for the validation of messages before a request, and its reasons.
 */
class MessageRulesTest {

    private static final String NUMBER = "11987654321";
    private static final NumberRules NUMBERS = NumberRules.of("BR");

    @ParameterizedTest
    @ValueSource(ints = { 1, 159, 160 })
    void check_textWithinTheLimit_isValid(int length) {
        assertThat(check(message("x".repeat(length), NUMBER, "c1"))).isInstanceOf(CheckedMessage.Valid.class);
    }

    @ParameterizedTest
    @ValueSource(ints = { 161, 1_000 })
    void check_textTooLong_isRejectedWithItsLength(int length) {
        SmsSendResult result = refusal(message("x".repeat(length), NUMBER, "c1"));
        assertThat(result.reason()).contains("messageText", String.valueOf(length), "160").doesNotContain("xx");
        assertThat(result.code()).isNull();
    }

    @Test
    void check_messagesWithTheSameError_shareItsText() {
        SmsSendResult first = refusal(message("x".repeat(161), NUMBER, "c1"));
        SmsSendResult second = refusal(message("y".repeat(161), NUMBER, "c2"));

        assertThat(second.reason()).isSameAs(first.reason());
        assertThat(refusal(message("x", "12", "c3")).reason()).isSameAs(refusal(message("x", "13", "c4")).reason());
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "")
    void check_textMissing_isRejected(@Nullable String text) {
        assertThat(refusal(message(text, NUMBER, "c1")).reason()).contains("messageText is missing", "160");
    }

    @Test
    void check_emoji_countsAsTwoCharacters() {
        assertThat(check(message("😀".repeat(80), NUMBER, null))).isInstanceOf(CheckedMessage.Valid.class);
        assertThat(refusal(message("😀".repeat(80) + "!", NUMBER, null)).reason()).contains("161");
    }

    @ParameterizedTest
    @ValueSource(strings = { "\ud83d", "cut off \ud83d", "\ude00 rest", "\ude00\ud83d", "\ud83d\ud83d\ude00", "a\udc00b" })
    void check_textWithUnpairedSurrogate_isRejectedWithoutShowingIt(String text) {
        SmsSendResult result = refusal(message(text, NUMBER, "c1"));
        assertThat(result.reason()).contains("messageText", "half of a surrogate pair").doesNotContain("cut off", "rest");
        assertThat(result.code()).isNull();
        assertThat(result.correlationId()).isEqualTo("c1");
    }

    @ParameterizedTest
    @EnumSource(SmsLongMessage.class)
    void check_longTextWithUnpairedSurrogate_isRejected(SmsLongMessage longMessage) {
        String text = "\ud83d" + "x".repeat(300);
        for (boolean transliterate : new boolean[] { true, false }) {
            TextRules texts = new TextRules(longMessage, transliterate);
            assertThat(MessageRules.check(message(text, NUMBER, "c1"), texts, NUMBERS))
                    .isInstanceOf(CheckedMessage.Rejected.class);
        }
    }

    /** The envelope of a message of Azure Service Bus, read as a text. */
    @ParameterizedTest
    @EnumSource(SmsLongMessage.class)
    void check_textWithControlCharacters_isRejectedWithAndWithoutTransliteration(SmsLongMessage longMessage) {
        String text = "@\u0006string\u00083http://schemas.microsoft.com/2003/10/Serialization/\u0018Olá";
        for (boolean transliterate : new boolean[] { true, false }) {
            TextRules texts = new TextRules(longMessage, transliterate);
            assertThat(MessageRules.check(message(text, NUMBER, "c1"), texts, NUMBERS))
                    .asInstanceOf(type(CheckedMessage.Rejected.class))
                    .satisfies(
                            rejected -> assertThat(rejected.result().reason())
                                    .startsWith("messageText contains U+0006 (ACKNOWLEDGE) at position 2"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "a\ud83d", "\ude00", "😀\ude00" })
    void check_unpairedSurrogateWithTransliteration_isRejected(String text) {
        TextRules texts = new TextRules(SmsLongMessage.reject, true);
        assertThat(MessageRules.check(message(text, NUMBER, "c1"), texts, NUMBERS))
                .isInstanceOf(CheckedMessage.Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(strings = { "😀", "\ufffe", "\uffff", "a\ud83f\udffe", "\ufdd0", "\ud83d\ude00\ud83d\ude00" })
    void check_anyTextEncodableInUtf8_isValidUnchanged(String text) {
        assertThat(check(message(text, NUMBER, "c1"))).isEqualTo(new CheckedMessage.Valid(message(text, NUMBER, "c1")));
    }

    @Test
    void check_formattedDestination_isReducedToDigits() {
        assertThat(check(message("hello", "+55 (11) 98765-4321", "c1")))
                .isEqualTo(new CheckedMessage.Valid(message("hello", "11987654321", "c1")));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = { "", "119876543", "1198765432a", "(11) 9000-0101/1", "4.9E+10" })
    void check_invalidDestination_isRejectedLikeByTheService(@Nullable String destination) {
        SmsSendResult result = refusal(message("hello", destination, "c1"));
        assertThat(result.code()).isEqualTo(-5);
        assertThat(result.reason()).startsWith("INVALID_NUMBER_FORMAT: destination ").contains("10 or 11 digits");
    }

    @ParameterizedTest
    @ValueSource(strings = { "1", "a b/ç-😀", "01234567890123456789012345678901234567890123456789" })
    void check_validCorrelationId_isValid(String id) {
        assertThat(check(message("hello", NUMBER, id))).isEqualTo(new CheckedMessage.Valid(message("hello", NUMBER, id)));
    }

    @ParameterizedTest
    @CsvSource({ "0,0 characters", "51,51 characters", "500,500 characters" })
    void check_correlationIdOfInvalidLength_isRejectedWithItsLength(int length, String said) {
        SmsSendResult result = refusal(message("hello", NUMBER, "i".repeat(length)));
        assertThat(result.reason()).contains("correlationId", said, "1 to 50");
        assertThat(result.correlationId()).isEqualTo("i".repeat(length));
    }

    /** A response with such an id has none for the component, so it could not be matched with the message. */
    @ParameterizedTest
    @ValueSource(strings = { " ", "   ", "\u2003" })
    void check_correlationIdBlank_isRejected(String id) {
        assertThat(refusal(message("hello", NUMBER, id)).reason()).contains("correlationId", "blank");
    }

    @ParameterizedTest
    @ValueSource(
                 strings = {
                         "a\nb", "a\u0000", "\u007f", "a\u0085", "\ud800", "a\u2028b", "a\u2029b", "\u202eb", "a\u200bb",
                         "\ufeffa", "a\u200db", "\u00ad", "\ue000", "\udbff\udffd", "\uffff", "\u0378", "a\udb40\udc41",
                         "\udc00a" })
    void check_correlationIdNotPrintable_isRejected(String id) {
        assertThat(refusal(message("hello", NUMBER, id)).reason()).contains("correlationId", "cannot be printed");
    }

    @Test
    void check_scheduledDateInMilliseconds_isRejectedWithTheRemedy() {
        Instant wrong = Instant.ofEpochSecond(1_767_323_045_000L);
        assertThat(refusal(new SmsMessage("hello", NUMBER, "c1", wrong)).reason())
                .contains("scheduledDate", "seconds", "not milliseconds");
    }

    @ParameterizedTest
    @ValueSource(longs = { 0, -1, Long.MIN_VALUE / 1_000_000_000_000L })
    void check_scheduledDateBeforeTheMinimum_isRejected(long seconds) {
        assertThat(refusal(new SmsMessage("hello", NUMBER, "c1", Instant.ofEpochSecond(seconds))).reason())
                .contains("scheduledDate");
    }

    @Test
    void check_lastSecondOf9999_isValid() {
        Instant last = Instant.parse("9999-12-31T23:59:59Z");
        SmsMessage message = new SmsMessage("hello", NUMBER, "c1", last);
        assertThat(check(message)).isEqualTo(new CheckedMessage.Valid(message));
        assertThat(refusal(new SmsMessage("hello", NUMBER, "c1", last.plusSeconds(1))).reason()).contains("scheduledDate");
    }

    @Test
    void check_minimumScheduledDate_isValid() {
        SmsMessage message = new SmsMessage("hello", NUMBER, "c1", Instant.ofEpochSecond(1));
        assertThat(check(message)).isEqualTo(new CheckedMessage.Valid(message));
    }

    @Test
    void check_scheduledDateInThePast_isValid() {
        SmsMessage message = new SmsMessage("hello", NUMBER, "c1", Instant.parse("2001-01-01T00:00:00Z"));
        assertThat(check(message)).isEqualTo(new CheckedMessage.Valid(message));
    }

    private static SmsMessage message(@Nullable String text, @Nullable String destination, @Nullable String id) {
        return new SmsMessage(text, destination, id, null);
    }

    private static CheckedMessage check(SmsMessage message) {
        return MessageRules.check(message, new TextRules(SmsLongMessage.reject, false), NUMBERS);
    }

    private static SmsSendResult refusal(SmsMessage message) {
        SmsSendResult[] rejected = new SmsSendResult[1];
        assertThat(check(message)).asInstanceOf(type(CheckedMessage.Rejected.class))
                .satisfies(intake -> rejected[0] = intake.result());
        assertThat(rejected[0].outcome()).isEqualTo(SmsOutcome.REJECTED);
        assertThat(rejected[0].smsId()).isNull();
        return rejected[0];
    }
}
