package io.github.camelsms.text;

import java.util.List;
import java.util.Random;

import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Examples of phone numbers as people write them: what is sent, or why nothing is sent.
 */
class NumberRulesTest {

    private static final NumberRules BRAZIL = NumberRules.of("BR");

    @ParameterizedTest(name = "{0} is sent as {1}")
    @CsvSource(delimiter = '|', useHeadersInDisplayName = true, textBlock = """
            Written             | Sent        | Note
            11987654321         | 11987654321 | area code and mobile number
            (11) 98765-4321     | 11987654321 |
            (11)98765-4321      | 11987654321 |
            ( 11 ) 98765 - 4321 | 11987654321 |
            (11) 9 8765-4321    | 11987654321 | the ninth digit stands alone
            11 9 87654321       | 11987654321 |
            11 98765 4321       | 11987654321 |
            11-98765-4321       | 11987654321 |
            11 - 98765-4321     | 11987654321 |
            11.98765.4321       | 11987654321 |
            11/98765/4321       | 11987654321 |
            1198765-4321        | 11987654321 |
            119 8765-4321       | 11987654321 |
            1187654321          | 1187654321  | mobile number without the ninth digit
            (11) 8765.4321      | 1187654321  |
            (11) 7000-0104      | 1170000104  |
            (11) 3000-0104      | 1130000104  | landline
            11 2345 6789        | 1123456789  |
            +55 11 98765-4321   | 11987654321 | country code 55
            +55 (11) 98765-4321 | 11987654321 |
            +5511987654321      | 11987654321 |
            5511987654321       | 11987654321 |
            55 11 98765-4321    | 11987654321 |
            (55) 11 98765-4321  | 11987654321 |
            (+55) 11 98765-4321 | 11987654321 |
            +55/11/8765-4321    | 1187654321  |
            551187654321        | 1187654321  |
            551130000104        | 1130000104  |
            55987654321         | 55987654321 | area code 55
            (55) 98765-4321     | 55987654321 |
            5587654321          | 5587654321  |
            5532221234          | 5532221234  |
            5555987654321       | 55987654321 | country code and area code 55
            +5555987654321      | 55987654321 |
            555587654321        | 5587654321  |
            +55 55 3222-1234    | 5532221234  |
            011 98765-4321      | 11987654321 | trunk prefix 0
            (011) 98765-4321    | 11987654321 |
            0 11 3000-0104      | 1130000104  |
            01187654321         | 1187654321  |
            (0xx11) 90000-0301  | 11900000301 | any carrier code
            0XX11 90000-0301    | 11900000301 |
            0 xx (11) 90000-0301 | 11900000301 |
            0 15 11 90000-0302  | 11900000302 | carrier code 15
            01511900000302      | 11900000302 |
            0 21 11 3000-0303   | 1130000303  | carrier code 21
            (021 11) 98765-4321 | 11987654321 |
            05511987654321      | 11987654321 | 55 is also a carrier code
            (11) 90000-0107     | 11900000107 |
            """)
    void read_numberAsPeopleWriteIt_isSentWithoutPrefixAndSeparators(String written, String sent, @Nullable String note) {
        assertThat(BRAZIL.read(written)).as(note).isEqualTo(new NumberRules.Reading(sent, null));
    }

