package io.github.camelsms.engine.stored;

import java.time.Duration;

import io.github.camelsms.engine.MemoryEngineOutageTest;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for stored messages while the service hangs, or fails for large requests: {@link MemoryEngineOutageTest} with
 * requests that are claimed before they depart.
 */
class StoredServiceOutageTest {

    private static final int MESSAGES = 1_000;
    private static final int MAX_SIZE = 60;

    private final StoredFixture fixture = new StoredFixture();

    @ParameterizedTest
    @ValueSource(ints = { 413, 403 })
    void responded_onlyLargeRequestsRejected_sendsAllMessages(int status) {
        submit();
        sendAll(status == 413
                ? new SendResponse.NotUnderstood(413, "request too large")
                : new SendResponse.Unauthorized(403, "access denied"));
        assertThat(count(SmsMessageState.ACCEPTED)).isEqualTo(MESSAGES);
    }

    @Test
    void responded_onlyLargeRequestsFail_losesFewMessages() {
        submit();
        sendAll(new SendResponse.Unknown(500, "HTTP status 500"));
        assertThat(count(SmsMessageState.UNKNOWN)).isLessThan(500);
        assertThat(count(SmsMessageState.ACCEPTED) + count(SmsMessageState.UNKNOWN)).isEqualTo(MESSAGES);
    }

    @Test
    void send_serviceHangs_leavesThreeRequestsUnanswered() {
        for (int i = 0; i < 5; i++) {
            fixture.submit("earlier" + i, StoredFixture.untilStored());
            fixture.clock.advanceMillis(200);
            fixture.service.acceptAll();
            fixture.clock.advanceMillis(1_000);
        }
        submit();
        fixture.clock.advance(Duration.ofSeconds(20));
        assertThat(fixture.service.inFlight()).isEqualTo(3);
    }

    private void submit() {
        for (int i = 0; i < MESSAGES; i++) {
            fixture.submit("m" + i, StoredFixture.untilStored());
        }
    }

    /** Sends for a while to a service that accepts requests with at most {@link #MAX_SIZE} messages. */
    private void sendAll(SendResponse toLarger) {
        for (int second = 0; second < 250; second++) {
            if (fixture.service.inFlight() > 0 && fixture.service.oldestSize() > MAX_SIZE) {
                fixture.service.response(toLarger);
            } else if (fixture.service.inFlight() > 0) {
                fixture.service.acceptAll();
            }
            fixture.clock.advanceMillis(1_000);
        }
    }

    private long count(SmsMessageState state) {
        return MessageStore.await(fixture.store.operations().count(StoredFixture.ACCOUNT)).get(state);
    }
}
