package io.github.camelsms.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a message gets its own item or none, whatever a service does to its list of items. The <code>id_sms</code>
 * of each item is the number of its message.
 */
class ResultMatcherPropertyTest {

    private static List<SmsMessage> batch(int size, int everyNthWithoutId) {
        return IntStream.range(0, size)
                .mapToObj(i -> new SmsMessage(
                        "text", "11987654321", (i + 1) % everyNthWithoutId == 0 ? null : "id-" + i, null))
                .toList();
    }

    private static ResultItem accepted(@Nullable String id, int message) {
        return new ResultItem(id, SmsOutcome.ACCEPTED, 5, String.valueOf(message), null, true);
    }

    private static void assertOwnOrUnknown(List<SmsMessage> batch, List<SmsSendResult> results) {
        assertThat(results).hasSameSizeAs(batch);
        for (int i = 0; i < batch.size(); i++) {
            SmsSendResult result = results.get(i);
            assertThat(result.correlationId()).isEqualTo(batch.get(i).correlationId());
            if (result.outcome() != SmsOutcome.UNKNOWN) {
                assertThat(result.smsId()).isEqualTo(String.valueOf(i));
            }
        }
    }

    @Property(seed = "1", tries = 500)
    void match_itemsPermutedOmittedAndRepeated_returnsOwnResultOrUnknown(
            @ForAll @IntRange(min = 1, max = 30) int size, @ForAll("choices") List<Integer> choices) {
        List<SmsMessage> batch = batch(size, Integer.MAX_VALUE);
        List<ResultItem> items = choices.stream().map(choice -> choice % (size + 3))
                .map(i -> accepted("id-" + i, i)).toList();

        List<SmsSendResult> results = ResultMatcher.match(batch, items, Credentials.NONE);

        assertOwnOrUnknown(batch, results);
        for (int i = 0; i < size; i++) {
            String id = "id-" + i;
            boolean hasResult = items.stream().anyMatch(item -> id.equals(item.correlationId()));
            assertThat(results.get(i).outcome()).isEqualTo(hasResult ? SmsOutcome.ACCEPTED : SmsOutcome.UNKNOWN);
        }
    }

    @Property(seed = "2", tries = 500)
    void match_someSentWithoutIdsAndItemsMoved_returnsOwnResultOrUnknown(
            @ForAll @IntRange(min = 1, max = 12) int size, @ForAll @IntRange(min = 2, max = 5) int everyNthWithoutId,
            @ForAll("choices") List<Integer> choices) {
        List<SmsMessage> batch = batch(size, everyNthWithoutId);
        List<ResultItem> items = choices.stream().map(choice -> choice % size)
                .map(i -> accepted(batch.get(i).correlationId(), i)).toList();

        List<SmsSendResult> results = ResultMatcher.match(batch, items, Credentials.NONE);

        for (int i = 0; i < size; i++) {
            if (batch.get(i).correlationId() != null && results.get(i).outcome() != SmsOutcome.UNKNOWN
                    && items.stream().anyMatch(item -> item.correlationId() != null)) {
                assertThat(results.get(i).smsId()).isEqualTo(String.valueOf(i));
            }
        }
    }

    @Property(seed = "3", tries = 500)
    void match_someItemsWithoutIdsInPlace_returnsOwnResultOrUnknown(
            @ForAll @IntRange(min = 1, max = 30) int size, @ForAll @IntRange(min = 2, max = 5) int everyNthWithoutId,
            @ForAll List<Boolean> losses) {
        List<SmsMessage> batch = batch(size, everyNthWithoutId);
        List<ResultItem> items = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            boolean lost = i < losses.size() && losses.get(i);
            items.add(accepted(lost ? null : batch.get(i).correlationId(), i));
        }

        assertOwnOrUnknown(batch, ResultMatcher.match(batch, items, Credentials.NONE));
    }

    @Property(seed = "4", tries = 500)
    void match_contradictingItems_returnsUnknown(
            @ForAll @IntRange(min = 1, max = 10) int size, @ForAll("choices") List<Integer> choices) {
        List<SmsMessage> batch = batch(size, Integer.MAX_VALUE);
        List<ResultItem> items = new ArrayList<>();
        for (int choice : choices) {
            String id = "id-" + choice % size;
            items.add(choice % 2 == 0
                    ? accepted(id, choice % size) : new ResultItem(id, SmsOutcome.NOT_SENT, 429, null, null, false));
        }

        List<SmsSendResult> results = ResultMatcher.match(batch, items, Credentials.NONE);

        for (SmsSendResult result : results) {
            boolean taken = items.stream().anyMatch(
                    item -> Objects.equals(item.correlationId(), result.correlationId())
                            && item.outcome() == SmsOutcome.ACCEPTED);
            assertThat(taken && result.outcome() == SmsOutcome.NOT_SENT).isFalse();
        }
    }

    @Provide
    Arbitrary<List<Integer>> choices() {
        return Arbitraries.integers().between(0, 1000).list().ofMaxSize(40);
    }
}
