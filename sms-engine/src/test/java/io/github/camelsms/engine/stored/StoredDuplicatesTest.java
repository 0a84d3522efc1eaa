package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.camelsms.engine.MemoryEngineFixture;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsResultDelivery;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests with exchanges that wait for outcomes of messages that were stored without a waiting exchange.
 */
class StoredDuplicatesTest {

    private static final SubmitOptions SHORT = new SubmitOptions(Duration.ofSeconds(2));
    private static final Duration LONGER = Duration.ofSeconds(4);

    private final StoredFixture owner = new StoredFixture();

    @AfterEach
    void noInternalErrors() {
        assertThat(owner.errors).isEmpty();
    }

    @Test
    void timeout_messageOfNoCaller_staysQueued() {
        owner.engine.suspend();
        owner.submit("m1", StoredFixture.untilStored());
        StoredSink second = owner.submit("m1", SHORT);
        owner.clock.advance(LONGER);

        assertThat(second.results.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(second.results.only().reason()).contains("may be sent later");
        assertThat(owner.reported).as("the message has no outcome yet").isEmpty();
        assertStillSent("m1");
    }

    /** Without results, it is not known whether a caller waited when the message was stored. */
    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void timeout_messageWithTimeToLive_staysQueuedUntilThen(boolean isOffered) {
        owner.engine.suspend();
        SmsMessage message = MemoryEngineFixture.message("m1").withTimeToLive(Duration.ofHours(1));
        owner.engine.submit(message, new SubmitOptions(Duration.ofMinutes(5), true, isOffered, Map.of()), new StoredSink());
        StoredSink second = new StoredSink();
        owner.engine.submit(message, SHORT, second);
        owner.clock.advance(LONGER);

        assertThat(second.results.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertStillSent("m1");
    }

    @Test
    void timeout_messageWithoutResultsOfItsCaller_endsWithIt() {
        owner.engine.suspend();
        StoredSink first = owner.submit("m1", new SubmitOptions(Duration.ofSeconds(2), false, false, Map.of()));
        owner.clock.advance(LONGER);

        assertThat(first.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(owner.state("m1")).isEqualTo(SmsMessageState.NOT_SENT);
    }

    @Test
    void timeout_messageWithoutResultsOfNoCaller_staysQueued() {
        owner.engine.suspend();
        owner.submit("m1", new SubmitOptions(Duration.ofMinutes(5), true, false, Map.of()));
        StoredSink second = owner.submit("m1", SHORT);
        owner.clock.advance(LONGER);

        assertThat(second.results.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertStillSent("m1");
    }

    @Test
    void timeout_messageThatAnOperatorResends_staysQueued() {
        owner.engine.suspend();
        owner.submit("m1", SHORT);
        owner.clock.advance(LONGER);
        MessageStore.await(owner.store.operations().resend(StoredFixture.ACCOUNT, List.of("m1")));
        StoredSink second = owner.submit("m1", SHORT);
        owner.clock.advance(LONGER);

        assertThat(second.results.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertStillSent("m1");
    }

    @Test
    void timeout_operatorResendsWhileTheCallerWaits_staysQueued() {
        owner.engine.suspend();
        StoredFixture other = owner.newProcess("other");
        StoredSink first = other.submit("m1", SHORT);
        MessageStore.await(owner.store.operations().cancel(StoredFixture.ACCOUNT, List.of("m1"), "cancelled"));
        MessageStore.await(owner.store.operations().resend(StoredFixture.ACCOUNT, List.of("m1")));
        owner.clock.advance(LONGER);

        assertThat(first.results.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertStillSent("m1");
    }

    @Test
    void timeout_anotherCallerHasResubmittedTheMessage_onlyEndsTheWait() {
        owner.engine.suspend();
        SmsMessage message = MemoryEngineFixture.message("m1").withTimeToLive(Duration.ofSeconds(2));
        owner.engine.submit(message, StoredFixture.untilStored(), new StoredSink());
        owner.clock.advance(LONGER);
        owner.engine.resume();
        owner.clock.advance(LONGER);
        owner.engine.suspend();
        assertThat(owner.state("m1")).isEqualTo(SmsMessageState.NOT_SENT);
        StoredSink second = owner.submit("m1", StoredFixture.untilOutcome());
        StoredSink third = owner.submit("m1", SHORT);
        owner.clock.advance(LONGER);

        assertThat(third.results.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(second.isCompleted()).isFalse();
        owner.clock.advance(Duration.ofMinutes(6));
        assertThat(second.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
    }

    @Test
    void timeout_messageOfNoCallerInFlight_waitsForItsOutcome() {
        owner.submit("m1", StoredFixture.untilStored());
        StoredSink second = owner.submit("m1", SHORT);
        owner.clock.advance(LONGER);
        assertThat(second.isCompleted()).isFalse();
        owner.service.acceptAll();

        assertThat(second.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void halt_messageOfNoCaller_waitsAgain() {
        owner.submit("m1", StoredFixture.untilStored());
        StoredSink second = owner.submit("m1", StoredFixture.untilOutcome());
        owner.service.response(new SendResponse.Unauthorized(401, "HTTP 401"));
        owner.clock.advance(LONGER);

        assertThat(second.results.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(owner.state("m1")).isEqualTo(SmsMessageState.WAITING);
        owner.clock.advance(Duration.ofMinutes(2));
        assertThat(owner.ids(1)).containsExactly("m1");
    }

    @Test
    void drain_messageOfNoCallerThatAnotherNodeSends_staysQueued() {
        owner.engine.suspend();
        owner.submit("m1", StoredFixture.untilStored());
        StoredFixture other = owner.newProcess("other");
        StoredSink second = other.submit("m1", StoredFixture.untilOutcome());
        assertThat(other.engine.drain().toCompletableFuture()).isNotDone();
        owner.clock.advance(LONGER);

        assertThat(second.results.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(other.engine.drain().toCompletableFuture()).isDone();
        assertStillSent("m1");
    }

    @Test
    void terminate_messageOfNoCaller_staysQueued() {
        owner.engine.suspend();
        owner.submit("m1", StoredFixture.untilStored());
        StoredSink second = owner.submit("m1", StoredFixture.untilOutcome());
        owner.engine.terminate();
        owner.clock.advance(LONGER);

        assertThat(second.results.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(owner.state("m1")).isEqualTo(SmsMessageState.WAITING);
    }

    @Test
    void outcome_messageOfNoCaller_isAlsoOfferedToConsumersOfResults() {
        owner.submit("m1", StoredFixture.untilStored());
        StoredSink waiting = owner.submit("m1", StoredFixture.untilOutcome());
        owner.service.acceptAll();
        StoredSink late = owner.submit("m1", StoredFixture.untilOutcome());
        owner.clock.advance(LONGER);

        assertThat(waiting.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(late.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(offered()).extracting(result -> result.message().correlationId()).containsExactly("m1");
    }

    @Test
    void outcome_messageOfAnotherCaller_isNotOffered() {
        owner.submit("m1", StoredFixture.untilOutcome());
        owner.submit("m1", StoredFixture.untilOutcome());
        owner.service.acceptAll();
        owner.clock.advance(SmsOffer.CALLER_TIMEOUT.plusSeconds(1));

        assertThat(offered()).isEmpty();
    }

    private List<SmsResultDelivery> offered() {
        return MessageStore.await(owner.store.results().claim(StoredFixture.ACCOUNT, 10, Duration.ofMinutes(1)));
    }

    private void assertStillSent(String id) {
        assertThat(owner.state(id)).isEqualTo(SmsMessageState.WAITING);
        owner.engine.resume();
        owner.clock.advance(Duration.ofSeconds(2));
        assertThat(owner.service.requests).singleElement()
                .satisfies(request -> assertThat(request.messages()).extracting(SmsMessage::correlationId).containsExactly(id));
    }
}
