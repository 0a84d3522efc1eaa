package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.camelsms.engine.MemoryEngineFixture;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests claims that the store executes after the engine has given them up, for example because the network was
 * interrupted, and whose response never arrives.
 */
class LateClaimTest {

    private static final Duration SEARCH = Duration.ofMinutes(5);

    private final StoredFixture node = new StoredFixture();

    @AfterEach
    void noInternalErrors() {
        assertThat(node.errors).isEmpty();
    }

    @Test
    void lateClaim_ofAnEndedRequest_itsMessageIsUnknown() {
        sendFirst();
        claimLate("late");
        assertThat(node.state("late")).isEqualTo(SmsMessageState.SENDING);

        node.clock.advance(SEARCH);

        assertThat(node.state("late")).isEqualTo(SmsMessageState.UNKNOWN);
    }

    @Test
    void search_whileARequestIsInFlight_leavesIt() {
        node.clock.advance(SEARCH.minusSeconds(10));
        StoredSink sink = node.submit("m1", StoredFixture.untilOutcome());

        for (int second = 0; second < 30; second++) {
            node.clock.advance(Duration.ofSeconds(1));
            assertThat(node.state("m1")).isEqualTo(SmsMessageState.SENDING);
        }
        node.service.acceptAll();

        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    private void sendFirst() {
        StoredSink sink = node.submit("m1", StoredFixture.untilOutcome());
        node.service.acceptAll();
        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    private void claimLate(String id) {
        SmsLease lease = node.keeper.lease();
        SmsNewMessage message = new SmsNewMessage(
                MemoryEngineFixture.message(id), null, Map.of(), SmsOffer.NEVER);
        MessageStore.await(
                node.store.sending().claim(new SmsClaim(lease, 1, 1, 200, Duration.ofSeconds(10), List.of(message))));
    }
}
