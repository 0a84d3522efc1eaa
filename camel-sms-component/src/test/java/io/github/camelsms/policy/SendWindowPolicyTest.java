package io.github.camelsms.policy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;

import io.github.camelsms.SmsVerdict;
import io.github.camelsms.model.SmsMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SendWindowPolicyTest {

    private static final ZoneId ZONE = ZoneId.of("America/Sao_Paulo");
    private static final SmsMessage MESSAGE = SmsMessage.of("text", "11987654321");

    @TempDir
    Path folder;
    private final SendWindowPolicy policy = new SendWindowPolicy();

    private static Instant at(String local) {
        return LocalDateTime.parse(local).atZone(ZONE).toInstant();
    }

    /** 2026-03-06 is a Friday. */
    @ParameterizedTest
    @CsvSource({
            "2026-03-06T08:00, 2026-03-06T20:00", "2026-03-06T19:59:59, 2026-03-06T20:00",
            "2026-03-07T09:00, 2026-03-07T13:00", "2026-03-08T01:59, 2026-03-08T02:00", "2026-03-07T23:00, 2026-03-08T02:00" })
    void check_withinHours_isAllowedUntilTheirEnd(String now, String end) {
        policy.setHours("MON-FRI 08:00-20:00, Saturday 09:00-13:00, SAT 22:00-02:00");

        assertThat(policy.check(MESSAGE, at(now))).isEqualTo(SmsVerdict.allowUntil(at(end)));
    }

    @ParameterizedTest
    @CsvSource({
            "2026-03-06T07:59:59, 2026-03-06T08:00", "2026-03-06T20:00, 2026-03-09T08:00",
            "2026-03-08T12:00, 2026-03-09T08:00" })
    void check_outsideHours_isDeferredToTheNextOnes(String now, String start) {
        SmsVerdict verdict = policy.check(MESSAGE, at(now));

        assertThat(verdict).isInstanceOfSatisfying(
                SmsVerdict.Defer.class, defer -> assertThat(defer.until()).isEqualTo(at(start)));
    }

    @Test
    void check_wholeDay_endsAtMidnight() {
        policy.setHours("MON-SUN 00:00-24:00");

        assertThat(policy.check(MESSAGE, at("2026-03-06T23:59"))).isEqualTo(SmsVerdict.allowUntil(at("2026-03-07T00:00")));
    }

    @Test
    void check_clocksGoForward_startsWithTheHour() {
        policy.setZone("America/New_York");
        policy.setHours("SUN 02:30-04:00");

        SmsVerdict verdict = policy.check(MESSAGE, Instant.parse("2026-03-08T06:00:00Z"));

        assertThat(verdict).isInstanceOfSatisfying(
                SmsVerdict.Defer.class, defer -> assertThat(defer.until()).isEqualTo(Instant.parse("2026-03-08T07:30:00Z")));
    }

    @Test
    void check_highPriority_passesAtAnyTime() {
        policy.setPassPriority(7);

        assertThat(policy.check(MESSAGE.withPriority(7), at("2026-03-08T12:00"))).isEqualTo(SmsVerdict.allow());
        assertThat(policy.check(MESSAGE.withPriority(6), at("2026-03-08T12:00"))).isInstanceOf(SmsVerdict.Defer.class);
    }

    @Test
    void check_holiday_isDeferredToTheNextDay() throws IOException {
        Path file = folder.resolve("holidays.txt");
        Files.writeString(file, "\uFEFF# Brazil\n2026-03-06 # a Friday\n\n12-25\n");
        policy.setHolidays(file.toString());

        assertThat(((SmsVerdict.Defer) policy.check(MESSAGE, at("2026-03-06T12:00"))).until())
                .isEqualTo(at("2026-03-09T08:00"));
        assertThat(((SmsVerdict.Defer) policy.check(MESSAGE, at("2028-12-25T12:00"))).until())
                .isEqualTo(at("2028-12-26T08:00"));

        Files.writeString(file, "2026-03-09\n");
        assertThat(((SmsVerdict.Defer) policy.check(MESSAGE, at("2029-12-25T07:00"))).until())
                .isEqualTo(at("2029-12-25T08:00"));
        Files.delete(file);
        assertThatThrownBy(() -> policy.check(MESSAGE, at("2029-12-26T12:00"))).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void setHolidays_lineIsNoDate_isNamed() throws IOException {
        Path file = folder.resolve("holidays.txt");
        Files.writeString(file, "2026-03-06\n25/12/2026\n");

        assertThatThrownBy(() -> policy.setHolidays(file.toString())).hasMessageContaining("Line 2");
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "08:00-20:00", "MON 8:00-20:00", "MON 08:00-25:00", "DOM 08:00-20:00", "MON 08:00-20:00," })
    void setHours_otherText_isInvalid(String hours) {
        assertThatThrownBy(() -> policy.setHours(hours)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is invalid: write for example");
    }
}
