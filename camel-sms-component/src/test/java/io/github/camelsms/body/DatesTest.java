package io.github.camelsms.body;

import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.stream.Stream;

import io.github.camelsms.model.PlausibleTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for the conversion of dates; a wrong one would send a message at a wrong time.
 */
class DatesTest {

    private static final ZoneId SAO_PAULO = ZoneId.of("America/Sao_Paulo");
    private static final Instant NOON = Instant.parse("2026-03-10T15:00:00Z");
    private static final LocalDateTime LOCAL = LocalDateTime.parse("2026-03-10T12:00:00");

    static Stream<Object> noon() {
        return Stream.of(
                NOON, Date.from(NOON), NOON.getEpochSecond(), BigInteger.valueOf(NOON.getEpochSecond()), LOCAL,
                OffsetDateTime.of(LOCAL, ZoneOffset.ofHours(-3)), ZonedDateTime.of(LOCAL, SAO_PAULO), "1773154800",
                " 2026-03-10T12:00:00 ", "2026-03-10T15:00:00Z", "2026-03-10T12:00:00-03:00", "2026-03-10T12:00:00-0300",
                "2026-03-10T12:00:00-03", "2026-03-10T12:00-0300", "2026-03-10T20:30:00+0530",
                "2026-03-10T12:00:00-03:00[America/Sao_Paulo]", new StringBuilder("2026-03-10T12:00"));
    }

    @ParameterizedTest
    @MethodSource("noon")
    void instant_anyType_isTheSameTime(Object value) {
        assertThat(Dates.instant(value, SAO_PAULO)).isEqualTo(NOON);
    }

    @Test
    void instant_dateWithoutTime_isItsStartInTheZone() {
        Instant start = Instant.parse("2026-03-10T03:00:00Z");
        assertThat(Dates.instant("2026-03-10", SAO_PAULO)).isEqualTo(start);
        assertThat(Dates.instant(LocalDate.parse("2026-03-10"), SAO_PAULO)).isEqualTo(start);
    }

    @ParameterizedTest
    @CsvSource({ "100000000,1973-03-03T09:46:40Z", "99999999999,5138-11-16T09:46:39Z" })
    void instant_firstAndLastEpochSecond_isThatTime(long seconds, Instant time) {
        assertThat(Dates.instant(seconds, SAO_PAULO)).isEqualTo(time);
        assertThat(Dates.instant(String.valueOf(seconds), SAO_PAULO)).isEqualTo(time);
        assertThat(PlausibleTime.isPlausible(time)).isTrue();
    }

    /** Days, relative seconds and milliseconds. */
    @ParameterizedTest
    @ValueSource(strings = { "99999999", "100000000000", "20260310", "60", "0", "-1773154800", "1773154800000" })
    void instant_otherNumber_isRejected(String number) {
        for (Object value : new Object[] { number, Long.valueOf(number), new BigInteger(number) }) {
            assertThatThrownBy(() -> Dates.instant(value, SAO_PAULO)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("from 1973 to 5138", "not milliseconds");
        }
    }

    /** Digits that people write for a date: as epoch seconds they are 2034, 2002 or another year. */
    @ParameterizedTest
    @ValueSource(strings = {
            "2026120108", "2026120123", "2039123100", "2020010100", "202612018", "20261201800", "1012026080",
            "101202608", "10120260800", "3112202608", "0112202608", "31122026080", "1231202608", "1312026080",
            "01122026080" })
    void instant_digitsThatReadAsADate_areRejectedAsAmbiguous(String digits) {
        for (Object value : new Object[] { digits, Long.valueOf(digits), new BigInteger(digits) }) {
            assertThatThrownBy(() -> Dates.instant(value, SAO_PAULO)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("calendar date", "ISO-8601");
            assertThatThrownBy(() -> Dates.day(value, SAO_PAULO)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** No epoch second of the years 2025 and 2026 reads as a date. */
    @Test
    void instant_epochSecondsOfTwoYears_areRead() {
        for (long second = 1_735_700_000L; second < 1_798_800_000L; second += 61) {
            assertThat(Dates.instant(second, SAO_PAULO).getEpochSecond()).isEqualTo(second);
        }
        // Not a month, a day or an hour.
        for (long second : new long[] { 2_026_130_108L, 2_026_123_208L, 2_026_120_199L, 2_019_120_108L, 3_213_202_608L }) {
            assertThat(Dates.instant(second, SAO_PAULO).getEpochSecond()).isEqualTo(second);
        }
    }

    /** <code>java.sql.Date</code> has no time, and throws an exception for one. */
    @Test
    void instant_dateOfADatabase_isItsStartInTheZone() {
        assertThat(Dates.instant(java.sql.Date.valueOf("2026-03-10"), SAO_PAULO))
                .isEqualTo(Instant.parse("2026-03-10T03:00:00Z"));
        assertThat(Dates.instant(java.sql.Timestamp.from(NOON), SAO_PAULO)).isEqualTo(NOON);
        assertThatThrownBy(() -> Dates.instant(java.sql.Time.valueOf("12:00:00"), SAO_PAULO))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("a Time that is not a date");
    }

    @Test
    void instant_calendar_isThatTime() {
        Calendar calendar = Calendar.getInstance();
        calendar.setTimeInMillis(NOON.toEpochMilli());
        assertThat(Dates.instant(calendar, SAO_PAULO)).isEqualTo(NOON);
    }

    @Test
    void day_valueWithoutZone_isNoonOfItsDay() {
        for (Object value : new Object[] {
                "2026-03-10", LocalDate.parse("2026-03-10"), java.sql.Date.valueOf("2026-03-10"), LOCAL.minusHours(12),
                "2026-03-10T23:59" }) {
            assertThat(Dates.day(value, SAO_PAULO)).isEqualTo(NOON);
        }
        Instant other = NOON.plusSeconds(1);
        for (Object value : new Object[] { other, Date.from(other), other.getEpochSecond(), other.toString() }) {
            assertThat(Dates.day(value, SAO_PAULO)).isEqualTo(other);
        }
    }

    @Test
    void instant_numberOfManyDigits_isRejected() {
        // Its last 64 bits are a plausible time.
        BigInteger wrapped = BigInteger.ONE.shiftLeft(64).add(BigInteger.valueOf(NOON.getEpochSecond()));
        for (Object value : new Object[] { wrapped, wrapped.toString(), "9".repeat(100), "9".repeat(101) }) {
            assertThatThrownBy(() -> Dates.instant(value, SAO_PAULO)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "tomorrow", "2026-13-01", "10/03/2026", "2026-03-10 12:00", "2026-03-10T12:00:00-3" })
    void instant_otherText_isRejectedWithTheAcceptedTypes(String text) {
        assertThatThrownBy(() -> Dates.instant(text, SAO_PAULO)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("a text that is not a date", "ISO-8601", "epoch seconds");
    }

    /** With 20,000 characters it took seconds, with this many it would take years. */
    @Test
    void instant_longText_isRejectedAtOnce() {
        assertThatThrownBy(() -> Dates.instant("T".repeat(10_000_000), SAO_PAULO)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a text that is not a date");
    }

    @Test
    void instant_longestZone_isThatTime() {
        String text = "2026-03-10T15:00:00.000000000+00:00[America/Argentina/ComodRivadavia]";
        assertThat(Dates.instant(text.replace("15:00:00.", "12:00:00.").replace("+00:00", "-03:00"), SAO_PAULO))
                .isEqualTo(NOON);
    }
}
