package io.github.camelsms.body;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.text.MessageParts;
import io.github.camelsms.text.NumberRules;
import io.github.camelsms.text.SmsLongMessage;
import io.github.camelsms.text.TextRules;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Mutations of good messages, derived from seeds: nothing is sent whose digits or letters are not in the input, in
 * order. The expectations are independent of the tested classes.
 */
class MutatedMessagesTest {

    private static final int SEEDS = 40_000;
    private static final NumberRules NUMBERS = NumberRules.of("BR");
    private static final String NUMBER = "11987654321";

    private static final List<String> GOOD_NUMBERS = List.of(
            NUMBER, "(11) 98765-4321", "+55 11 98765-4321", "5511987654321", "11 3000-0104", "1187654321", "011 98765-4321",
            "0 15 11 98765-4321", "(0xx11) 98765-4321", "11.98765.4321", "\u202a+55 11 98765\u20114321\u202c", "55 98765-4321");
    private static final List<String> NUMBER_MUTATIONS = List.of(
            "0", "1", "2", "5", "9", "55", "0800", " ", "  ", "-", " - ", "/", ".", "(", ")", "+", ",", ";", "x", "r", "e", ":",
            "\n",
            "\u00a0", "\u200b", "\u00ad", "\u2013", "\u202e", "\u0661", "\uff11", " / 11912345678", " ramal 12", "😀");
    /** A number of the national plan, with or without the ninth digit. */
    private static final Pattern OF_THE_PLAN = Pattern.compile(
            "([14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579])(9[0-9]{8}|[2-9][0-9]{7})");
    private static final Pattern PREFIX = Pattern.compile("55|0([0-9]{2})?|");
    private static final Pattern CHARACTERS = Pattern.compile(
            "[-0-9()+./xX \\n\u00a0\u00ad\u200b\u202a\u202c\u2011\u2013]*");

    private static final List<String> TEXT_PIECES = List.of(
            "Olá", "promoção", "https://example.com/a?b=1234567890", "123456", "(11) 98765-4321", "R$ 1.000,00", "😀", "🇧🇷",
            "👨‍👩‍👧‍👦",
            "👍🏽", "1️⃣", "cafe\u0301", "x\u0303\u0301", "\u0301", " ", " ", " ", "\n", "\r\n", "\t", "\u00a0", "אבג", "한글",
            "x".repeat(170));
    private static final List<String> BAD_PIECES = List.of("\u0000", "\u0006", "\u0085", "\ufffd", "\ud83d", "\ude00", "\f");

    @Test
    void check_mutatedNumber_isSentWithItsOwnDigitsOrRejected() {
        int sent = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            String given = mutated(pick(GOOD_NUMBERS, random), random);
            CheckedMessage checked = check(new SmsMessage("hello", given, "c1", null), SmsLongMessage.reject);
            if (checked instanceof CheckedMessage.Valid valid) {
                sent++;
                String number = String.valueOf(valid.message().destination());
                String digits = given.replaceAll("[^0-9]", "");
                assertThat(digits).as("seed %d: %s", seed, given).endsWith(number);
                assertThat(digits.substring(0, digits.length() - number.length())).as("seed %d: %s", seed, given)
                        .matches(PREFIX);
                assertThat(number).as("seed %d: %s", seed, given).matches(OF_THE_PLAN);
                assertThat(given).as("seed %d", seed).matches(CHARACTERS);
            }
        }
        assertThat(sent).as("mutations that are still numbers").isBetween(SEEDS / 20, SEEDS / 2);
    }

    @Test
    void check_mutatedText_isSentWithItsOwnLettersOrRejected() {
        int sent = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            boolean isBad = random.nextInt(5) == 0;
            String given = text(random, isBad);
            SmsLongMessage longMessage = pick(List.of(SmsLongMessage.values()), random);
            CheckedMessage checked = check(new SmsMessage(given, NUMBER, "c1", null), longMessage);
            if (isBad) {
                assertThat(checked).as("seed %d", seed).isInstanceOf(CheckedMessage.Rejected.class);
            } else if (checked instanceof CheckedMessage.Valid valid) {
                sent++;
                assertIsOf(given, valid.message(), longMessage, "seed " + seed);
            }
        }
        assertThat(sent).isGreaterThan(SEEDS / 3);
    }

    private static void assertIsOf(String given, SmsMessage message, SmsLongMessage longMessage, String seed) {
        String expected = Normalizer.normalize(given, Normalizer.Form.NFC);
        String text = String.valueOf(message.messageText());
        if (longMessage == SmsLongMessage.split && text.length() > 160) {
            List<SmsMessage> parts = MessageParts.of(message);
            assertThat(parts).as(seed).hasSizeBetween(2, 9)
                    .allMatch(part -> String.valueOf(part.messageText()).length() <= 160);
            String joined = parts.stream().map(part -> String.valueOf(part.messageText()).substring("1/2 ".length()))
                    .collect(Collectors.joining());
            assertThat(withoutSpace(joined)).as(seed).isEqualTo(withoutSpace(expected));
        } else if (longMessage == SmsLongMessage.truncate) {
            assertThat(expected).as(seed).startsWith(text);
            assertThat(text).as(seed).hasSizeLessThanOrEqualTo(160);
        } else {
            assertThat(text).as(seed).isEqualTo(expected.length() > 160 ? expected.strip() : expected);
        }
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s", "");
    }

    private static CheckedMessage check(SmsMessage message, SmsLongMessage longMessage) {
        return MessageRules.check(message, new TextRules(longMessage, false), NUMBERS);
    }

    private static String mutated(String good, Random random) {
        StringBuilder text = new StringBuilder(good);
        for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
            int at = random.nextInt(text.length() + 1);
            int to = Math.min(text.length(), at + random.nextInt(3));
            switch (random.nextInt(3)) {
                case 0 -> text.insert(at, pick(NUMBER_MUTATIONS, random));
                case 1 -> text.delete(at, to);
                default -> text.replace(at, to, pick(NUMBER_MUTATIONS, random));
            }
        }
        return text.toString();
    }

    private static String text(Random random, boolean isBad) {
        List<String> pieces = new ArrayList<>();
        for (int left = 1 + random.nextInt(60); left > 0; left--) {
            pieces.add(pick(TEXT_PIECES.subList(0, TEXT_PIECES.size() - (random.nextInt(50) == 0 ? 0 : 1)), random));
        }
        if (isBad) {
            // A letter before half of a pair keeps it from becoming a whole one.
            pieces.add(random.nextInt(pieces.size() + 1), "a" + pick(BAD_PIECES, random) + "b");
        }
        return String.join("", pieces);
    }

    private static <T> T pick(List<T> values, Random random) {
        return values.get(random.nextInt(values.size()));
    }
}
