package io.github.camelsms.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ResultMatcherTest {

    private static SmsMessage message(@Nullable String id) {
        return new SmsMessage("Your code is 4711", "11987654321", id, null);
    }

    private static ResultItem ok(@Nullable String id, String smsId) {
        return new ResultItem(id, SmsOutcome.ACCEPTED, 5, smsId, null, true);
    }

    private static ResultItem nok(@Nullable String id, String reason) {
        return new ResultItem(id, SmsOutcome.REJECTED, -5, null, reason, false);
    }

    private static List<SmsSendResult> match(List<SmsMessage> batch, ResultItem... items) {
        return ResultMatcher.match(batch, List.of(items), Credentials.NONE);
    }

    private static List<SmsOutcome> outcomes(List<SmsSendResult> results) {
        return results.stream().map(SmsSendResult::outcome).toList();
    }

    @Test
    void match_reorderedIds_matchesByIds() {
        List<SmsSendResult> results = match(List.of(message("a"), message("b")), nok("b", "no"), ok("a", "1"));

        assertThat(results).containsExactly(SmsSendResult.accepted(5, "1", "a"), SmsSendResult.rejected(-5, "no", "b"));
    }

    @Test
    void match_shuffledFullBatch_returnsOwnResultForEachMessage() {
        List<SmsMessage> batch = IntStream.range(0, 200).mapToObj(i -> message("id-" + i)).toList();
        List<ResultItem> items
                = new ArrayList<>(IntStream.range(0, 200).mapToObj(i -> ok("id-" + i, String.valueOf(i))).toList());
        Collections.shuffle(items, new Random(42));

        List<SmsSendResult> results = ResultMatcher.match(batch, items, Credentials.NONE);

        assertThat(results).extracting(SmsSendResult::smsId)
                .containsExactlyElementsOf(IntStream.range(0, 200).mapToObj(String::valueOf).toList());
    }

    @Test
    void match_fewerItems_returnsUnknownForMissing() {
        List<SmsSendResult> results = match(List.of(message("a"), message("b")), ok("b", "1"));

        assertThat(outcomes(results)).containsExactly(SmsOutcome.UNKNOWN, SmsOutcome.ACCEPTED);
        assertThat(results.get(0).reason()).contains("1 result for 2 messages");
    }

    @Test
    void match_unknownIds_areIgnored() {
        List<SmsSendResult> results = match(List.of(message("a")), ok("x", "9"), ok("a", "1"), ok("y", "8"));

        assertThat(results).containsExactly(SmsSendResult.accepted(5, "1", "a"));
    }

    @Test
    void match_onlyForeignIdsAndEqualCounts_returnsUnknown() {
        assertThat(outcomes(match(List.of(message("a"), message("b")), ok("x", "1"), ok("y", "2"))))
                .containsOnly(SmsOutcome.UNKNOWN);
    }

    @Test
    void match_noIdsAndEqualCounts_matchesByPosition() {
        List<SmsSendResult> results = match(List.of(message("a"), message(null)), ok(null, "1"), nok(null, "no"));

        assertThat(results).containsExactly(SmsSendResult.accepted(5, "1", "a"), SmsSendResult.rejected(-5, "no", null));
    }

    @Test
    void match_noIdsAndDifferentCounts_returnsUnknown() {
        assertThat(outcomes(match(List.of(message("a"), message("b")), ok(null, "1")))).containsOnly(SmsOutcome.UNKNOWN);
        assertThat(outcomes(match(List.of(message("a")), ok(null, "1"), ok(null, "2")))).containsOnly(SmsOutcome.UNKNOWN);
    }

    @Test
    void match_sentWithoutIdAmongIdsInPlace_matchesByPosition() {
        List<SmsSendResult> results = match(List.of(message("a"), message(null)), ok("a", "1"), nok(null, "no"));

        assertThat(results).containsExactly(SmsSendResult.accepted(5, "1", "a"), SmsSendResult.rejected(-5, "no", null));
    }

    @Test
    void match_sentWithoutIdAmongIdsOutOfPlace_returnsUnknown() {
        List<SmsSendResult> results
                = match(List.of(message("a"), message(null), message("b")), ok(null, "1"), ok("a", "2"), ok("b", "3"));

        assertThat(outcomes(results)).containsExactly(SmsOutcome.ACCEPTED, SmsOutcome.UNKNOWN, SmsOutcome.ACCEPTED);
    }

    @Test
    void match_sentWithoutIdAndDifferentCounts_returnsUnknown() {
        assertThat(outcomes(match(List.of(message("a"), message(null)), ok("a", "1"))))
                .containsExactly(SmsOutcome.ACCEPTED, SmsOutcome.UNKNOWN);
    }

    @Test
    void match_itemWithoutIdAmongItemsWithIds_returnsUnknown() {
        assertThat(outcomes(match(List.of(message("a"), message("b")), ok("a", "1"), ok(null, "2"))))
                .containsExactly(SmsOutcome.ACCEPTED, SmsOutcome.UNKNOWN);
    }

    @Test
    void match_itemHasIdOfMessageSentWithoutId_returnsUnknown() {
        assertThat(outcomes(match(List.of(message("a"), message(null)), ok("a", "1"), ok("z", "2"))))
                .containsExactly(SmsOutcome.ACCEPTED, SmsOutcome.UNKNOWN);
    }

    @Test
    void match_duplicateIdsThatAgree_areCountedOnce() {
        assertThat(match(List.of(message("a"), message("b")), ok("a", "1"), ok("a", "1"), ok("b", "2")))
                .containsExactly(SmsSendResult.accepted(5, "1", "a"), SmsSendResult.accepted(5, "2", "b"));
    }

    @Test
    void match_duplicateIdsThatContradict_returnsUnknown() {
        List<SmsSendResult> results = match(List.of(message("a"), message("b")), ok("a", "1"), nok("a", "no"), ok("b", "2"));

        assertThat(outcomes(results)).containsExactly(SmsOutcome.UNKNOWN, SmsOutcome.ACCEPTED);
        assertThat(results.get(0).reason()).contains("contradicting");
    }

    @Test
    void match_noItems_returnsUnknownForAll() {
        assertThat(outcomes(match(List.of(message("a"), message(null))))).containsOnly(SmsOutcome.UNKNOWN);
    }

    @Test
    void match_reasonWithNumberAndText_showsNeither() {
        List<SmsSendResult> results = match(
                List.of(message("a")),
                nok("a", "INVALID 11987654321 / +55 (11) 98765-4321\r\n'Your code is 4711' " + "x".repeat(500)));

        assertThat(results.get(0).reason()).startsWith("INVALID **** / **** '**** **** is ****' xxx")
                .hasSizeLessThanOrEqualTo(200);
    }
}
