package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.MemoryEngineFixture;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsResultDelivery;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that outcomes of an exchange with several messages are acknowledged after it has completed.
 */
class AcknowledgmentsTest {

    private static final SubmitOptions LONG = new SubmitOptions(Duration.ofMinutes(30));
    private static final Duration BEYOND_TIMEOUT = SmsOffer.CALLER_TIMEOUT.plusSeconds(1);

    private final ManualClock clock = new ManualClock();
    private final InMemoryMessageStore disk = new InMemoryMessageStore(clock);
    private final StoreView view = new StoreView(disk);
    private final StoredFixture node = new StoredFixture(clock, view.store(), "node", created -> {
    });
    private final StoredSink sink = new StoredSink();

    @BeforeEach
    void oneMessagePerRequest() {
        changeBatchSize(1);
    }

    @AfterEach
    void noInternalErrors() {
        assertThat(node.errors).isEmpty();
    }

    @Test
    void crash_listHasNotCompleted_offersItsOutcomes() {
        submit(true, "m0", "m1");
        acceptFirst();
        view.failing = method -> true;
        clock.advance(BEYOND_TIMEOUT);

        assertThat(sink.isCompleted()).isFalse();
        assertThat(offered()).containsExactly("m0");
    }

    @Test
    void outcome_listTakesLong_isHiddenAndThenAcknowledged() {
        submit(true, "m0", "m1");
        acceptFirst();
        for (int minute = 0; minute < 5; minute++) {
            clock.advance(BEYOND_TIMEOUT);
            assertThat(offered()).isEmpty();
        }
        node.engine.resume();
        clock.advance(Duration.ofSeconds(2));
        node.service.acceptAll();
        List<Object> released = new ArrayList<>();
        view.watching = (method, arguments) -> {
            if (method.equals("release")) {
                released.add(arguments[0]);
            }
        };
        clock.advance(BEYOND_TIMEOUT);

        assertThat(sink.results.outcomes()).containsExactly(SmsOutcome.ACCEPTED, SmsOutcome.ACCEPTED);
        assertThat(offered()).isEmpty();
        assertThat(released).isEmpty();
    }

    @Test
    void crash_streamHasNotCompleted_offersItsOutcomes() {
        submit(false, "m0", "m1");
        acceptFirst();
        view.failing = method -> true;
        clock.advance(BEYOND_TIMEOUT);

        assertThat(offered()).containsExactly("m0");
    }

    @Test
    void outcome_moreThanAListMayHold_areAcknowledgedImmediately() {
        assertAcknowledgedImmediately(true, Outcomes.MAX_HELD + 200);
    }

    @Test
    void outcome_moreThanAStreamMayHold_areAcknowledgedImmediately() {
        assertAcknowledgedImmediately(false, Outcomes.MAX_HELD_OF_STREAM + 200);
    }

    private void assertAcknowledgedImmediately(boolean isFinite, int accepted) {
        changeBatchSize(200);
        submit(isFinite, IntStream.range(0, accepted + 200).mapToObj(i -> "m" + i).toArray(String[]::new));
        clock.advance(Duration.ofSeconds(2));
        while (sink.results.results.size() < accepted) {
            node.service.acceptAll();
            clock.advance(Duration.ofSeconds(2));
        }
        view.failing = method -> true;
        clock.advance(BEYOND_TIMEOUT);

        assertThat(sink.isCompleted()).isFalse();
        assertThat(sink.results.results).hasSize(accepted);
        assertThat(offered()).isEmpty();
    }

    private void changeBatchSize(int size) {
        node.engine.change(
                new EngineSettings(
                        MemoryEngineFixture.SECOND, Pacing.adaptive, size, 20_000, 4, false, Duration.ofSeconds(40).toNanos()));
    }

    private void submit(boolean isFinite, String... ids) {
        Iterator<CheckedMessage> elements = Stream.of(ids)
                .<CheckedMessage> map(id -> new CheckedMessage.Valid(MemoryEngineFixture.message(id))).iterator();
        node.engine.submit(MemoryEngineFixture.source(elements, isFinite), LONG, sink);
    }

    private void acceptFirst() {
        clock.advanceMillis(500);
        node.service.acceptAll();
        node.engine.suspend();
        clock.advanceMillis(500);
        assertThat(sink.results.outcomes()).containsExactly(SmsOutcome.ACCEPTED);
    }

    private List<String> offered() {
        return MessageStore.await(disk.results().claim(StoredFixture.ACCOUNT, 20_000, Duration.ofMinutes(1))).stream()
                .map(SmsResultDelivery::message).map(message -> message.correlationId()).toList();
    }
}
