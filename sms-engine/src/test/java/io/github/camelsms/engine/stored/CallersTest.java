package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.engine.FakeService;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.InMemoryMessageStore;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests with callers that wait for messages of another node, and with callers that time out.
 */
class CallersTest {

    private static final int MANY = 2_500;

    private final ManualClock clock = new ManualClock();
    private final StoreView view = new StoreView(new InMemoryMessageStore(clock));
    private final StoredFixture owner = new StoredFixture(clock, view.store(), "owner", created -> {
    });

    @Test
    void search_anotherCallerHasTimedOut_findsTheOutcomesOfOthers() {
        // With a known round-trip time, the next request does not wait for the response to the first one.
        owner.submit("earlier", StoredFixture.untilOutcome());
        clock.advanceMillis(100);
        owner.service.acceptAll();
        clock.advanceMillis(2_000);
        StoredFixture other = owner.newProcess("other");
        StoredSink late = other.submit("late", new SubmitOptions(Duration.ofSeconds(1)));
        owner.engine.wake();
        clock.advanceMillis(500);
        assertThat(owner.ids(1)).containsExactly("late");
        clock.advanceMillis(3_000);

        StoredSink sink = other.submit("urgent", StoredFixture.untilOutcome());
        owner.engine.wake();
        clock.advanceMillis(2_000);
        assertThat(owner.ids(2)).containsExactly("urgent");
        owner.service.requests.get(2).response().accept(FakeService.accepted(owner.service.requests.get(2).messages()));
        clock.advanceMillis(1_500);

        assertThat(late.isCompleted()).as("in flight").isFalse();
        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void outcome_callerOnAnotherNode_isCountedOnce() {
        StoredFixture other = owner.newProcess("other");
        StoredSink sink = other.submit("m1", StoredFixture.untilOutcome());
        owner.engine.wake();
        clock.advanceMillis(500);
        owner.service.acceptAll();
        clock.advanceMillis(1_500);

        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(Stream.of(owner, other).flatMap(node -> node.reported.stream())).hasSize(1);
    }

    @Test
    void outcome_twoCallersOfOneMessage_isCountedOnce() {
        StoredSink first = owner.submit("m1", StoredFixture.untilOutcome());
        StoredSink second = owner.submit("m1", StoredFixture.untilOutcome());
        owner.service.acceptAll();
        StoredSink third = owner.submit("m1", StoredFixture.untilOutcome());

        assertThat(Stream.of(first, second, third)).allMatch(sink -> sink.results.only().outcome() == SmsOutcome.ACCEPTED);
        assertThat(owner.reported).hasSize(1);
    }

    /** As with a caller on another node, the message ends with the first caller that no longer waits. */
    @Test
    void timeout_secondCallerWaitsForLessTime_endsTheMessageInItsTime() {
        owner.engine.suspend();
        StoredSink first = owner.submit("m1", StoredFixture.untilOutcome());
        StoredSink second = owner.submit("m1", new SubmitOptions(Duration.ofSeconds(10)));
        clock.advance(Duration.ofSeconds(10));
        assertThat(second.isCompleted()).isFalse();
        clock.advance(Duration.ofSeconds(2));

        assertThat(second.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(first.results.only()).isEqualTo(second.results.only());
        owner.engine.resume();
        clock.advance(Duration.ofMinutes(1));
        assertThat(owner.service.requests).isEmpty();
    }

    @Test
    void timeout_manyCallers_endsTheirMessagesInChunksAndCountsEachOnce() {
        List<Integer> sizes = new ArrayList<>();
        view.watching = (method, arguments) -> {
            if (method.equals("giveUp") || method.equals("find")) {
                sizes.add(((List<?>) arguments[1]).size());
            }
        };
        // Otherwise a claim ends them.
        view.failing = method -> method.equals("claim");
        owner.engine.suspend();
        List<StoredSink> sinks = IntStream.range(0, MANY)
                .mapToObj(i -> owner.submit("m" + i, new SubmitOptions(Duration.ofSeconds(10)))).toList();
        clock.advance(Duration.ofSeconds(13));

        assertThat(sinks).allMatch(sink -> sink.results.only().outcome() == SmsOutcome.NOT_SENT);
        assertThat(sizes).hasSizeGreaterThan(2).allMatch(size -> size <= 1_000);
        assertThat(owner.reported).hasSize(MANY).extracting(SmsSendResult::outcome).containsOnly(SmsOutcome.NOT_SENT);
    }

    @Test
    void terminate_storeDown_completesAllCallersAtOnce() {
        owner.engine.suspend();
        List<StoredSink> sinks = IntStream.range(0, MANY)
                .mapToObj(i -> owner.submit("m" + i, StoredFixture.untilOutcome())).toList();
        view.failing = method -> true;

        owner.engine.terminate();
        clock.advanceMillis(1_100);

        assertThat(sinks).allMatch(sink -> sink.results.only().outcome() == SmsOutcome.UNKNOWN);
    }
}
