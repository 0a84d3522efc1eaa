package io.github.camelsms.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import io.github.camelsms.model.Masked;
import io.github.camelsms.model.SmsMessage;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that no content of a message is shown, in whatever encoding the service repeats it.
 */
class ServiceTextPropertyTest {

    private static final int PIECE = 6;
    private static final Map<String, UnaryOperator<String>> FORMS = new TreeMap<>(
            Map.ofEntries(
                    Map.entry("as it is", text -> text), Map.entry("upper case", text -> text.toUpperCase(Locale.ROOT)),
                    Map.entry("lower case", text -> text.toLowerCase(Locale.ROOT)),
                    Map.entry("without accents",
                            text -> Normalizer.normalize(text, Normalizer.Form.NFD).replaceAll("\\p{M}", "")),
                    Map.entry("spaced", text -> text.replaceAll("(.)", "$1 ")),
                    Map.entry("URL", ServiceTextPropertyTest::url), Map.entry("URL twice", text -> url(url(text))),
                    Map.entry("JSON", text -> each(text, "\\u%04x")),
                    Map.entry("JSON twice", text -> each(each(text, "\\u%04x"), "\\u%04x")),
                    Map.entry("HTML", text -> each(text, "&#%d;")), Map.entry("HTML in URL", text -> url(each(text, "&#x%x;"))),
                    Map.entry("hexadecimal", text -> HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8))),
                    Map.entry("Base64", text -> Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))),
                    Map.entry("Base64 for URLs", text -> Base64.getUrlEncoder().withoutPadding()
                            .encodeToString(("{\"text\":\"" + text).getBytes(StandardCharsets.UTF_8)))));

    @Property(seed = "4731", tries = 3000)
    void shown_partOfAMessageText_isHidden(
            @ForAll("texts") String text, @ForAll @IntRange(max = 200) int from,
            @ForAll @IntRange(min = 8, max = 160) int length,
            @ForAll("forms") String form, @ForAll("words") String before) {
        int start = from % Math.max(1, text.length() - 8);
        String quoted = text.substring(start, Math.min(text.length(), start + length));
        SmsMessage message = new SmsMessage(text, "11987654321", "c", null);

        String shown = String.valueOf(ServiceText.shown(before + " " + FORMS.get(form).apply(quoted) + " end", message));

        assertThat(pieces(Letters.of(quoted).letters())).as("%s of '%s'", form, quoted)
                .noneMatch(piece -> Letters.of(shown).letters().contains(piece));
        // An encoded copy keeps at most a few characters, where it begins and ends inside a group.
        assertThat(shown.length()).as(shown).isLessThanOrEqualTo(before.length() + 40);
    }

    @Property(seed = "4732", tries = 2000)
    void shown_anyDigits_showsAtMostFourInARow(
            @ForAll("texts") String text, @ForAll("digits") String digits, @ForAll("separators") String separator,
            @ForAll("words") String before) {
        SmsMessage message = new SmsMessage(text, "11987654321", "c", null);
        String written = digits.chars().mapToObj(Character::toString).collect(Collectors.joining(separator));

        String shown = String.valueOf(ServiceText.shown(before + " " + written + " end", message));

        List<String> left = new ArrayList<>();
        Masked.digits(shown, 4, run -> {
            left.add(run);
            return "";
        });
        assertThat(left).as(shown).isSubsetOf("4321");
    }

    private static List<String> pieces(String letters) {
        return java.util.stream.IntStream.rangeClosed(0, letters.length() - PIECE)
                .mapToObj(at -> letters.substring(at, at + PIECE)).toList();
    }

    private static String url(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String each(String text, String format) {
        return text.chars().mapToObj(character -> String.format(format, character)).collect(Collectors.joining());
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> word = Arbitraries.strings().withChars("abcdefghijklmnopqrstuvxzABCDEFáãçéíóúÇÃ").ofMinLength(2)
                .ofMaxLength(10);
        Arbitrary<String> code = Arbitraries.strings().numeric().ofMinLength(4).ofMaxLength(8);
        return Arbitraries.frequencyOf(net.jqwik.api.Tuple.of(4, word), net.jqwik.api.Tuple.of(1, code)).list().ofMinSize(5)
                .ofMaxSize(20).map(words -> String.join(" ", words));
    }

    @Provide
    Arbitrary<String> forms() {
        return Arbitraries.of(FORMS.keySet());
    }

    @Provide
    Arbitrary<String> words() {
        return Arbitraries.of("", "refused:", "inválido -", "REJECTED", "not ok /");
    }

    @Provide
    Arbitrary<String> digits() {
        return Arbitraries.oneOf(
                Arbitraries.of("11987654321", "5511987654321"), Arbitraries.strings().numeric().ofMinLength(4).ofMaxLength(20),
                Arbitraries.strings().withCharRange('\u0966', '\u096F').ofMinLength(4).ofMaxLength(12),
                Arbitraries.strings().withCharRange('\uFF10', '\uFF19').ofMinLength(4).ofMaxLength(12));
    }

    @Provide
    Arbitrary<String> separators() {
        return Arbitraries.of("", " ", "-", "/", "_", ":", ".", "\u2013", "\u00A0", "\u200B", " - ", "\n", "%20", "&nbsp;",
                "()");
    }
}
