package io.github.camelsms.engine;

import io.github.camelsms.model.SendResponse;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.engine.MemoryEngineFixture.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the state that the engine reports.
 */
class EngineStateTest {

    private final MemoryEngineFixture fixture = new MemoryEngineFixture();

    @Test
    void state_beforeTheFirstMessage_isIdleWithAnOpenSlot() {
        assertThat(fixture.engine.state())
                .isEqualTo(new EngineState(0, 0, 0, null, 0L, SECOND, null, false, false, false));
    }

    @Test
    void state_firstRequestInFlight_waitsForItsResponse() {
        fixture.submit("a");
        assertThat(fixture.engine.state().requestsInFlight()).isEqualTo(1);
        assertThat(fixture.engine.state().slotOpensAt()).isNull();
    }

    @Test
    void state_messagesWaiting_containsTheOldestOfAnyPriority() {
        fixture.submit("a");
        fixture.clock.advanceMillis(3);
        fixture.engine.submit(
                MemoryEngineFixture.message("b").withPriority(1), MemoryEngineFixture.OPTIONS, new RecordingSink());
        fixture.clock.advanceMillis(4);
        fixture.engine.submit(
                MemoryEngineFixture.message("c").withPriority(9), MemoryEngineFixture.OPTIONS, new RecordingSink());
        assertThat(fixture.engine.state().oldestTakenAt()).isEqualTo(3_000_000L);
    }

    @Test
    void state_severalMessagesWaiting_countsEach() {
        fixture.submit("a");
        for (int i = 0; i < 5; i++) {
            fixture.submit("m" + i);
            assertThat(fixture.engine.state().pendingMessages()).isEqualTo(i + 1);
        }
    }

    @Test
    void state_slotUsed_containsTheNextSlot() {
        fixture.submit("a");
        fixture.clock.advanceMillis(10);
        fixture.service.acceptAll();
        assertThat(fixture.engine.state().slotOpensAt()).isBetween(SECOND, SECOND + 20_000_000L);
    }

    @Test
    void state_serviceUnreachable_slotIsTheNextAttempt() {
        fixture.submit("a");
        fixture.service.response(new SendResponse.NotConnected("refused"));
        assertThat(fixture.engine.state().slotOpensAt()).isEqualTo(500_000_000L);
        assertThat(fixture.engine.state().trouble()).isEqualTo("refused");
    }

    @Test
    void state_slowNetwork_usualGapExceedsTheInterval() {
        fixture.warmUp();
        long near = fixture.engine.state().usualGapNanos();
        for (int i = 0; i < 40; i++) {
            fixture.submit("far" + i);
            fixture.clock.advanceMillis(i % 2 == 0 ? 10 : 70);
            fixture.service.acceptAll();
            fixture.clock.advanceMillis(1_500);
        }
        assertThat(near).isBetween(SECOND, SECOND + 20_000_000L);
        assertThat(fixture.engine.state().usualGapNanos()).isGreaterThan(near + 10_000_000L).isLessThan(2 * SECOND);
    }
}
