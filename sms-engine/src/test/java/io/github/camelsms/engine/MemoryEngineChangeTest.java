package io.github.camelsms.engine;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for settings that change while messages are queued and in flight.
 */
class MemoryEngineChangeTest {

    private static final long SECOND = MemoryEngineFixture.SECOND;

    private final MemoryEngineFixture fixture = new MemoryEngineFixture(settings(SECOND, Pacing.adaptive, 2, 100, 4, false));
    private final MemoryEngine engine = fixture.engine;
    private final FakeService service = fixture.service;
    private final ManualClock clock = fixture.clock;

    @AfterEach
    void noInternalErrors() {
        assertThat(fixture.errors).isEmpty();
    }

    @Test
    void change_longerInterval_startsAtTheLastRequest() {
        fixture.submit(6);
        clock.advanceMillis(10);
        service.acceptAll();

        engine.change(settings(5 * SECOND, Pacing.adaptive, 2, 100, 4, false));

        clock.advanceMillis(4_980);
        assertThat(service.requests).hasSize(1);
        clock.advanceMillis(100);
        assertThat(service.requests).hasSize(2);
    }

    @Test
    void change_shorterInterval_wakesTheEngineAtTheEarlierSlot() {
        fixture.submit(6);
        clock.advanceMillis(10);
        service.acceptAll();

        engine.change(settings(SECOND / 10, Pacing.adaptive, 2, 100, 4, false));

        clock.advanceMillis(80);
        assertThat(service.requests).hasSize(1);
        clock.advanceMillis(30);
        assertThat(service.requests).hasSize(2);
    }

    @Test
    void change_beforeTheFirstRequest_delaysNothing() {
        engine.change(settings(3600 * SECOND, Pacing.adaptive, 2, 100, 4, false));
        fixture.submit("a");
        assertThat(service.requests).hasSize(1);
    }

    @Test
    void change_manyTimes_keepsTheCurrentIntervalBetweenRequests() {
        fixture.submit(100);
        long[] intervals = { SECOND, SECOND / 4, 2 * SECOND, SECOND / 50, SECOND };
        for (int step = 0; step < 400; step++) {
            int sent = service.requests.size();
            long interval = intervals[step % intervals.length];
            engine.change(settings(interval, step % 7 < 3 ? Pacing.strict : Pacing.adaptive, 2, 100, 4, false));
            clock.advanceMillis(37);
            if (service.inFlight() > 0 && step % 2 == 0) {
                service.acceptAll();
            }
            for (int i = Math.max(1, sent); i < service.requests.size(); i++) {
                long gap = service.requests.get(i).departedAt() - service.requests.get(i - 1).departedAt();
                assertThat(gap).isGreaterThanOrEqualTo(interval);
            }
        }
        assertThat(service.requests).hasSizeGreaterThan(10);
    }

    @Test
    void change_toStrict_startsAtTheLastResponse() {
        fixture.warmUp();
        int sent = service.requests.size();
        fixture.submit("first");
        clock.advanceMillis(300);
        service.acceptAll();
        long responded = clock.nanos();

        engine.change(settings(SECOND, Pacing.strict, 2, 100, 4, false));
        fixture.submit("second");
        clock.advanceMillis(2_000);

        assertThat(service.requests.get(sent + 1).departedAt()).isEqualTo(responded + SECOND);
    }

    @Test
    void change_toStrictWithARequestInFlight_waitsForItsResponse() {
        fixture.warmUp();
        int sent = service.requests.size();
        fixture.submit("first");

        engine.change(settings(SECOND, Pacing.strict, 2, 100, 4, false));
        fixture.submit("second");

        clock.advanceMillis(10_000);
        assertThat(service.requests).hasSize(sent + 1);
        service.acceptAll();
        clock.advanceMillis(1_000);
        assertThat(service.requests).hasSize(sent + 2);
    }

    @Test
    void change_backoffAfter429_staysInEffect() {
        fixture.submit("a");
        service.response(new SendResponse.Throttled(Duration.ofSeconds(30), "429"));

        engine.change(settings(SECOND / 10, Pacing.adaptive, 2, 100, 4, false));

        clock.advanceMillis(29_900);
        assertThat(service.requests).hasSize(1);
        clock.advanceMillis(200);
        assertThat(service.requests).hasSize(2);
    }

