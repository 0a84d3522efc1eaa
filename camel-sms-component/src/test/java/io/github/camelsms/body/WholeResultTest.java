package io.github.camelsms.body;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.body.PartResults.WholeResult;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the result of a message from the results of its segments.
 */
class WholeResultTest {

    private static final SmsSendResult OK_1 = SmsSendResult.accepted(5, "s1", "c1-1of3");
    private static final SmsSendResult OK_2 = SmsSendResult.accepted(5, "s2", "c1-2of3");
    private static final SmsSendResult OK_3 = SmsSendResult.accepted(5, "s3", "c1-3of3");

    @Test
    void result_allSegmentsAccepted_isAcceptedWithAllIds() {
        assertThat(whole(OK_1, OK_2, OK_3)).isEqualTo(SmsSendResult.accepted(5, "s1,s2,s3", "c1"));
    }

    @Test
    void result_segmentsOfSeveralRequests_hasTheFirstSendTime() {
        Instant first = Instant.parse("2026-03-01T02:59:59Z");
        assertThat(whole(OK_1.withSentAt(first.plusSeconds(1)), OK_2.withSentAt(first), OK_3).sentAt()).isEqualTo(first);
        assertThat(whole(OK_1.withSentAt(first), SmsSendResult.unknown(null, "lost", "c").withSentAt(first.plusSeconds(1)))
                .sentAt()).isEqualTo(first);
        assertThat(whole(OK_1, OK_2, OK_3).sentAt()).isNull();
    }

    @Test
    void result_acceptedWithoutIds_hasNoIds() {
        assertThat(whole(SmsSendResult.accepted(5, null, "a"), SmsSendResult.accepted(5, null, "b")).smsId()).isNull();
    }

    @Test
    void result_someNotSent_isUnknownNamingThem() {
        assertThat(whole(OK_1, OK_2, SmsSendResult.notSent(null, "its deliveryTimeout ended", "c1-3of3")))
                .isEqualTo(SmsSendResult.unknown(
                        null, "2 of 3 segments accepted, 1 not sent (segment 3); segment 3: its deliveryTimeout ended", "c1"));
    }

    @Test
    void result_oneOfEachOutcome_hasReasonAndCodeOfTheUnknownSegment() {
        assertThat(whole(
                SmsSendResult.notSent(404, "gone", "a"), SmsSendResult.rejected(-5, "BAD", "b"), OK_3,
                SmsSendResult.unknown(500, "broken", "d")))
                .isEqualTo(SmsSendResult.unknown(
                        500,
                        "1 of 4 segments accepted, 1 unknown (segment 4), 1 rejected (segment 2), 1 not sent (segment 1); segment 4: broken",
                        "c1"));
    }

    @Test
    void result_rejectedAndNotSent_isRejected() {
        SmsSendResult whole = whole(SmsSendResult.notSent(null, "late", "a"), SmsSendResult.rejected(-5, "BAD", "b"));
        assertThat(whole).isEqualTo(
                SmsSendResult.rejected(-5,
                        "0 of 2 segments accepted, 1 rejected (segment 2), 1 not sent (segment 1); segment 2: BAD",
                        "c1"));
    }

    @Test
    void result_noneSent_keepsTheCode() {
        SmsSendResult whole = whole(SmsSendResult.notSent(401, "no", "a"), SmsSendResult.notSent(401, "no", "b"));
        assertThat(whole).isEqualTo(
                SmsSendResult.notSent(401, "0 of 2 segments accepted, 2 not sent (segment 1, 2); segment 1: no", "c1"));
    }

    @Test
    void result_notSplit_isThatOfItsOnlySegment() {
        assertThat(whole(OK_2)).isSameAs(OK_2);
    }

    static Stream<List<SmsOutcome>> mixtures() {
        return IntStream.rangeClosed(2, 5).boxed().flatMap(WholeResultTest::mixtures);
    }

    private static Stream<List<SmsOutcome>> mixtures(int parts) {
        SmsOutcome[] kinds = SmsOutcome.values();
        return IntStream.range(0, (int) Math.pow(kinds.length, parts)).mapToObj(
                number -> IntStream.range(0, parts)
                        .mapToObj(part -> kinds[number / (int) Math.pow(kinds.length, part) % kinds.length]).toList());
    }

    @Test
    void result_anyMixture_isSafeToResendOnlyIfNothingWasSent() {
        assertThat(mixtures()).hasSize(16 + 64 + 256 + 1024).allSatisfy(outcomes -> {
            SmsSendResult whole = whole(outcomes.stream()
                    .map(outcome -> new SmsSendResult(outcome, null, null, "why", null)).toArray(SmsSendResult[]::new));
            boolean maybeSent = outcomes.contains(SmsOutcome.ACCEPTED) || outcomes.contains(SmsOutcome.UNKNOWN);
            boolean allAccepted = outcomes.stream().allMatch(outcome -> outcome == SmsOutcome.ACCEPTED);
            SmsOutcome expected = allAccepted
                    ? SmsOutcome.ACCEPTED
                    : maybeSent
                            ? SmsOutcome.UNKNOWN
                    : outcomes.contains(SmsOutcome.REJECTED) ? SmsOutcome.REJECTED : SmsOutcome.NOT_SENT;
            assertThat(whole.outcome()).as("%s", outcomes).isEqualTo(expected);
            assertThat(whole.correlationId()).isEqualTo("c1");
        });
    }

    private static SmsSendResult whole(SmsSendResult... parts) {
        WholeResult whole = new WholeResult(0, "c1", parts.length);
        for (int i = parts.length - 1; i >= 0; i--) {
            assertThat(whole.add(i, parts[i])).isEqualTo(i == 0);
        }
        return whole.result();
    }
}
