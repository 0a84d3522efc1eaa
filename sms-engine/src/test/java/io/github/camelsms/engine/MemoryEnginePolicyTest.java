package io.github.camelsms.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MemoryEnginePolicyTest {

    private static final Instant NOON = Instant.EPOCH.plus(Duration.ofHours(12));

    private final FakePolicy policy = new FakePolicy();
    private final MemoryEngineFixture fixture = new MemoryEngineFixture(MemoryEngineFixture.SETTINGS, policy, policy);
    private final FakeService service = fixture.service;
    private final ManualClock clock = fixture.clock;

    /** Ends a request, so that messages wait for the next slot. */
    private void sendFirst() {
        fixture.submit("first");
        service.acceptAll();
        policy.calls.clear();
    }

    @AfterEach
    void noInternalErrors() {
        assertThat(fixture.errors).isEmpty();
    }

    @Test
    void submit_allowed_sendsImmediately() {
        RecordingSink sink = fixture.submit("a");
        service.acceptAll();

        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void submit_rejected_isRejectedWithItsReason() {
        policy.verdicts.put("a", new SendVerdict.Rejected("OPTED_OUT"));

        SmsSendResult result = fixture.submit("a").only();

        assertThat(result.outcome()).isEqualTo(SmsOutcome.REJECTED);
        assertThat(result.reason()).isEqualTo("OPTED_OUT");
        assertThat(service.requests).isEmpty();
    }

    @Test
    void submit_deferred_isNotSent() {
        policy.verdicts.put("a", new SendVerdict.Deferred(NOON, "at night"));

        SmsSendResult result = fixture.submit("a").only();

        assertThat(result.outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(result.reason()).contains("1970-01-01T12:00:00Z (at night)");
        assertThat(service.requests).isEmpty();
    }

    @Test
    void submit_backlog_isAskedAboutShortlyBeforeItsSlot() {
        sendFirst();
        fixture.submit(300);
        clock.advanceMillis(900);
        assertThat(policy.calls).isEmpty();
        policy.verdicts.put("m0", new SendVerdict.Rejected("OPTED_OUT"));

        clock.advanceMillis(200);

        assertThat(service.lastSize()).isEqualTo(200);
        assertThat(service.sent()).doesNotContain("m0").contains("m200");
    }

    @Test
    void submit_mostRejected_requestsAreNearlyFull() {
        policy.decision = (messages, now) -> {
            clock.advanceMillis(5);
            return messages.stream().map(message -> Integer.parseInt(FakeService.id(message).substring(1)) % 4 == 0
                    ? SendVerdict.ALLOWED : new SendVerdict.Rejected("OPTED_OUT")).toList();
        };
        for (int second = 0; second < 20; second++) {
            IntStream.range(1_000 * second, 1_000 * second + 1_000).forEach(i -> fixture.submit("m" + i));
            clock.advanceMillis(1_000);
            while (service.inFlight() > 0) {
                service.acceptAll();
            }
        }

        assertThat(service.lastSize()).isGreaterThan(190);
    }

    @Test
    void policy_fails_messageWaitsAndIsSentLater() {
        SendPolicy works = policy.decision;
        policy.decision = (messages, now) -> {
            throw new StackOverflowError("planned");
        };
        RecordingSink sink = fixture.submit("a");
        clock.advance(Duration.ofSeconds(10));
        assertThat(sink.results).isEmpty();
        // The delay grows to one second.
        assertThat(policy.calls).hasSizeBetween(10, 20);

        policy.decision = works;
        clock.advance(Duration.ofSeconds(1));

        assertThat(service.sent()).containsExactly("a");
        assertThat(fixture.events).contains("policyFailed 1: a policy failed (StackOverflowError)");
    }

    @Test
    void policy_failsUntilTheTimeout_messageIsNotSentWithTheReason() {
        policy.decision = (messages, now) -> List.of();
        RecordingSink sink = fixture.submit("a");

        clock.advance(MemoryEngineFixture.TIMEOUT.plusSeconds(1));

        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(sink.only().reason()).contains("its deliveryTimeout ended", "did not return a verdict for each message");
        assertThat(service.requests).isEmpty();
    }

    @Test
    void policy_failsForOneMessage_othersContinue() {
        policy.verdicts.put("a", new SendVerdict.Failed("planned", null));
        fixture.submit("a");
        fixture.submit("b");
        clock.advance(Duration.ofSeconds(2));
        assertThat(service.sent()).containsExactly("b");

        service.acceptAll();
        policy.verdicts.clear();
        clock.advance(Duration.ofSeconds(2));

        assertThat(service.sent()).containsExactly("b", "a");
    }

    @Test
    void policy_hangs_isAskedAgainAndItsLateVerdictIsIgnored() {
        policy.isRunImmediately = false;
        fixture.submit("a");
        clock.advance(PolicyCalls.TIMEOUT.plusSeconds(1));
        assertThat(fixture.events).containsExactly("policyFailed 1: the policies did not return within 10 s");
        policy.isRunImmediately = true;
        Runnable late = policy.threads.remove();

        policy.threads.remove().run();
        assertThat(service.sent()).containsExactly("a");
        late.run();

        assertThat(service.sent()).containsExactly("a");
    }

    @Test
    void policy_hangsForever_takesFewThreads() {
        policy.isRunImmediately = false;
        RecordingSink sink = fixture.submit("a");
        clock.advance(Duration.ofMinutes(10));

        assertThat(policy.threads).hasSize(PolicyCalls.MAX_HUNG);
        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(fixture.engine.state().isIdle()).isTrue();

        policy.threads.removeFirst().run();
        fixture.submit("b");
        policy.threads.removeLast().run();

        assertThat(service.sent()).containsExactly("b");
    }

    @Test
    void policy_hangs_messagesExpireMeanwhile() {
        policy.isRunImmediately = false;
        RecordingSink sink = new RecordingSink();
        fixture.engine.submit(MemoryEngineFixture.message("a"), new SubmitOptions(Duration.ofSeconds(1)), sink);
        clock.advanceMillis(1_010);
        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);

        policy.threads.remove().run();

        assertThat(service.requests).isEmpty();
    }

    @Test
    void policy_allowsUntilATime_isAskedAgainAfterwards() {
        sendFirst();
        policy.verdicts.put("a", new SendVerdict.Allowed(clock.instant().plusMillis(990)));
        fixture.submit("a");
        policy.isRunImmediately = false;
        clock.advanceMillis(1_100);
        assertThat(service.sent()).doesNotContain("a");

        policy.verdicts.put("a", new SendVerdict.Rejected("TOO_LATE"));
        policy.isRunImmediately = true;
        while (!policy.threads.isEmpty()) {
            policy.threads.remove().run();
        }

        assertThat(service.sent()).doesNotContain("a");
        assertThat(fixture.engine.state().isIdle()).isTrue();
    }

    @Test
    void submit_sameCorrelationIdTwice_neverSharesARequest() {
        sendFirst();
        fixture.submit("a");
        fixture.submit("a");
        fixture.submit("b");
        clock.advanceMillis(1_100);
        assertThat(service.requests.get(1).messages().stream().map(FakeService::id)).containsExactly("a", "b");

        service.acceptAll();
        clock.advanceMillis(1_100);

        assertThat(service.sent()).containsExactly("first", "a", "b", "a");
    }

    @Test
    void throttled_messagesReturn_areAskedAboutAgainAndKeepTheirOrder() {
        fixture.submit("a");
        fixture.submit("b");
        clock.advanceMillis(999);
        service.response(new SendResponse.Throttled(null, "slow"));
        policy.verdicts.put("a", new SendVerdict.Rejected("OPTED_OUT"));
        clock.advance(Duration.ofMinutes(1));

        assertThat(service.sent()).containsExactly("a", "b");
        assertThat(policy.calls.stream().flatMap(List::stream).filter("a"::equals)).hasSize(2);
    }

    @Test
    void terminate_whileAsked_messageIsNotSent() {
        policy.isRunImmediately = false;
        RecordingSink sink = fixture.submit("a");

        boolean isDone = fixture.engine.terminate().toCompletableFuture().isDone();

        assertThat(isDone).isTrue();
        assertThat(sink.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        policy.threads.remove().run();
        assertThat(service.requests).isEmpty();
    }

    @Test
    void drain_whileAsked_sendsFirst() {
        policy.isRunImmediately = false;
        fixture.submit("a");
        var drained = fixture.engine.drain().toCompletableFuture();
        assertThat(drained).isNotDone();
        assertThat(fixture.engine.state().pendingMessages()).isEqualTo(1);

        policy.threads.remove().run();
        service.acceptAll();

        assertThat(drained).isDone();
    }

    @Test
    void suspend_whileAsked_sendsAfterResumption() {
        policy.isRunImmediately = false;
        fixture.submit("a");
        fixture.engine.suspend();
        policy.threads.remove().run();
        clock.advance(Duration.ofMinutes(1));
        assertThat(service.requests).isEmpty();

        policy.isRunImmediately = true;
        fixture.engine.resume();

        assertThat(service.sent()).containsExactly("a");
        // A verdict does not outlive the suspension.
        assertThat(policy.calls).hasSize(2);
    }

    @Test
    void submit_many_readsOnAndRejectsSome() {
        Set<Integer> rejected = new HashSet<>();
        IntStream.range(0, 2_000).filter(i -> i % 3 == 0).forEach(i -> {
            rejected.add(i);
            policy.verdicts.put("many" + i, new SendVerdict.Rejected("OPTED_OUT"));
        });
        RecordingSink sink = fixture.submitMany(MemoryEngineFixture.messages(2_000), true);
        while (!sink.isCompleted() && (service.inFlight() > 0 || clock.advanceToNext())) {
            if (service.inFlight() > 0) {
                service.acceptAll();
            }
        }

        assertThat(sink.outcomes()).hasSize(2_000);
        assertThat(sink.outcomes().stream().filter(SmsOutcome.REJECTED::equals)).hasSize(rejected.size());
    }
}
