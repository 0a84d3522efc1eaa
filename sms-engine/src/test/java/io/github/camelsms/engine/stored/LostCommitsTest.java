package io.github.camelsms.engine.stored;

import java.time.Duration;

import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An engine whose message store goes back to an older state while messages wait and requests are in flight, as when a
 * replica takes over that did not have the last commits. The store gives the numbers that it has lost to other
 * messages.
 */
class LostCommitsTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final ManualClock clock = new ManualClock();
    private final StoreView view = new StoreView(new InMemoryMessageStore(clock));
    private StoredFixture node;

    @BeforeEach
    void start() {
        node = new StoredFixture(clock, view.store(), "first", created -> {
        });
    }

    @AfterEach
    void noInternalErrors() {
        assertThat(node.errors).isEmpty();
    }

    private void loseEverything() {
        view.present = new InMemoryMessageStore(clock);
    }

    @Test
    void lostMessage_wasWaiting_callerIsToldThatItIsUnknown() {
        node.engine.suspend();
        StoredSink sink = node.submit("m1", StoredFixture.untilOutcome());

        loseEverything();
        clock.advance(LEASE);

        SmsSendResult result = sink.results.only();
        assertThat(result.outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(result.correlationId()).isEqualTo("m1");
        assertThat(result.reason()).contains("no longer in the message store");
    }

    @Test
    void lostMessage_wasInFlight_callerGetsTheResponse() {
        StoredSink sink = node.submit("m1", StoredFixture.untilOutcome());

        loseEverything();
        node.service.acceptAll();

        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void lostOutcome_leaseIsKept_messageIsUnknownWithinFiveMinutes() {
        MessageStore replica = new InMemoryMessageStore(clock);
        StoreView replicated = new StoreView(new InMemoryMessageStore(clock));
        replicated.replica = replica;
        StoredFixture owner = new StoredFixture(clock, replicated.store(), "owner", created -> {
        });
        StoredSink sink = owner.submit("m1", StoredFixture.untilOutcome());
        replicated.replica = null;
        owner.service.acceptAll();
        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);

        replicated.present = replica;
        assertThat(owner.state("m1")).isEqualTo(SmsMessageState.SENDING);
        clock.advance(StoredFixture.REQUEST_TIMEOUT.multipliedBy(2).plus(Duration.ofMinutes(5)));

        assertThat(owner.state("m1")).isEqualTo(SmsMessageState.UNKNOWN);
        assertThat(owner.errors).isEmpty();
    }

    @Test
    void lostMessage_itsNumberIsOfAnotherOne_eachCallerGetsItsOwnResult() {
        StoredSink lost = node.submit("m1", StoredFixture.untilOutcome());

        loseEverything();
        StoredSink next = node.submit("m2", StoredFixture.untilOutcome());
        assertThat(next.stored).containsExactly("m2");
        node.service.acceptAll();
        assertThat(lost.results.only().correlationId()).isEqualTo("m1");
        assertThat(lost.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(next.isCompleted()).isFalse();
        assertThat(node.state("m2")).isEqualTo(SmsMessageState.WAITING);

        clock.advance(LEASE);
        node.service.acceptAll();
        assertThat(node.ids(1)).containsExactly("m2");
        assertThat(next.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(next.results.only().correlationId()).isEqualTo("m2");
    }
}
