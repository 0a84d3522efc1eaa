package io.github.camelsms.text;

import io.github.camelsms.model.SmsEncoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SegmentsTest {

    @ParameterizedTest
    @CsvSource({
            "a, 1, GSM_7, 1", "a, 160, GSM_7, 1", "a, 161, GSM_7, 2", "a, 306, GSM_7, 2", "a, 307, GSM_7, 3",
            "ç, 1, UCS_2, 1", "ç, 70, UCS_2, 1", "ç, 71, UCS_2, 2", "ç, 134, UCS_2, 2", "ç, 135, UCS_2, 3", "ç, 160, UCS_2, 3",
            "Ç, 160, GSM_7, 1", "é, 160, GSM_7, 1" })
    void of_characterRepeated_countsAsPerEncoding(String character, int times, SmsEncoding encoding, int segments) {
        assertThat(Segments.of(character.repeat(times))).isEqualTo(new Segments(encoding, segments));
    }

    @ParameterizedTest
    @CsvSource({ "80, 1", "81, 2", "152, 2", "153, 3", "160, 3" })
    void of_extensionCharacters_takeTwoPositionsThatStayTogether(int times, int segments) {
        assertThat(Segments.of("€".repeat(times))).isEqualTo(new Segments(SmsEncoding.GSM_7, segments));
    }

    @Test
    void of_emoji_takesTwoCharactersThatStayTogether() {
        // A segment of 67 characters has space for 33 emoji.
        assertThat(Segments.of("😀".repeat(35)).count()).isEqualTo(1);
        assertThat(Segments.of("😀".repeat(66)).count()).isEqualTo(2);
        assertThat(Segments.of("😀".repeat(67)).count()).isEqualTo(3);
    }

    @Test
    void of_emptyText_isOneSegment() {
        assertThat(Segments.of("")).isEqualTo(new Segments(SmsEncoding.GSM_7, 1));
    }
}
