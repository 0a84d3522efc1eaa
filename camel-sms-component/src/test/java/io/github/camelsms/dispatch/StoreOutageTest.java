package io.github.camelsms.dispatch;

import java.time.Duration;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.SmsMessageState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An engine whose message store fails for longer than its requests may last, while it knows their outcomes.
 */
class StoreOutageTest {

    private static final Duration OUTAGE = Duration.ofMinutes(2);
    private static final Duration SEARCH = Duration.ofMinutes(5);
    private static final Duration RETRIES = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final StoreView view = new StoreView(new InMemoryMessageStore(clock));
    private final StoredFixture node = new StoredFixture(clock, view.store(), "first", created -> {
    });

    @AfterEach
    void noInternalErrors() {
        assertThat(node.errors).isEmpty();
    }

    @Test
    void outage_outlastsLeaseAndRequest_callerGetsTheOutcomeThatTheEngineKnows() {
        StoredSink sink = node.submit("m1", StoredFixture.untilOutcome());
        view.failing = method -> true;
        node.service.acceptAll();
        clock.advance(OUTAGE);
        assertThat(node.keeper.lease()).isNull();

        view.failing = method -> false;
        clock.advance(RETRIES);

        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void search_outcomeIsNotRecordedYet_leavesTheMessage() {
        clock.advance(SEARCH.minus(OUTAGE));
        StoredSink sink = node.submit("m1", StoredFixture.untilOutcome());
        view.failing = "record"::equals;
        node.service.acceptAll();

        clock.advance(OUTAGE.plus(RETRIES));
        assertThat(node.state("m1")).isEqualTo(SmsMessageState.SENDING);
        view.failing = method -> false;
        clock.advance(RETRIES);

        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }
}
