package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.List;

import io.github.camelsms.engine.FakePolicy;
import io.github.camelsms.engine.FakeService;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.PolicyCalls;
import io.github.camelsms.engine.SendPolicy;
import io.github.camelsms.engine.SendVerdict;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StoredEnginePolicyTest {

    private final ManualClock clock = new ManualClock();
    private final StoreView view = new StoreView(new InMemoryMessageStore(clock));
    private final MessageStore store = view.store();
    private final FakePolicy policy = new FakePolicy();
    private final StoredFixture node = process("first");

    private StoredFixture process(String name) {
        return new StoredFixture(clock, store, name, created -> {
        }, policy, policy);
    }

    private SendVerdict deferred(Duration time) {
        return new SendVerdict.Deferred(clock.instant().plus(time), "at night");
    }

    @AfterEach
    void noInternalErrors() {
        assertThat(node.errors).isEmpty();
    }

    @Test
    void submit_rejected_isReportedAndTheOthersAreSent() {
        policy.verdicts.put("a", new SendVerdict.Rejected("OPTED_OUT"));
        node.engine.suspend();
        StoredSink a = node.submit("a", StoredFixture.untilOutcome());
        node.submit("b", StoredFixture.untilStored());
        node.submit("c", StoredFixture.untilStored());
        node.engine.resume();

        assertThat(a.results.only().outcome()).isEqualTo(SmsOutcome.REJECTED);
        assertThat(a.results.only().reason()).isEqualTo("OPTED_OUT");
        assertThat(node.reported).extracting(SmsSendResult::outcome).containsExactly(SmsOutcome.REJECTED);
        assertThat(node.ids(0)).containsExactly("b", "c");
        node.service.acceptAll();
        assertThat(node.state("b")).isEqualTo(SmsMessageState.ACCEPTED);
        assertThat(node.state("a")).isEqualTo(SmsMessageState.REJECTED);
    }

    @Test
    void submit_deferred_isSentWhenDue() {
        policy.verdicts.put("a", deferred(Duration.ofHours(8)));
        node.submit("a", StoredFixture.untilStored());
        assertThat(node.state("a")).isEqualTo(SmsMessageState.SCHEDULED);
        policy.verdicts.clear();

        clock.advance(Duration.ofHours(8).minusSeconds(1));
        assertThat(node.service.sent()).isEmpty();
        clock.advance(Duration.ofSeconds(2));

        assertThat(node.service.sent()).containsExactly("a");
    }

    @Test
    void submit_deferredBeyondTheTimeout_isNotSentImmediately() {
        policy.verdicts.put("a", deferred(Duration.ofHours(8)));

        StoredSink sink = node.submit("a", StoredFixture.untilOutcome());

        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(sink.results.only().reason()).contains("1970-01-01T08:00:00Z (at night)");
    }

    @Test
    void submit_deferredAgainAndAgain_othersAreSentAndItExpires() {
        policy.decision = (messages, now) -> messages.stream()
                .map(message -> "a".equals(FakeService.id(message))
                        ? new SendVerdict.Deferred(now.minusSeconds(1), "no") : policy.verdict(message))
                .toList();
        StoredSink sink = node.submit("a", StoredFixture.untilOutcome());
        clock.advance(Duration.ofSeconds(10));
        node.submit("b", StoredFixture.untilStored());
        assertThat(node.service.sent()).containsExactly("b");
        assertThat(policy.calls.stream().flatMap(List::stream).filter("a"::equals).count()).isLessThanOrEqualTo(11);
        node.service.acceptAll();

        clock.advance(Duration.ofMinutes(6));

        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
    }

    @Test
    void policy_fails_messagesWaitAndAreSentLater() {
        SendPolicy works = policy.decision;
        policy.decision = (messages, now) -> {
            throw new IllegalStateException("planned");
        };
        node.submit("a", StoredFixture.untilStored());
        clock.advance(Duration.ofMinutes(10));
        assertThat(node.state("a")).isEqualTo(SmsMessageState.WAITING);
        assertThat(node.find("a").reason()).isEqualTo("a policy failed (IllegalStateException)");
        policy.decision = works;

        clock.advance(Duration.ofSeconds(2));

        assertThat(node.service.sent()).containsExactly("a");
    }

    @Test
    void policy_failsForOneMessage_othersAreSent() {
        policy.verdicts.put("a", new SendVerdict.Failed("planned", null));
        node.submit("a", StoredFixture.untilStored());
        node.submit("b", StoredFixture.untilStored());
        clock.advance(Duration.ofSeconds(5));
        assertThat(node.service.sent()).containsExactly("b");
        node.service.acceptAll();
        policy.verdicts.clear();

        clock.advance(Duration.ofSeconds(15));

        assertThat(node.service.sent()).containsExactly("b", "a");
    }

    @Test
    void policy_hangs_messagesWaitAndExpire() {
        policy.isRunImmediately = false;
        StoredSink sink = node.submit("a", StoredFixture.untilOutcome());
        node.submit("b", StoredFixture.untilStored());
        clock.advance(Duration.ofMinutes(10));

        assertThat(policy.threads.size()).isLessThan(10);
        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(node.state("b")).isEqualTo(SmsMessageState.WAITING);
        policy.isRunImmediately = true;
        policy.threads.removeFirst().run();
        clock.advance(Duration.ofSeconds(15));

        assertThat(node.service.sent()).containsExactly("b");
    }

    @Test
    void policy_allowsUntilATime_isAskedAgainAfterwards() {
        node.submit("first", StoredFixture.untilStored());
        node.service.acceptAll();
        policy.verdicts.put("a", new SendVerdict.Allowed(clock.instant().plusMillis(999)));
        node.submit("a", StoredFixture.untilStored());
        clock.advance(Duration.ofMillis(999));
        assertThat(policy.calls.get(policy.calls.size() - 1)).containsExactly("a");
        policy.verdicts.put("a", new SendVerdict.Rejected("TOO_LATE"));

        clock.advance(Duration.ofSeconds(5));

        assertThat(node.service.sent()).containsExactly("first");
        assertThat(node.state("a")).isEqualTo(SmsMessageState.REJECTED);
    }

    @Test
    void withdraw_fails_nothingIsSentBeforeItIsCommitted() {
        view.failing = "withdraw"::equals;
        policy.verdicts.put("a", deferred(Duration.ofHours(8)));
        node.engine.suspend();
        node.submit("a", StoredFixture.untilStored());
        node.submit("b", StoredFixture.untilStored());
        node.engine.resume();
        clock.advance(Duration.ofSeconds(5));
        assertThat(node.service.sent()).isEmpty();
        view.failing = method -> false;

        clock.advance(Duration.ofSeconds(5));

        assertThat(node.service.sent()).containsExactly("b");
        assertThat(node.state("a")).isEqualTo(SmsMessageState.SCHEDULED);
    }

    @Test
    void terminate_whileAsked_itsMessageStaysInTheStore() {
        policy.isRunImmediately = false;
        node.submit("a", StoredFixture.untilStored());

        boolean isDone = node.engine.terminate().toCompletableFuture().isDone();
        clock.advance(PolicyCalls.TIMEOUT);

        assertThat(isDone || node.engine.terminate().toCompletableFuture().isDone()).isTrue();
        policy.threads.removeFirst().run();
        assertThat(node.service.sent()).isEmpty();
        assertThat(node.state("a")).isEqualTo(SmsMessageState.WAITING);
    }

    @Test
    void deferral_processEnds_theNextOneSendsWhenDue() {
        policy.verdicts.put("a", deferred(Duration.ofHours(1)));
        node.submit("a", StoredFixture.untilStored());
        node.engine.terminate();
        node.keeper.close();
        policy.verdicts.clear();
        StoredFixture other = process("second");

        clock.advance(Duration.ofMinutes(59));
        assertThat(other.service.sent()).isEmpty();
        clock.advance(Duration.ofMinutes(2));

        assertThat(other.service.sent()).containsExactly("a");
    }
}
