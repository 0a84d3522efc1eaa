package io.github.camelsms.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the order of waiting messages, their expiry, and callers held back by a full queue.
 */
class MemoryEngineOrderTest {

    private static final EngineSettings SETTINGS
            = new EngineSettings(
                    MemoryEngineFixture.SECOND, Pacing.adaptive, 20, 100, 4, false, MemoryEngineFixture.RESPONSE_TIMEOUT);

    private final MemoryEngineFixture fixture = new MemoryEngineFixture(SETTINGS);
    private final FakeService service = fixture.service;
    private final ManualClock clock = fixture.clock;

    @AfterEach
    void noInternalErrors() {
        assertThat(fixture.errors).isEmpty();
    }

    @Test
    void submit_higherPriority_overtakesTheBacklog() {
        closeTheSlot();
        campaign(60);
        submit("password", 9, null);
        nextRequest();
        assertThat(idsOf(1)).startsWith("password", "m0", "m1").hasSize(20);
    }

    @Test
    void submit_higherPriorityToAFullQueue_isInTheNextRequest() {
        closeTheSlot();
        campaign(300);
        assertThat(fixture.engine.state().pendingMessages()).isEqualTo(100);
        assertThat(fixture.engine.state().heldBack()).isEqualTo(200);
        submit("password", 9, null);
        nextRequest();
        assertThat(idsOf(1)).startsWith("password");
    }

    @Test
    void submit_samePriority_keepsTheOrder() {
        closeTheSlot();
        IntStream.range(0, 60).forEach(i -> submit(i % 2 + "-" + i, i % 2 == 0 ? 2 : 7, null));
        for (int request = 0; request < 3; request++) {
            nextRequest();
        }
        List<String> sent = Stream.of(1, 2, 3).flatMap(i -> idsOf(i).stream()).toList();
        assertThat(sent.stream().filter(id -> id.startsWith("0-")).map(id -> Integer.valueOf(id.substring(2)))).isSorted()
                .hasSize(30);
        assertThat(sent.stream().filter(id -> id.startsWith("1-")).map(id -> Integer.valueOf(id.substring(2)))).isSorted()
                .hasSize(30);
    }

    @Test
    void submit_endlessHigherPriority_reservesATenthForTheOldest() {
        closeTheSlot();
        submit("low", 0, null);
        IntStream.range(0, 400).forEach(i -> submit("high" + i, 9, null));
        nextRequest();
        assertThat(idsOf(1)).contains("low");
        assertThat(idsOf(1).stream().filter(id -> id.startsWith("high"))).hasSize(19);
    }

    @Test
    void submit_inputWhileSinglesKeepTheQueueFull_isStillRead() {
        closeTheSlot();
        campaign(150);
        RecordingSink input = fixture.submitMany(MemoryEngineFixture.messages(4), true);
        for (int request = 0; request < 10; request++) {
            campaign(20);
            nextRequest();
        }
        assertThat(input.results).isNotEmpty();
        assertThat(fixture.engine.state().heldBack()).isNotZero();
    }