    @Test
    void change_suspensionHaltAndBackoff_stayInEffect() {
        fixture.submit("a");
        service.response(new SendResponse.NotConnected("refused"));
        engine.change(settings(1, Pacing.adaptive, 2, 100, 4, false));
        clock.advanceMillis(400);
        assertThat(service.requests).as("requests during the backoff").hasSize(1);
        clock.advanceMillis(200);
        assertThat(service.requests).hasSize(2);
        service.response(new SendResponse.Unauthorized(401, "bad password"));

        engine.change(settings(1, Pacing.adaptive, 5, 100, 4, false));
        assertThat(fixture.submit("b").only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(engine.state().credentialsRejected()).isTrue();

        clock.advanceMillis(60_001);
        engine.suspend();
        engine.change(settings(1, Pacing.adaptive, 2, 100, 4, false));
        fixture.submit("c");
        clock.advanceMillis(10_000);
        assertThat(service.requests).hasSize(2);
        assertThat(engine.state().suspended()).isTrue();
    }

    @Test
    void credentialsChanged_halted_sendsTheNextProbeAtThePace() {
        fixture.submit("a");
        service.response(new SendResponse.Unauthorized(401, "bad password"));
        engine.credentialsChanged();
        RecordingSink probe = fixture.submit("b");
        clock.advanceMillis(1_001);
        assertThat(service.requests).hasSize(2);
        assertThat(engine.state().credentialsRejected()).isTrue();
        service.response(new SendResponse.Unauthorized(401, "bad password"));
        assertThat(probe.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(fixture.submit("c").only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(service.requests).hasSize(2);
    }

    @Test
    void credentialsChanged_notHalted_keepsTheBackoff() {
        fixture.submit("a");
        service.response(new SendResponse.NotConnected("refused"));
        engine.credentialsChanged();
        clock.advanceMillis(400);
        assertThat(service.requests).hasSize(1);
        clock.advanceMillis(200);
        assertThat(service.requests).hasSize(2);
    }

    @Test
    void change_batchSize_appliesToTheNextRequest() {
        fixture.submit(21);
        service.acceptAll();

        engine.change(settings(SECOND, Pacing.adaptive, 10, 100, 4, false));

        clock.advanceMillis(1_100);
        service.acceptAll();
        engine.change(settings(SECOND, Pacing.adaptive, 3, 100, 4, false));
        clock.advanceMillis(1_100);
        assertThat(service.requests.stream().map(request -> request.messages().size())).containsExactly(1, 10, 3);
    }

    @Test
    void change_lowerInFlightLimit_sendsNothingUntilBelowIt() {
        fixture.warmUp();
        int before = service.requests.size();
        fixture.submit(20);
        clock.advanceMillis(2_500);
        int inFlight = service.requests.size() - before;
        assertThat(inFlight).isEqualTo(3);

        engine.change(settings(SECOND, Pacing.adaptive, 2, 100, 1, false));

        clock.advanceMillis(10_000);
        service.acceptAll();
        service.acceptAll();
        clock.advanceMillis(10_000);
        assertThat(service.requests).hasSize(before + inFlight);
        service.acceptAll();
        clock.advanceMillis(1_100);
        assertThat(service.requests).hasSize(before + inFlight + 1);
    }

    @Test
    void change_lowerPendingLimit_keepsTheQueueAndRefusesTheNextMessage() {
        fixture.submit("first");
        List<RecordingSink> queued = fixture.submit(50);

        engine.change(settings(SECOND, Pacing.adaptive, 20, 10, 4, true));
        RecordingSink refused = fixture.submit("one too many");

        assertThat(refused.only().reason()).contains("maxPendingMessages=10");
        assertThat(engine.state().pendingMessages()).isEqualTo(10);
        assertThat(engine.state().heldBack()).isEqualTo(40);
        for (int i = 0; i < 4; i++) {
            service.acceptAll();
            clock.advanceMillis(1_100);
        }
        assertThat(queued.stream().filter(RecordingSink::isCompleted)).hasSize(50);
    }

    @Test
    void change_lowerPendingLimit_readsNoMoreThanTheLimit() {
        int[] read = { 0 };
        fixture.submit("first");
        engine.change(settings(SECOND, Pacing.adaptive, 2, 5, 4, false));

        RecordingSink sink = fixture.submitMany(IntStream.range(0, 40).mapToObj(i -> {
            read[0]++;
            return (CheckedMessage) new CheckedMessage.Valid(MemoryEngineFixture.message("many" + i));
        }).iterator(), true);

        assertThat(read[0]).isLessThanOrEqualTo(5);
        while (service.inFlight() > 0) {
            service.acceptAll();
            clock.advanceMillis(1_100);
        }
        assertThat(sink.outcomes()).hasSize(40).containsOnly(SmsOutcome.ACCEPTED);
    }

    @Test
    void change_higherPendingLimit_continuesReadingImmediately() {
        engine.change(settings(SECOND, Pacing.adaptive, 2, 2, 4, false));
        fixture.submit("first");
        fixture.submit(2);
        RecordingSink sink = fixture.submitMany(MemoryEngineFixture.messages(4), true);
        assertThat(engine.state().heldBack()).isEqualTo(1);

        engine.change(settings(SECOND, Pacing.adaptive, 2, 100, 4, false));

        assertThat(engine.state().pendingMessages()).isEqualTo(6);
        assertThat(sink.isCompleted()).isFalse();
    }

    @Test
    void change_whileDraining_drainsWithTheNewSettings() {
        fixture.submit("first");
        List<RecordingSink> sinks = fixture.submit(30);
        boolean[] drained = { false };
        engine.drain().thenRun(() -> drained[0] = true);

        engine.change(settings(SECOND, Pacing.adaptive, 200, 100, 4, false));

        service.acceptAll();
        clock.advanceMillis(1_100);
        service.acceptAll();
        assertThat(sinks).allMatch(RecordingSink::isCompleted);
        assertThat(drained[0]).isTrue();
    }

    private static EngineSettings settings(
            long interval, Pacing pacing, int batchSize, int maxPending, int maxInFlight, boolean refuseWhenFull) {
        return new EngineSettings(
                interval, pacing, batchSize, maxPending, maxInFlight, refuseWhenFull, MemoryEngineFixture.RESPONSE_TIMEOUT);
    }
}
