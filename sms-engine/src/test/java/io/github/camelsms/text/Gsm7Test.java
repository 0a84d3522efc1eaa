package io.github.camelsms.text;

import java.text.Normalizer;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the GSM-7 alphabet and transliteration to it.
 */
class Gsm7Test {

    @Test
    void holds_allCharacters_returnsTrueFor137() {
        // 128 positions less the escape, and ten in the extension: form feed and nine signs.
        long held = IntStream.rangeClosed(0, Character.MAX_CODE_POINT).filter(c -> Gsm7.holds(Character.toString(c))).count();
        assertThat(held).isEqualTo(127 + 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "à", "é", "É", "Ç", "ü", "Ü", "ñ", "Ñ", "ò", "€", "{[~^]}\\|", "@£$¥¤§¿¡", "ΔΦΓΛΩΠΨΣΘΞ", "ßÆæØøÅå", "\r\n\f" })
    void transliterate_gsm7Characters_areUnchanged(String text) {
        assertThat(Gsm7.holds(text)).isTrue();
        assertThat(Gsm7.transliterate(text)).isSameAs(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "á", "â", "ã", "ê", "í", "ó", "ô", "õ", "ú", "ç", "À", "Á", "Â", "Ã", "Ê", "Í", "Ó", "Ô", "Õ", "Ú", "º", "ª" })
    void holds_otherPortugueseLetters_returnsFalse(String letter) {
        assertThat(Gsm7.holds(letter)).isFalse();
        assertThat(Gsm7.transliterate(letter)).hasSize(1).matches("[A-Za-z]");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '#', delimiter = '|', value = {
            "Informação às três, até amanhã: ação, coração, pêssego|Informacao às tres, até amanha: acao, coracao, pessego",
            "SÃO JOÃO ÀS 8H, PÁSCOA, NÃO, AVÓ, ÍNDIO|SAO JOAO AS 8H, PASCOA, NAO, AVO, INDIO",
            "Promoção 50% – só até sábado…|Promocao 50% - so até sabado...",
            "“Olá”, ‘você’ «aqui»|\"Ola\", 'voce' \"aqui\"", "nº 1ª 30°C|no 1a 30oC", "ﬁm ﬂor œuvre Œ|fim flor oeuvre OE",
            "Łódź, Đorđe, Þór, ħ, ŧ, ı, ẞ|Lodz, Dorde, THor, h, t, i, ß", "½ ² ™ © ® ×|1/2 2 TM (c) (r) x",
            "a ≠ b ≤ c|a != b <= c", "Καλημέρα|KAΛHMEPA", "ＡＢＣ１２３|ABC123" })
    void transliterate_otherCharacters_returnsTheNearest(String given, String expected) {
        assertThat(Gsm7.transliterate(given)).isEqualTo(expected);
    }

    @Test
    void transliterate_spacesAndLineBreaks_areNormalized() {
        assertThat(Gsm7.transliterate("R$\u00a010\u202f000\u2003x\ty\u2028z\u0085")).isEqualTo("R$ 10 000 x y\nz\n");
    }

    @Test
    void transliterate_invisibleCharacters_areRemoved() {
        assertThat(Gsm7.transliterate("\ufeffpa\u00adla\u200bvra\u200e\u0000\u001b")).isEqualTo("palavra");
    }

    @Test
    void transliterate_combiningMarks_areCombinedWithTheirLetters() {
        String apart = Normalizer.normalize("café às três, Ñ, ü, Å", Normalizer.Form.NFD);
        assertThat(Gsm7.transliterate(apart)).isEqualTo("café às tres, Ñ, ü, Å");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "😀", "❤️", "👍🏽", "👨‍👩‍👧‍👦", "🇧🇷", "中", "ж", "㊗", "가", "x\u0338", "x\u0337", "x\u20d2", "x\u20d3",
            "x\u20e0",
            "x\u20e5", "x\u20eb" })
    void transliterate_noNearCharacter_returnsOneQuestionMark(String character) {
        assertThat(Gsm7.transliterate("a " + character + " b")).containsPattern("^a x?\\? b$");
    }

    @ParameterizedTest
    @ValueSource(strings = { "\u0336", "\u20d1", "\u20d4", "\u20dd", "\u20df", "\u0301" })
    void transliterate_standaloneNegationMark_isRemoved(String mark) {
        assertThat(Gsm7.transliterate("_x" + mark + "_")).isEqualTo("_x_");
    }

    @Test
    void transliterate_keycap_returnsItsDigit() {
        assertThat(Gsm7.transliterate("1️⃣ vez")).isEqualTo("1 vez");
    }

    @Test
    void transliterate_anyText_returnsGsm7AndIsIdempotent() {
        for (long seed = 0; seed < 2_000; seed++) {
            String text = anyText(new Random(seed));
            String replaced = Gsm7.transliterate(text);
            assertThat(Gsm7.holds(replaced)).as("seed %d", seed).isTrue();
            assertThat(Gsm7.transliterate(replaced)).as("seed %d", seed).isEqualTo(replaced);
        }
    }

    @Test
    void transliterate_anyCharacter_keepsItsNeighbors() {
        // Filtered first, because this many assertions take long.
        assertThat(IntStream.concat(IntStream.range(0, 0x20000), IntStream.range(0xe0000, 0xe0200)).filter(c -> {
            String replaced = Gsm7.transliterate("_" + Character.toString(c) + "\n_");
            return !Gsm7.holds(replaced) || !replaced.startsWith("_") || !replaced.endsWith("\n_");
        })).isEmpty();
    }

    private static String anyText(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(60); i > 0; i--) {
            switch (random.nextInt(4)) {
                case 0 -> text.append((char) random.nextInt(0x250));
                case 1 -> text.append((char) random.nextInt(0x10000));
                case 2 -> text.appendCodePoint(random.nextInt(Character.MAX_CODE_POINT + 1));
                default -> text.append((char) ('a' + random.nextInt(26)));
            }
        }
        return text.toString();
    }

    /** With 80,000 marks it took 15 seconds. */
    @Test
    void transliterate_manyMarks_areRemovedAtOnce() {
        assertThat(Gsm7.transliterate("x" + "\u0301\u0323".repeat(5_000_000) + "y")).isEqualTo("xy");
    }

    @Test
    void withoutExcessMarks_marksOfSeveralCharacters_keeps30OfEach() {
        String allowed = "\u0301".repeat(30);
        assertThat(Gsm7.withoutExcessMarks("x" + allowed + "\u0301y" + allowed + "\u0323"))
                .isEqualTo("x" + allowed + "y" + allowed);
        assertThat(Gsm7.withoutExcessMarks("😀" + allowed)).isEqualTo("😀" + allowed);
    }
}
