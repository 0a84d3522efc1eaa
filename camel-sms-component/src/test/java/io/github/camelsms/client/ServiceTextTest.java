package io.github.camelsms.client;

import java.util.List;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ServiceTextTest {

    private static final SmsMessage MESSAGE
            = new SmsMessage("Olá, seu código é 47118812. Não informe!", "11987654321", "c1", null);

    @ParameterizedTest
    @ValueSource(strings = {
            "INVALID_NUMBER_FORMAT", "número inválido", "too many requests", "Destination is blocked by the operator",
            "limit of 160 characters exceeded", "BLOCKED", "x", "HTTP/2 and IPv4", "ERROR_42", "a $1 \\ b" })
    void shown_textOfTheService_isUnchanged(String words) {
        assertThat(shown(words, MESSAGE)).isEqualTo(words);
        assertThat(shown(words)).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "11987654321", "+55 (11) 98765-4321", "11/98765/4321", "11_98765_4321", "11:98765:4321", "11–98765—4321",
            "11\u00A098765\u20094321", "１１９８７６５４３２１", "१११९८७६५४३२१", "11\u200B98765\u200B4321", "%31%3198765%2D4321",
            "&#49;&#x31;987654321", "\\u0031\\u0031987654321", "%2531%253198765-4321" })
    void shown_numberInAnyNotation_isHidden(String number) {
        assertThat(shown("bad number " + number + " here")).isEqualTo("bad number **** here");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "Olá, seu código é 47118812. Não informe!", "Olá, seu código é 4711", "seu código", "OLÁ, SEU CÓDIGO É 47118812",
            "Ola, seu codigo e 47118812", "Ol\\u00e1, seu c\\u00f3digo \\u00e9 47118812",
            "Ol%C3%A1%2C+seu+c%C3%B3digo+%C3%A9+47118812",
            "Ol%25C3%25A1%252C%2520seu%2520c%25C3%25B3digo", "Ol&aacute;, seu c&oacute;digo &eacute; 47118812",
            "Ol&#225;, seu c&#xF3;digo", "<b>Olá</b>, seu <i>código</i>", "Olá-seu-código-é-47118812", "seu códi",
            "T2zDoSwgc2V1IGPDs2RpZ28gw6kgNDcxMTg4MTIuIE7Do28gaW5mb3JtZSE=", "eyJ0IjoiT2zDoSwgc2V1IGPDs2RpZ28gw6kgNDcxMTg4",
            "4f6cc3a12c2073657520", "47118812", "4711 8812", "4711", "code47118812x", "４７１１８８１２" })
    void shown_textOfTheMessage_isHiddenButForShortWords(String quoted) {
        String shown = shown("refused (" + quoted + ") by filter", MESSAGE);

        assertThat(shown).startsWith("refused (").endsWith(") by filter").contains("****");
        assertThat(shown.substring("refused (".length()).replace(") by filter", "").split("[^\\p{L}\\p{N}]+"))
                .allSatisfy(word -> assertThat(word.length()).isLessThan(4));
    }

    @Test
    void shown_letterCodeOfTheMessage_isHiddenInAnyCase() {
        SmsMessage message = new SmsMessage("Your code is QXZW. Bye", "11987654321", "c1", null);
        assertThat(shown("bad word QXZW", message)).isEqualTo("bad word ****");
        assertThat(shown("bad word qxzw", message)).isEqualTo("bad word ****");
        assertThat(shown("QXZW", message)).isEqualTo("****");
    }

    @ParameterizedTest
    @CsvSource({ "A1B2C3,****", "deadbeef00,****", "SGVsbG8gd29ybGQ1MTk3,****", "v1,v1", "UTF8,UTF8" })
    void shown_lettersWithDigits_areHiddenFromTwoDigits(String word, String shown) {
        assertThat(shown("see " + word)).isEqualTo("see " + shown);
    }

    @Test
    void shown_shortMessageText_isHidden() {
        assertThat(shown("'hello' refused", new SmsMessage("Hello", "11987654321", "c", null)))
                .isEqualTo("'****' refused");
        assertThat(shown("'abc' refused", new SmsMessage("abc", "11987654321", "c", null)))
                .isEqualTo("'abc' refused");
    }

    @Test
    void shown_errorCodeSharingAWordWithTheText_isShown() {
        SmsMessage message = new SmsMessage("invalid number? call us", "11987654321", "c", null);
        assertThat(shown("INVALID_NUMBER", message)).isEqualTo("INVALID_NUMBER");
        assertThat(shown("Invalid NUMBER", message)).isEqualTo("**** ****");
    }

    @Test
    void shown_severalMessages_hidesTheTextOfEach() {
        SmsMessage[] batch = IntStream.range(0, 200)
                .mapToObj(i -> new SmsMessage(
                        "secret" + Character.toString('a' + i % 26) + "text" + i, "1198765" + (4000 + i), "c", null))
                .toArray(SmsMessage[]::new);
        assertThat(shown("refused: secretctext2 and 11987654199", batch)).isEqualTo("refused: **** and ****");
    }

    @Test
    void shown_lineBreaksAndInvisibleCharacters_areReplacedBySpaces() {
        assertThat(shown("a\r\nb\u001B[2J\u202Ec%0d%0ad&#8232;e\\u200bf")).isEqualTo("a b [2J c d e f");
    }

    @Test
    void shown_blank_returnsNull() {
        assertThat(ServiceText.shown(null, List.of(), Credentials.NONE)).isNull();
        assertThat(shown(" \n")).isNull();
    }

    @Test
    void shown_longText_isTruncated() {
        assertThat(shown("ab ".repeat(1_000_000))).hasSize(ServiceText.MAX_LENGTH).endsWith("…");
        assertThat(shown("1".repeat(1_000_000), MESSAGE)).isEqualTo("****");
    }

    private static @Nullable String shown(String text, SmsMessage... about) {
        return ServiceText.shown(text, List.of(about), Credentials.NONE);
    }
}
