package io.github.camelsms.file;

import java.util.Random;

import de.siegmar.fastcsv.reader.CsvReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CsvRowTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', value = {
            "=1+1                | '=1+1",
            "+5511987654321      | '+5511987654321",
            "-2                  | '-2",
            "@SUM(A1)            | '@SUM(A1)",
            "\uFF1D1             | '\uFF1D1",
            "`  =1`              | `'  =1`",
            "`\u00A0=1`         | `'\u00A0=1`",
            "`\u3000@A1`        | `'\u3000@A1`",
            "`\u2007\u202F-1`  | `'\u2007\u202F-1`",
            "`id;\u00A0=1`      | `id;'\u00A0=1`",
            "\"=1                | '\"=1",
            "'=1                 | ''=1",
            "id;=1               | id;'=1",
            "id;\"=1             | id;'\"=1",
            "a=1                 | a=1",
            "order-1             | order-1",
            "it's                | it's" })
    void of_formulaText_isEscaped(String text, String cell) {
        assertThat(CsvReader.builder().ofCsvRecord(CsvRow.of(text)).stream().findFirst().orElseThrow().getField(0))
                .isEqualTo(cell);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', value = { "`\t=1`", "`\r=1`", "`\n=1`", "`\u200B=1`", "`\u202E=1`" })
    void of_unprintableCharacterBeforeAFormula_isEscaped(String text) {
        assertThat(CsvRow.of(text)).isEqualTo("' =1\n");
    }

    @Test
    void of_lineBreaksAndNull_returnsOneLine() {
        assertThat(CsvRow.of("a\r\nb", null, "c\u2028d", "e,f")).isEqualTo("a  b,,c d,\"e,f\"\n");
    }

    @Test
    void of_negativeNumber_isNotEscaped() {
        assertThat(CsvRow.of(-5, 7)).isEqualTo("-5,7\n");
    }

    @Test
    void original_anyWrittenText_returnsTheOriginalText() {
        Random random = new Random(4711);
        String characters = "=+-@;'\" a,1\uFF1D";
        for (int run = 0; run < 10_000; run++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(8); length > 0; length--) {
                text.append(characters.charAt(random.nextInt(characters.length())));
            }
            assertThat(CsvRow.original(CsvRow.neutral(text.toString()))).isEqualTo(text.toString());
        }
    }
}