    @Test
    void submit_expiredAtItsSlot_isNotSent() {
        closeTheSlot();
        RecordingSink old = submit("old", 4, Duration.ofMillis(500));
        RecordingSink fresh = submit("fresh", 4, Duration.ofSeconds(5));
        nextRequest();
        assertThat(idsOf(1)).containsExactly("fresh");
        assertThat(old.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(old.only().reason()).contains("time to live");
        assertThat(fresh.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void submit_throttledAndThenExpired_isNotRetried() {
        RecordingSink old = submit("old", 4, Duration.ofMillis(400));
        clock.advanceMillis(20);
        service.response(new SendResponse.Throttled(Duration.ofSeconds(2), "too many requests"));
        clock.advanceMillis(3_000);
        assertThat(service.requests).hasSize(1);
        assertThat(old.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(old.only().reason()).contains("time to live", "too many requests");
    }

    @Test
    void submit_negativeTimeToLive_isNotSent() {
        assertThat(submit("past", 4, Duration.ofSeconds(-1)).only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(service.requests).isEmpty();
    }

    @Test
    void submit_queueFullAndRefusing_failsImmediatelyExceptHigherPriority() {
        MemoryEngineFixture refusing
                = new MemoryEngineFixture(
                        new EngineSettings(
                                MemoryEngineFixture.SECOND, Pacing.adaptive, 2, 3, 4, true,
                                MemoryEngineFixture.RESPONSE_TIMEOUT));
        refusing.submit("first");
        List<RecordingSink> waiting = refusing.submit(3);
        RecordingSink refused = refusing.submit("one too many");
        assertThat(refused.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(refused.only().reason()).contains("maxPendingMessages=3");
        assertThat(waiting).noneMatch(RecordingSink::isCompleted);

        RecordingSink urgent = new RecordingSink();
        refusing.engine.submit(
                MemoryEngineFixture.message("urgent").withPriority(9), MemoryEngineFixture.OPTIONS, urgent);
        assertThat(urgent.isCompleted()).isFalse();
    }

    @Test
    void submit_segmentsToAFullRefusingQueue_failImmediatelyTogether() {
        MemoryEngineFixture refusing
                = new MemoryEngineFixture(
                        new EngineSettings(
                                MemoryEngineFixture.SECOND, Pacing.adaptive, 2, 3, 4, true,
                                MemoryEngineFixture.RESPONSE_TIMEOUT));
        refusing.submit("first");
        refusing.submit(3);

        RecordingSink parts = new RecordingSink();
        refusing.engine.submit(input(true), MemoryEngineFixture.OPTIONS, parts);
        RecordingSink many = new RecordingSink();
        refusing.engine.submit(input(false), MemoryEngineFixture.OPTIONS, many);

        assertThat(parts.isCompleted()).isTrue();
        assertThat(parts.results.values()).hasSize(2).allSatisfy(
                result -> assertThat(result.reason()).contains("maxPendingMessages=3"));
        assertThat(many.isCompleted()).isFalse();
        assertThat(many.results).isEmpty();
    }

    private static MessageSource input(boolean oneMessage) {
        Iterator<SmsMessage> messages = List.of(MemoryEngineFixture.message("1"), MemoryEngineFixture.message("2")).iterator();
        return new MessageSource() {
            @Override
            public @Nullable CheckedMessage next() {
                return messages.hasNext() ? new CheckedMessage.Valid(messages.next()) : null;
            }

            @Override
            public boolean isFinite() {
                return true;
            }

            @Override
            public boolean isOneMessage() {
                return oneMessage;
            }
        };
    }

    @Test
    void throttled_severalRequests_areRetriedInOrder() {
        fixture.warmUp();
        int before = service.requests.size();
        campaign(40);
        clock.advanceMillis(1_500);
        assertThat(service.inFlight()).isEqualTo(2);
        service.response(new SendResponse.Throttled(null, "too many requests"));
        service.response(new SendResponse.Throttled(null, "too many requests"));
        clock.advanceMillis(5_000);
        assertThat(idsOf(before + 2)).startsWith("m0", "m1").hasSize(20);
        assertThat(idsOf(before + 3)).startsWith("m20", "m21").hasSize(20);
    }

    @Test
    void drain_betweenTwoMessages_refusesOnlyTheSecondOne() {
        List<Runnable> pool = new ArrayList<>();
        MemoryEngine engine = new MemoryEngine(
                SETTINGS, service, clock, new EngineExecutors(pool::add, Runnable::run, Runnable::run), EngineListeners.of());
        RecordingSink before = new RecordingSink();
        RecordingSink after = new RecordingSink();
        // Its task waits for a thread, and so do all later ones.
        engine.resume();
        engine.submit(MemoryEngineFixture.message("before"), MemoryEngineFixture.OPTIONS, before);
        engine.drain();
        engine.submit(MemoryEngineFixture.message("after"), MemoryEngineFixture.OPTIONS, after);
        assertThat(pool).hasSize(1);
        pool.get(0).run();
        service.acceptAll();
        assertThat(before.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(after.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
    }

    private void closeTheSlot() {
        submit("first", 4, null);
        clock.advanceMillis(20);
        service.acceptAll();
    }

    private void campaign(int count) {
        fixture.submit(count);
    }

    private RecordingSink submit(String id, int priority, @Nullable Duration timeToLive) {
        RecordingSink sink = new RecordingSink();
        SmsMessage message = MemoryEngineFixture.message(id).withPriority(priority).withTimeToLive(timeToLive);
        fixture.engine.submit(message, MemoryEngineFixture.OPTIONS, sink);
        return sink;
    }

    private void nextRequest() {
        clock.advanceMillis(1_100);
        service.acceptAll();
    }

    private List<String> idsOf(int request) {
        return service.requests.get(request).messages().stream().map(SmsMessage::correlationId).toList();
    }
}
