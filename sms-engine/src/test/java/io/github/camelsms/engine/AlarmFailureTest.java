package io.github.camelsms.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.camelsms.engine.stored.StoredFixture;
import io.github.camelsms.engine.stored.StoredSink;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.SmsMessageState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Engines whose step fails when it sets one of their alarms.
 */
class AlarmFailureTest {

    /** Fewer than the engines schedule in these tests. */
    private static final int MANY = 10;
    private static final int MANY_WITH_STORE = 80;
    private static final int MESSAGES = 8;

    static IntStream alarms() {
        return IntStream.range(0, MANY);
    }

    static IntStream alarmsWithStore() {
        return IntStream.range(0, MANY_WITH_STORE);
    }

    @ParameterizedTest
    @MethodSource("alarms")
    void submit_oneAlarmFails_completesAllMessages(int alarm) {
        MemoryEngineFixture fixture = new MemoryEngineFixture();
        fixture.clock.failAt(alarm);
        List<RecordingSink> sinks = new ArrayList<>();
        sinks.add(fixture.submitMany(MemoryEngineFixture.messages(2), true));
        for (int i = 0; i < 2 * MESSAGES; i++) {
            sinks.add(fixture.submit("m" + i));
            accept(fixture.clock, fixture.service, 1);
        }
        accept(fixture.clock, fixture.service, 20);

        assertThat(sinks).allMatch(RecordingSink::isCompleted);
        assertThat(fixture.clock.hasFailed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("alarmsWithStore")
    void submit_oneAlarmFailsWithStore_completesAllMessages(int alarm) {
        StoredFixture fixture = new StoredFixture();
        fixture.clock.failAt(alarm);
        List<StoredSink> sinks = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            sinks.add(fixture.submit("m" + i, StoredFixture.untilOutcome()));
            accept(fixture.clock, fixture.service, 1);
            // Submitted again, because it was not sent.
            fixture.engine.suspend();
            StoredSink notSent = fixture.submit("again" + i, new SubmitOptions(Duration.ofMillis(100)));
            accept(fixture.clock, fixture.service, 3);
            sinks.add(notSent);
            sinks.add(fixture.submit("again" + i, StoredFixture.untilOutcome()));
            fixture.engine.resume();
            accept(fixture.clock, fixture.service, 2);
        }
        accept(fixture.clock, fixture.service, 60);

        assertThat(fixture.clock.hasFailed()).isTrue();
        assertThat(sinks).allMatch(StoredSink::isCompleted);
        assertThat(sinks).noneMatch(sink -> sink.results.only().outcome() == SmsOutcome.UNKNOWN);
        assertThat(fixture.state("again0")).isEqualTo(SmsMessageState.ACCEPTED);
        assertThat(fixture.keeper.lease()).isNotNull();
    }

    private static void accept(ManualClock clock, FakeService service, int seconds) {
        for (int i = 0; i < 2 * seconds; i++) {
            while (service.inFlight() > 0) {
                service.acceptAll();
            }
            clock.advanceMillis(500);
        }
    }
}
