package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.model.StatusLookUp;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsUnknownMessage;
import io.github.camelsms.store.UnknownMessages;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LookUpTest {

    private static final ZoneId ZONE = ZoneId.of("America/Sao_Paulo");
    private static final Duration AT_MOST = Duration.ofHours(1);
    private static final StatusLookUp NO_RECORD = new StatusLookUp.NoRecord();

    @ParameterizedTest
    @CsvSource({
            "2026-05-04T15:00:00Z, 2026-05-04",
            "2026-05-04T02:49:59Z, 2026-05-03",
            "2026-05-04T02:55:00Z, 2026-05-03 2026-05-04",
            "2026-05-04T02:59:59Z, 2026-05-03 2026-05-04",
            "2026-05-04T03:00:00Z, 2026-05-04 2026-05-03",
            "2026-05-04T03:09:59Z, 2026-05-04 2026-05-03",
            "2026-05-04T03:10:00Z, 2026-05-04",
    })
    void query_sentAt_coversItsDaysInTheZone(Instant sentAt, String days) {
        assertThat(days(new LookUp(unknown(sentAt, null, 0, sentAt), AT_MOST, ZONE)))
                .containsExactly(Stream.of(days.split(" ")).map(LocalDate::parse).toArray(LocalDate[]::new));
    }

    @Test
    void query_sentAndScheduledOnDifferentDays_coversBoth() {
        Instant sentAt = Instant.parse("2026-05-04T15:00:00Z");
        Instant scheduled = Instant.parse("2026-05-06T03:05:00Z");

        assertThat(days(new LookUp(unknown(sentAt, scheduled, 0, sentAt), AT_MOST, ZONE))).containsExactly(
                LocalDate.parse("2026-05-04"), LocalDate.parse("2026-05-06"), LocalDate.parse("2026-05-05"));
    }

    @Test
    void respond_noRecordOnOneDayAndFailureOnTheOther_decidesNothing() {
        Instant sentAt = Instant.parse("2026-05-04T03:00:00Z");
        LookUp lookUp = new LookUp(unknown(sentAt, null, 20, sentAt.plus(AT_MOST)), AT_MOST, ZONE);

        assertThat(lookUp.respond(NO_RECORD)).isEqualTo(LookUp.Verdict.OPEN);
        assertThat(lookUp.respond(ReconcilerFixture.failed(false, null)))
                .isEqualTo(LookUp.Verdict.LATER);
    }

    @Test
    void respond_otherMessagesOnOneDayAndFoundOnTheOther_isFound() {
        Instant sentAt = Instant.parse("2026-05-04T03:00:00Z");
        LookUp lookUp = new LookUp(unknown(sentAt, null, 0, sentAt), AT_MOST, ZONE);

        assertThat(lookUp.respond(ReconcilerFixture.found("b"))).isEqualTo(LookUp.Verdict.OPEN);
        assertThat(lookUp.respond(ReconcilerFixture.found("a"))).isEqualTo(LookUp.Verdict.FOUND);
        assertThat(lookUp.evidence()).hasSize(1);
    }

    /** <code>zone</code> is often that of a container. Midnight of the service is another time. */
    @ParameterizedTest
    @ValueSource(strings = { "UTC", "America/Manaus", "Asia/Tokyo" })
    void query_nearMidnightOfTheService_coversBothDaysWithAnotherZone(String zone) {
        Instant sentAt = Instant.parse("2026-05-04T02:55:00Z");
        assertThat(days(new LookUp(unknown(sentAt, null, 0, sentAt), AT_MOST, ZoneId.of(zone))))
                .contains(LocalDate.parse("2026-05-03"), LocalDate.parse("2026-05-04"));
    }

    @Test
    void respond_laterDayHasNoRecordAfterAnInconclusiveFirstDay_decidesNothing() {
        Instant sentAt = Instant.parse("2026-05-04T03:00:00Z");
        LookUp lookUp = new LookUp(unknown(sentAt, null, 20, sentAt.plus(AT_MOST)), AT_MOST, ZONE);

        assertThat(lookUp.respond(ReconcilerFixture.found("b"))).isEqualTo(LookUp.Verdict.OPEN);
        assertThat(lookUp.respond(NO_RECORD)).isEqualTo(LookUp.Verdict.LATER);
    }

    /** The message was rejected ten minutes before it was resent, or not rejected. */
    @ParameterizedTest
    @CsvSource({
            "-600, 600, true", "-10800, 3600, true", "-299, 600, false", "-10800, 0, false", "-100000, 0, true" })
    void respond_deliveredWithAnEarlyDate_isFoundAndNeverNoRecord(int seconds, int rejectedBefore, boolean isInDoubt) {
        Instant sentAt = Instant.parse("2026-05-04T15:00:00Z");
        SmsUnknownMessage first = unknown(sentAt, null, 20, sentAt.plus(AT_MOST));
        Instant rejectedAt = rejectedBefore == 0 ? null : sentAt.minusSeconds(rejectedBefore);
        SmsUnknownMessage message
                = new SmsUnknownMessage(first.message(), sentAt, 20, first.lookAt(), rejectedAt);
        SmsStatus delivered = new SmsStatus(
                "a", UnknownMessages.NUMBER, sentAt.plusSeconds(seconds), SmsDeliveryStatus.DELIVERED, "DELIVERED");
        LookUp lookUp = new LookUp(message, AT_MOST, ZONE);

        assertThat(lookUp.respond(new StatusLookUp.Found(List.of(delivered)))).isEqualTo(LookUp.Verdict.FOUND);
        assertThat(lookUp.evidence()).containsExactly(delivered);
        assertThat(message.isInDoubt(delivered)).isEqualTo(isInDoubt);
        assertThat(message.isEvidence(delivered)).isNotEqualTo(isInDoubt);
    }

    /** The message was rejected ten minutes before it was resent. */
    @ParameterizedTest
    @CsvSource({
            "-600, 11987654321, 20, NO_RECORD", "-600, 11987654321, -1, LATER", "-299, 11987654321, 20, FOUND",
            "5, 5511987654321, 20, FOUND", "5, 21900000000, 20, NO_RECORD" })
    void respond_statusOfTheRejectedRequestOrOfAnotherNumber_isNoRecord(
            int seconds, String number, int millisAfterTheEnd, LookUp.Verdict verdict) {
        Instant sentAt = Instant.parse("2026-05-04T15:00:00Z");
        SmsUnknownMessage first = unknown(sentAt, null, 20, sentAt.plus(AT_MOST).plusMillis(millisAfterTheEnd));
        LookUp lookUp = new LookUp(
                new SmsUnknownMessage(
                        first.message(), sentAt, 20, first.lookAt(), sentAt.minusSeconds(600)),
                AT_MOST, ZONE);

        assertThat(lookUp.respond(new StatusLookUp.Found(
                List.of(
                        new SmsStatus("a", number, sentAt.plusSeconds(seconds), SmsDeliveryStatus.SENT, "SENT")))))
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({ "-1, LATER", "0, NO_RECORD", "1, NO_RECORD" })
    void respond_noRecord_countsOnlyIfDueAfterTheEnd(long millis, LookUp.Verdict verdict) {
        Instant sentAt = Instant.parse("2026-05-04T15:00:00Z");
        LookUp lookUp = new LookUp(unknown(sentAt, null, 20, sentAt.plus(AT_MOST).plusMillis(millis)), AT_MOST, ZONE);

        assertThat(lookUp.respond(NO_RECORD)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({ "0, 30", "1, 60", "2, 120", "3, 240", "4, 300", "5, 300", "2000000000, 300" })
    void backoff_attempts_doublesUpToFiveMinutes(int looks, long seconds) {
        Instant sentAt = Instant.parse("2026-05-04T15:00:00Z");

        assertThat(new LookUp(unknown(sentAt, null, looks, sentAt), AT_MOST, ZONE).backoff())
                .isEqualTo(Duration.ofSeconds(seconds));
    }

    /** Only the lookup at or after the end decides. */
    @ParameterizedTest
    @CsvSource({ "301000, 300000", "299000, 299000", "1, 1", "0, 300000", "-1000, 300000" })
    void backoff_endBeforeTheNextLookUp_isShortenedToTheEnd(long millisLeft, long millis) {
        Instant sentAt = Instant.parse("2026-05-04T15:00:00Z");
        Instant lookAt = sentAt.plus(AT_MOST).minusMillis(millisLeft);

        assertThat(new LookUp(unknown(sentAt, null, 20, lookAt), AT_MOST, ZONE).backoff())
                .isEqualTo(Duration.ofMillis(millis));
    }

    private static List<LocalDate> days(LookUp lookUp) {
        List<LocalDate> days = new ArrayList<>();
        do {
            days.add(LocalDate.ofInstant(lookUp.query().date(), ZONE));
        } while (lookUp.respond(NO_RECORD) == LookUp.Verdict.OPEN);
        return days;
    }

    /** Otherwise the message would be parked, or sent again with whenNotFound=resend. */
    @Test
    void respond_clockOfTheStoreWasSetBackBeforeItWasSent_isFound() {
        Instant sentAt = Instant.parse("2026-05-04T15:00:00Z");
        SmsUnknownMessage message
                = unknown(sentAt.plus(Duration.ofDays(1)), sentAt, null, 0, sentAt.plus(AT_MOST));

        assertThat(new LookUp(message, AT_MOST, ZONE).respond(found(sentAt))).isEqualTo(LookUp.Verdict.FOUND);
    }

    private static StatusLookUp found(Instant sentDate) {
        return new StatusLookUp.Found(
                List.of(new SmsStatus("a", UnknownMessages.NUMBER, sentDate, SmsDeliveryStatus.SENT, "SENT")));
    }

    private static SmsUnknownMessage unknown(Instant sentAt, @Nullable Instant scheduled, int looks, Instant lookAt) {
        return unknown(sentAt, sentAt, scheduled, looks, lookAt);
    }

    private static SmsUnknownMessage unknown(
            Instant storedAt, Instant sentAt, @Nullable Instant scheduled, int looks, Instant lookAt) {
        SmsMessage message = new SmsMessage("hello", UnknownMessages.NUMBER, "a", scheduled);
        return new SmsUnknownMessage(
                new SmsStoredMessage(
                        1, "demo", message, SmsMessageState.UNKNOWN, 1, null, null, "no response", 1, storedAt, null, null,
                        sentAt, null, null, Map.of(), SmsOffer.AT_ONCE),
                sentAt, looks, lookAt, null);
    }
}
