package io.github.camelsms.file;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Character sets of files, by texts as companies send them.
 */
class CharsetTest {

    private static final List<String> PORTUGUESE = List.of(
            "Promoção válida até amanhã. Não perca!", "Seu cartão já está disponível.", "Sua fatura vence às 18 h.",
            "Olá, você tem uma consulta amanhã.", "O código é válido por três horas.", "Atenção: manutenção concluída.",
            "Último aviso: renegocie sua dívida.", "Seu pedido saiu para entrega e será entregue até sábado.",
            "Agendamento confirmado: Clínica São José, às 14h.", "ATENÇÃO: SUA CONEXÃO SERÁ SUSPENSA",
            "Água e esgoto: sua conta",
            "Três opções de negociação", "Avô e avó também têm desconto", "Confira o relatório do mês", "Não perca",
            "Preço único no balcão", "Estávamos à espera", "Crédito pré-aprovado", "Sábado e domingo",
            "NÃO RESPONDA: AVISO AUTOMÁTICO");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    static Stream<Arguments> dosAndMac() {
        return Stream.of("IBM850", "IBM860", "x-MacRoman").flatMap(charset -> IntStream.range(0, PORTUGUESE.size() - 2)
                .mapToObj(i -> Arguments.of(charset, PORTUGUESE.subList(i, i + 3))));
    }

    /** A word alone can be one in both character sets. */
    @ParameterizedTest
    @MethodSource("dosAndMac")
    void open_threeTextsInAnotherCharset_isRefused(String charset, List<String> texts) {
        byte[] content = csv(String.join("\n11900000002;", texts)).getBytes(Charset.forName(charset));

        assertThatThrownBy(() -> open(content, null)).isInstanceOf(UnreadableFileException.class)
                .hasMessageContaining("set the option charset to").hasMessageNotContainingAny("119");
    }

    @ParameterizedTest
    @ValueSource(strings = { "IBM850", "x-MacRoman", "windows-1252", "UTF-8" })
    void open_configuredCharset_isReadUnchanged(String charset) throws Exception {
        for (String text : PORTUGUESE) {
            assertThat(open(csv(text).getBytes(Charset.forName(charset)), Charset.forName(charset))).isEqualTo(text);
        }
    }

    static Stream<String> windows() {
        return Stream.concat(PORTUGUESE.stream(), Stream.of(
                "“Olá”, disse João – só hoje… R$\u00A010 ou €\u00A05", "às\u00A018h, Sr.\u00A0José",
                "Copo d´água, d’água e d'Água",
                "1ª via, nº 5, 20°C, 10 m², ½ preço", "Marca™ ® © 5µg 3¢ £5 50€", "SãO PAULO, PROMOçãO", "“AMANHÔ, MAÇÔ.",
                "Cœur, œuvre, où, Noël, garçon", "¡Hola! ¿Qué tal, señor Núñez?", "„Schöne Grüße“ aus München, Ärger über Öl",
                "Smørrebrød på Ærø, Århus", "Paral·lel, col·legi", "#VemPróÁlcool AçaíNaTigela", "• item – outro — mais",
                "Þór Ðæði",
                "Žižek, Šárka", "AÇÃO JÁ! CRÈME BRÛLÉE", "Ótimo! Época, Índice, Ângulo, Êxito, Às 10", "«Oi», ‘oi’, ‹oi›"));
    }

    @ParameterizedTest
    @MethodSource("windows")
    void open_windows1252_isReadUnchanged(String text) throws Exception {
        assertThat(open(csv(text).getBytes(Charset.forName("windows-1252")), null)).isEqualTo(text);
        assertThat(open(csv(text).getBytes(StandardCharsets.UTF_8), null)).isEqualTo(text);
    }

    @ParameterizedTest
    @MethodSource("windows")
    void open_utf8ReadAsWindows1252_isRefused(String text) {
        for (String wrong : List.of("ISO-8859-1", "windows-1252", "IBM850", "x-MacRoman")) {
            byte[] twice = new String(csv(text).getBytes(StandardCharsets.UTF_8), Charset.forName(wrong))
                    .getBytes(StandardCharsets.UTF_8);

            assertThatThrownBy(() -> open(twice, null)).as(wrong).isInstanceOf(UnreadableFileException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
            "windows-1252, UTF-8, set the option charset to UTF-8", "ISO-8859-1, UTF-8, set the option charset to UTF-8",
            "UTF-8, windows-1252, it is not UTF-8", "ISO-8859-1, windows-1252, such as IBM850 (DOS)" })
    void open_otherThanTheConfiguredCharset_isRefused(String configured, String actual, String reason) {
        byte[] content = csv("Só hoje: ‘10 €’ – não perca").getBytes(Charset.forName(actual));

        assertThatThrownBy(() -> open(content, Charset.forName(configured))).hasMessageContaining(reason);
    }

    @Test
    void open_byteOrderMark_winsOverTheConfiguredCharset() throws Exception {
        for (String charset : List.of("UTF-8", "UTF-16LE", "UTF-16BE")) {
            byte[] content = ("\uFEFF" + csv("Só hoje 😀")).getBytes(Charset.forName(charset));

            assertThat(open(content, Charset.forName("windows-1252"))).isEqualTo("Só hoje 😀");
        }
    }

    @Test
    void open_escapeSequenceBeforeAnUpperCaseLetter_isRead() throws Exception {
        String json = "{\"destination\":\"1\",\"messageText\":\"oi\\nÁgua\\tÉpoca\"}";
        Path path = Files.write(folder.resolve("in.json"), json.getBytes("windows-1252"));

        try (SmsFile file = Opened.of(path, null)) {
            assertThat(file.next().fields()).containsEntry("messageText", "oi\nÁgua\tÉpoca");
        }
    }

    private static String csv(String text) {
        return "destination;messageText\n11900000001;" + text + "\n";
    }

    private Object open(byte[] content, @Nullable Charset charset) throws IOException {
        Path path = Files.write(folder.resolve("in.csv"), content);
        try (SmsFile file = Opened.of(path, charset)) {
            return file.next().fields().get("messageText");
        }
    }
}
