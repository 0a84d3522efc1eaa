package io.github.camelsms.body;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.MessageSource;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.text.SmsLongMessage;
import io.github.camelsms.text.TextRules;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that results of segments become results of elements, in whatever order they arrive.
 */
class PartResultsTest {

    private final Recording elements = new Recording();
    private final PartResults results = new PartResults(elements);

    @Test
    void result_segmentsInAnyOrder_returnsOneResultPerElement() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            Recording recording = new Recording();
            PartResults parts = new PartResults(recording);
            int count = random.nextInt(20);
            List<CheckedMessage> given = read(source(
                    IntStream.range(0, count).mapToObj(i -> intake("e" + i, random.nextInt(1_200))).toList(), parts));
            List<Integer> order = new ArrayList<>(IntStream.range(0, given.size()).boxed().toList());
            Collections.shuffle(order, random);
            order.forEach(index -> parts.result(index, resultOf(given.get(index))));
            parts.completed(null);
            assertThat(recording.results.keySet()).as("seed %d", seed)
                    .containsExactlyElementsOf(IntStream.range(0, count).mapToObj(i -> (long) i).toList());
            assertThat(recording.results.values()).as("seed %d", seed).extracting(SmsSendResult::correlationId)
                    .containsExactlyElementsOf(IntStream.range(0, count).mapToObj(i -> "e" + i).toList());
            assertThat(recording.completed).isEqualTo(1);
        }
    }

    @Test
    void next_segmentsOfOneElement_areConsecutive() {
        List<CheckedMessage> given = read(source(List.of(intake("a", 10), intake("b", 400), intake("c", 10)), results));
        assertThat(given).extracting(PartResultsTest::id).containsExactly("a", "b-1of3", "b-2of3", "b-3of3", "c");
    }

    @Test
    void completed_elementPartlyUnread_countsTheRestAsNotSent() {
        PartSource source = source(List.of(intake("a", 400), intake("b", 400)), results);
        results.result(0, resultOf(source.next()));
        ReadFailure unread = new ReadFailure("the component was shut down", null);
        results.completed(unread);
        assertThat(elements.unread).containsExactly(unread);
        assertThat(elements.results).hasSize(1);
        SmsSendResult whole = Objects.requireNonNull(elements.results.get(0L));
        assertThat(whole.outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(whole.reason()).contains("1 of 3 segments accepted", "2 not sent (segment 2, 3)", "shut down");
        assertThat(elements.completed).isEqualTo(1);
    }

    @Test
    void completed_elementsNeverRead_haveNoResult() {
        PartSource source = source(List.of(intake("a", 10), intake("b", 400)), results);
        results.result(0, resultOf(source.next()));
        source.next();
        results.completed(new ReadFailure("the component was shut down", null));
        assertThat(elements.results).hasSize(1).containsKey(0L);
    }

    @Test
    void completed_resultCouldNotBePassedOn_failsTheExchange() {
        RuntimeException failure = new IllegalStateException("no memory left for results");
        List<ReadFailure> ends = new ArrayList<>();
        PartResults failing = new PartResults(new ResultSink() {
            @Override
            public void result(long index, SmsSendResult result) {
                throw failure;
            }

            @Override
            public void completed(@Nullable ReadFailure unread) {
                ends.add(unread);
            }
        });
        PartSource source = source(List.of(intake("a", 10)), failing);
        failing.result(0, resultOf(source.next()));
        failing.completed(null);
        assertThat(ends).singleElement().satisfies(end -> {
            assertThat(end.reason()).contains("segments could not be combined");
            assertThat(end.cause()).isSameAs(failure);
        });
    }

    @Test
    void completed_allResultsPassedOn_hasNoFailure() {
        PartSource source = source(List.of(intake("a", 10)), results);
        results.result(0, resultOf(source.next()));
        results.completed(null);
        assertThat(elements.results).hasSize(1);
        assertThat(elements.unread).containsOnlyNulls();
    }

    @Test
    void priority_input_isThatOfItsElements() {
        assertThat(source(List.of(), results).priority()).isEqualTo(7);
        SmsMessage urgent = SmsMessage.of("x", "11987654321");
        assertThat(new SingleMessage(new CheckedMessage.Valid(urgent)).priority()).isEqualTo(4);
        assertThat(new SingleMessage(new CheckedMessage.Valid(urgent.withPriority(9))).priority()).isEqualTo(9);
    }

    private static PartSource source(List<CheckedMessage> intakes, PartResults results) {
        return new PartSource(
                new Elements(intakes.iterator()),
                new TextRules(SmsLongMessage.split, false), results);
    }

    /** A finite input. */
    private record Elements(Iterator<CheckedMessage> intakes) implements MessageSource {

        @Override
        public @Nullable CheckedMessage next() {
            return intakes.hasNext() ? intakes.next() : null;
        }

        @Override
        public boolean isFinite() {
            return true;
        }

        @Override
        public int priority() {
            return 7;
        }
    }

    private static CheckedMessage intake(String id, int length) {
        return length % 7 == 5
                ? MessageRules.rejected(null, "no", new SmsMessage(null, null, id, null))
                : new CheckedMessage.Valid(new SmsMessage("x".repeat(length), "11987654321", id, null));
    }

    private static List<CheckedMessage> read(PartSource source) {
        List<CheckedMessage> read = new ArrayList<>();
        for (CheckedMessage next = source.next(); next != null; next = source.next()) {
            read.add(next);
        }
        return read;
    }

    private static SmsSendResult resultOf(@Nullable CheckedMessage intake) {
        return intake instanceof CheckedMessage.Rejected rejected
                ? rejected.result() : SmsSendResult.accepted(5, "s", intake == null ? null : id(intake));
    }

    private static @Nullable String id(CheckedMessage intake) {
        return intake instanceof CheckedMessage.Valid fit ? fit.message().correlationId() : null;
    }

    private static final class Recording implements ResultSink {

        final TreeMap<Long, SmsSendResult> results = new TreeMap<>();
        final List<ReadFailure> unread = new ArrayList<>();
        int completed;

        @Override
        public void result(long index, SmsSendResult result) {
            assertThat(results.put(index, result)).isNull();
            assertThat(completed).isZero();
        }

        @Override
        public void completed(@Nullable ReadFailure unread) {
            this.unread.add(unread);
            completed++;
        }
    }
}