    @ParameterizedTest(name = "{0} is refused: {1}")
    @CsvSource(delimiter = '|', useHeadersInDisplayName = true, textBlock = """
            Written                   | Reason
            (11) 9000-0101/1          | separators where a phone number has none
            (11) 3000-0103/4          | has 11 digits, but no 9 after the area code
            (11) 3000-0104 - 5        | has 11 digits, but no 9 after the area code
            11 9000-0105.2            | separators where a phone number has none
            (11) 3000-0106 r. 7       | contains U+0072 (LATIN SMALL LETTER R)
            9876-5432/10              | separators where a phone number has none
            (11) 98765-4321/2         | has 12 digits
            11987654321 / 11987654322 | has 22 digits
            11987654321;11987654322   | contains U+003B (SEMICOLON)
            119.876.543-21            | separators where a phone number has none
            123.456.789-09            | has 11 digits, but no 9 after the area code
            12345678909               | has 11 digits, but no 9 after the area code
            12.345.678/0001-95        | has 14 digits
            2026-12-01 08             | has the area code 20, which does not exist
            2026120108                | has the area code 20, which does not exist
            01/12/2026 08:30          | contains U+003A (COLON)
            0800 000 1234             | is a service number
            0800-000-12345            | is a service number
            08000001234               | is a service number
            800 000 1234              | is a service number
            0300 000 1234             | is a service number
            0500 000 1234             | is a service number
            0900 000 1234             | is a service number
            4004-1234                 | is a service number
            3003 1234                 | is a service number
            1 212 555 0100            | has 11 digits, but no 9 after the area code
            61 2 5550 0100            | has 11 digits, but no 9 after the area code
            44 20 7946 0000           | has 12 digits
            49 911 123456             | separators where a phone number has none
            33 9 12 34 56 78          | separators where a phone number has none
            +1 212 555 0100           | belongs to another country
            +351 912 345 678          | belongs to another country
            +11 98765-4321            | belongs to another country
            11 20000-0001             | has 11 digits, but no 9 after the area code
            20 90000-0001             | has the area code 20, which does not exist
            23900000001               | has the area code 23, which does not exist
            +55 (10) 90000-0000       | has the area code 10, which does not exist
            +55 (01) 93456-7890       | has the area code 01, which does not exist
            01 93456-7890             | has the area code 01, which does not exist
            55209 00000001            | has the area code 20, which does not exist
            11 0000-0000              | has a 0 after the area code
            1112345678                | has a 1 after the area code
            0 80 11 90000-0001        | has a carrier code that does not exist
            0 80 11 3000-0001         | has a carrier code that does not exist
            98765-4321                | has 9 digits
            9876-5432                 | has 8 digits
            190                       | has 3 digits
            119876543210              | has 12 digits
            5611987654321             | has 13 digits
            005511987654321           | has 12 digits
            +55011987654321           | has 14 digits
            +555511987654321          | has 15 digits
            55+11987654321            | separators where a phone number has none
            0                         | has 0 digits
            xx                        | contains U+0078 (LATIN SMALL LETTER X)
            11 98765-432x             | contains U+0078 (LATIN SMALL LETTER X)
            1198765432a               | contains U+0061 (LATIN SMALL LETTER A)
            João                      | contains U+004A (LATIN CAPITAL LETTER J)
            ١١٩٨٧٦٥٤٣٢١               | contains U+0661 (ARABIC-INDIC DIGIT ONE)
            １１９８７６５４３２１          | contains U+FF11 (FULLWIDTH DIGIT ONE)
            （55）11 90000-0210         | contains U+FF08 (FULLWIDTH LEFT PARENTHESIS)
            4.9E+10                   | as spreadsheets save numbers
            1198765432.0              | as spreadsheets save numbers
            """)
    void read_notCertainlyANumber_isRefusedWithTheReason(String written, String reason) {
        NumberRules.Reading reading = BRAZIL.read(written);
        assertThat(reading.digits()).isEmpty();
        assertThat(reading.complaint()).startsWith("destination ").contains(reason, "; give area code and number");
        assertThat(reading.complaint().replaceAll("U\\+[0-9A-F]+|0800, 0300 or 4004", "")).as("no part of a number")
                .doesNotContainPattern("[0-9]{3}");
    }

    @ParameterizedTest
    @CsvSource({
            "\u202a+55 11 90000-0201\u202c, 11900000201", "\u200e11900000202, 11900000202", "11\u200b900000203, 11900000203",
            "11\u00ad900000204, 11900000204", "11\u2060900000205, 11900000205", "11 90000\u20110206, 11900000206",
            "11 90000\u20130207, 11900000207", "11 90000\u22120208, 11900000208", "11\u00a090000-0209, 11900000209",
            "'\ufeff11987654321\n', 11987654321", "11\t98765-4321, 11987654321", "11\u2009\u00a098765\u202f4321, 11987654321" })
    void read_invisibleCharactersAndTypographicDashes_areRemoved(String written, String sent) {
        assertThat(BRAZIL.read(written)).isEqualTo(new NumberRules.Reading(sent, null));
    }

    @ParameterizedTest
    @CsvSource({
            "\u202e12345678911, U+202E (RIGHT-TO-LEFT OVERRIDE)", "'1198765\n4321', U+000A", "11987654321\ufffd, U+FFFD",
            "11\u0000987654321, U+0000 (NULL)", "11987654321\uffff, U+FFFF;", "11987654321\ud83d, U+D83D",
            "11😀987654321, U+1F600 (GRINNING FACE)" })
    void read_otherCharacter_isRefusedWithItsCodePoint(String written, String codePoint) {
        assertThat(BRAZIL.read(written).complaint()).contains("contains " + codePoint);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = { "", "   ", "\n" })
    void read_nothing_isMissing(@Nullable String written) {
        assertThat(BRAZIL.read(written).complaint()).startsWith("destination is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = { "( ) - . /", "+", "()", "\u200b", "----------", "x" })
    void read_noDigits_isRefused(String written) {
        assertThat(BRAZIL.read(written).complaint()).isNotNull();
        assertThat(NumberRules.of("PT").read(written).complaint()).isNotNull();
        assertThat(NumberRules.of("none").read(written).complaint()).isNotNull();
    }

    @Test
    void read_manySeparators_isRefusedAtOnce() {
        assertThat(BRAZIL.read("11" + " ".repeat(1_000_000) + "-".repeat(1_000_000)).complaint()).isNotNull();
        assertThat(BRAZIL.read("1".repeat(1_000_000)).complaint()).contains("1000000 digits");
        assertThat(NumberRules.of("PT").read("1-".repeat(100_000)).complaint()).isNotNull();
    }

    /** Numbers of mobile phones are read without the library, and must be those that it accepts. */
    @Test
    void read_mobileNumberOfAnyAreaCode_isReadAsTheLibraryDoes() throws Exception {
        PhoneNumberUtil library = PhoneNumberUtil.getInstance();
        Random random = new Random(38);
        int sent = 0;
        for (int area = 10; area < 100; area++) {
            for (int i = 0; i < 20; i++) {
                String digits = "%02d9%08d".formatted(area, random.nextInt(100_000_000));
                boolean isMobile = library.getNumberType(library.parse("+55" + digits, "BR")) == PhoneNumberType.MOBILE;
                sent += isMobile ? 1 : 0;
                String withoutNinthDigit = area + "6" + digits.substring(4);
                for (String written : List.of(digits, "+55" + digits, withoutNinthDigit,
                        "(%d) %s-%s".formatted(area, digits.substring(2, 7), digits.substring(7)))) {
                    assertThat(BRAZIL.read(written).complaint() == null).as(written).isEqualTo(isMobile);
                }
            }
        }
        assertThat(sent).as("67 area codes exist").isEqualTo(67 * 20);
    }

    @ParameterizedTest(name = "{0}: {1} is sent as {2}")
    @CsvSource(delimiter = '|', useHeadersInDisplayName = true, textBlock = """
            Country | Written          | Sent
            PT      | 912 345 678      | 912345678
            pt      | +351 912 345 678 | 912345678
            PT      | 912345678        | 912345678
            US      | (212) 555-0100   | 2125550100
            US      | 1 212 555 0100   | 2125550100
            AR      | +54 9 11 2345-6789 | 91123456789
            IT      | 0212345678       | 0212345678
            GB      | 07400 123456     | 7400123456
            """)
    void read_numberOfAnotherCountry_isSentWithoutCountryCode(String country, String written, String sent) {
        assertThat(NumberRules.of(country).read(written)).isEqualTo(new NumberRules.Reading(sent, null));
    }

    @ParameterizedTest(name = "{0}: {1} is refused: {2}")
    @CsvSource(delimiter = '|', useHeadersInDisplayName = true, textBlock = """
            Country | Written            | Reason
            PT      | +55 11 98765-4321  | is not a number of PT
            PT      | 12345              | is not a number of PT
            PT      | 912 345 678 / 2    | is not a number of PT
            PT      | 912 345 678 x2     | contains U+0078
            PT      | 800 123 456        | is a service number
            IT      | 02 1234 5678       | is complete before its last separator
            DE      | 0151 23456789012   | is not a number of DE
            AR      | 011 15-2345-6789   | changes its digits
            CN      | 0755 8888 12345    | is not a number of CN
            """)
    void read_notANumberOfTheCountry_isRefusedWithTheReason(String country, String written, String reason) {
        assertThat(NumberRules.of(country).read(written).complaint()).contains(reason);
    }

    @Test
    void read_checkDisabled_sendsDigitsAsTheyAre() {
        NumberRules unchecked = NumberRules.of("none");
        assertThat(unchecked.read("12125550100").digits()).isEqualTo("12125550100");
        assertThat(unchecked.read("5511987654").digits()).isEqualTo("5511987654");
        assertThat(unchecked.read(" 28149\n").digits()).isEqualTo("28149");
        assertThat(unchecked.read("(11) 98765-4321").complaint()).contains("numberRegion=none, give only digits");
        assertThat(unchecked.read("5511987654321").complaint()).contains("1 to 11 digits");
    }

    @Test
    void of_unknownCountry_isRefusedWithTheRemedy() {
        assertThatThrownBy(() -> NumberRules.of("Brazil")).hasMessageContaining("ISO 3166").hasMessageContaining("none");
    }

    @Test
    void ofSent_digitsThatAreNoNumberAnyMore_areReturnedAsTheyAre() {
        assertThat(BRAZIL.ofSent("(11) 98765-4321")).isEqualTo("11987654321");
        assertThat(BRAZIL.ofSent("5511987654321")).isEqualTo("11987654321");
        assertThat(BRAZIL.ofSent("11200000001")).isEqualTo("11200000001");
        assertThat(BRAZIL.ofSent("119876543")).isNull();
        assertThat(BRAZIL.ofSent("(11) 9000-0101/1")).isNull();
        assertThat(NumberRules.of("none").ofSent("28149")).isEqualTo("28149");
    }

    @ParameterizedTest
    @CsvSource({
            "11987654321, 1187654321", "1187654321, 11987654321", "1161234567, 11961234567", "1131234567, ",
            "11931234567, ", "11812345678, " })
    void spellings_number_includeThatOfAMobileNumberWithOrWithoutTheNinthDigit(String number, @Nullable String other) {
        assertThat(BRAZIL.spellings(number)).isEqualTo(other == null ? List.of(number) : List.of(number, other));
        assertThat(NumberRules.of("US").spellings(number)).containsExactly(number);
    }
}
