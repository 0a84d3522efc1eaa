package io.github.camelsms.engine.stored;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.github.camelsms.engine.MemoryEngineFixture;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageIntake;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.MessageSending;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class StoredEngineTest {

    /** Name of the operation that returns a message to the queue for its caller. */
    private static final String RESUBMIT = "resubmit";

    private final StoredFixture first = new StoredFixture();

    @AfterEach
    void noInternalErrors() {
        assertThat(first.errors).isEmpty();
    }

    @Test
    void submit_singleMessage_isSentImmediatelyAndReportedAfterItsOutcomeIsStored() {
        StoredSink sink = first.submit("m1", StoredFixture.untilOutcome());
        assertThat(first.ids(0)).containsExactly("m1");
        assertThat(first.state("m1")).isEqualTo(SmsMessageState.SENDING);
        assertThat(sink.isCompleted()).isFalse();
        first.service.acceptAll();
        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(first.state("m1")).isEqualTo(SmsMessageState.ACCEPTED);
    }

    @Test
    void submit_betweenGrantAndNotification_isSentAfterTheNotification() {
        List<StoredSink> sinks = new ArrayList<>();
        StoredFixture fixture = new StoredFixture(
                created -> sinks.add(created.submit("m1", StoredFixture.untilOutcome())));
        assertThat(fixture.errors).isEmpty();
        assertThat(fixture.ids(0)).containsExactly("m1");
        fixture.service.acceptAll();
        assertThat(sinks.get(0).results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void claim_durationsUnknown_startsLongBeforeTheSlot() {
        first.submit("m1", StoredFixture.untilStored());
        first.service.acceptAll();
        first.submit("m2", StoredFixture.untilStored());
        while (first.state("m2") == SmsMessageState.WAITING) {
            first.clock.advanceMillis(1);
        }
        long claimed = first.clock.nanos();
        first.clock.advanceMillis(1_000);
        long departed = first.service.requests.get(1).departedAt();
        assertThat(departed - claimed).isBetween(100_000_000L, 250_000_000L);
    }

    @Test
    void submit_completeOnStored_completesBeforeItIsSent() {
        first.engine.suspend();
        StoredSink sink = first.submit("m1", StoredFixture.untilStored());
        assertThat(sink.isCompleted()).isTrue();
        assertThat(sink.stored).containsExactly("m1");
        assertThat(first.state("m1")).isEqualTo(SmsMessageState.WAITING);
        first.engine.resume();
        assertThat(first.ids(0)).containsExactly("m1");
        first.service.acceptAll();
        assertThat(first.find("m1").headers()).containsEntry("JobId", "7");
        assertThat(first.reported).extracting(result -> result.outcome()).containsExactly(SmsOutcome.ACCEPTED);
    }

    @Test
    void handOver_requestInFlight_waitsForItsOutcomeAndSavesThePace() {
        first.submit("m1", StoredFixture.untilStored());
        CompletableFuture<Boolean> ready = first.engine.handOver().toCompletableFuture();
        first.submit("m2", StoredFixture.untilStored());
        first.clock.advanceMillis(3_000);
        assertThat(ready).isNotDone();
        first.service.acceptAll();
        assertThat(ready).isCompletedWithValue(true);
        first.clock.advanceMillis(5_000);
        assertThat(first.service.requests).hasSize(1);
        assertThat(first.state("m2")).isEqualTo(SmsMessageState.WAITING);
        first.engine.resumed();
        assertThat(first.ids(1)).containsExactly("m2");
    }

    @Test
    void handOver_noResponse_releasesTheLeaseAfterTheRequestTimeout() {
        first.submit("m1", StoredFixture.untilStored());
        CompletableFuture<Boolean> ready = first.engine.handOver().toCompletableFuture();
        first.clock.advance(Duration.ofSeconds(39));
        assertThat(ready).isNotDone();
        first.clock.advance(Duration.ofSeconds(2));
        assertThat(ready).isCompletedWithValue(true);
        assertThat(first.state("m1")).isEqualTo(SmsMessageState.UNKNOWN);
    }

    @Test
    void handOver_toAnotherNode_keepsTheInterval() {
        first.submit("m1", StoredFixture.untilStored());
        first.service.acceptAll();
        long departed = first.service.requests.get(0).departedAt();
        first.clock.advanceMillis(100);
        StoredFixture second = first.newProcess("second");
        second.submit("m2", StoredFixture.untilStored());
        first.keeper.handOver("second");
        second.keeper.acquireIfWanted();
        assertThat(second.service.requests).isEmpty();
        second.clock.advanceMillis(3_000);
        assertThat(second.ids(0)).containsExactly("m2");
        assertThat(second.service.requests.get(0).departedAt() - departed).isGreaterThanOrEqualTo(MemoryEngineFixture.SECOND);
        assertThat(first.service.requests).hasSize(1);
    }

    @Test
    void handOver_afterOneThatLostItsLease_releasesTheLease() {
        first.submit("m1", StoredFixture.untilStored());
        first.keeper.handOver("second");
        first.keeper.lost(first.keeper.lease());
        first.clock.advanceMillis(1_000);
        first.service.acceptAll();
        first.keeper.handOver("second");
        assertThat(first.keeper.lease()).isNull();
    }

    @Test
    void resumed_duringHandOver_endsItAndSendsAgain() {
        first.submit("m1", StoredFixture.untilStored());
        CompletableFuture<Boolean> ready = first.engine.handOver().toCompletableFuture();
        first.engine.resumed();
        assertThat(ready).isCompletedWithValue(false);
        first.service.acceptAll();
        first.submit("m2", StoredFixture.untilStored());
        first.clock.advanceMillis(2_000);
        assertThat(first.ids(1)).containsExactly("m2");
    }

    @Test
    void hint_messageOfAnotherNode_isSentAndItsOutcomeReturnedImmediately() {
        StoredFixture second = first.newProcess("second");
        first.store.listen((account, hint) -> {
            first.engine.hinted(hint);
            second.engine.hinted(hint);
        });
        first.clock.advanceMillis(5_300);
        StoredSink sink = second.submit("m1", StoredFixture.untilOutcome());
        first.clock.advanceMillis(10);
        assertThat(first.ids(0)).containsExactly("m1");
        first.service.acceptAll();
        first.clock.advanceMillis(10);
        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(second.service.requests).isEmpty();
    }

    @Test
    void submit_slotClosed_collectsMessagesInOneRequest() {
        first.submit("m0", StoredFixture.untilOutcome());
        first.service.acceptAll();
        List<StoredSink> sinks = IntStream.rangeClosed(1, 250)
                .mapToObj(i -> first.submit("m" + i, StoredFixture.untilStored())).toList();
        assertThat(first.service.requests).hasSize(1);
        first.clock.advanceMillis(1_100);
        assertThat(first.ids(1)).hasSize(200).startsWith("m1");
        first.service.acceptAll();
        first.clock.advanceMillis(1_100);
        assertThat(first.ids(2)).hasSize(50);
        assertThat(sinks).allMatch(StoredSink::isCompleted);
    }

    @Test
    void submit_sameIdAgain_isADuplicateAndReturnsTheFirstOutcome() {
        first.submit("m1", StoredFixture.untilOutcome());
        StoredSink second = first.submit("m1", StoredFixture.untilOutcome());
        assertThat(second.duplicates).containsExactly("m1");
        assertThat(second.isCompleted()).isFalse();
        first.service.acceptAll();
        assertThat(second.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        StoredSink third = first.submit("m1", StoredFixture.untilOutcome());
        assertThat(third.results.only().smsId()).isEqualTo("id");
        assertThat(first.service.requests).hasSize(1);
    }

    @Test
    void submit_sameIdRecordedBeforeTheStoreResponds_returnsTheOutcome() {
        LateStore late = new LateStore(new InMemoryMessageStore(first.clock), MessageIntake.class);
        StoredFixture engine = new StoredFixture(first.clock, late.store(), "late", created -> {
        });
        engine.submit("m1", StoredFixture.untilOutcome());
        late.isHolding = true;
        StoredSink second = engine.submit("m1", StoredFixture.untilOutcome());
        engine.service.acceptAll();
        assertThat(second.isCompleted()).isFalse();

        late.release();
        assertThat(second.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void send_machineWasSuspendedBeforeTheSlot_leavesTheClaimedMessagesToTheNextOwner() {
        first.submit("m1", StoredFixture.untilStored());
        first.service.acceptAll();
        first.submit("m2", StoredFixture.untilStored());
        first.clock.advanceMillis(MemoryEngineFixture.SECOND / 1_000_000 - 1);
        assertThat(first.state("m2")).isEqualTo(SmsMessageState.SENDING);
        first.clock.suspend(Duration.ofMinutes(1));
        StoredFixture second = first.newProcess("second");
        assertThat(second.keeper.lease()).isNotNull();
        first.clock.advanceMillis(500);

        assertThat(first.service.requests).hasSize(1);
    }

    @Test
    void claim_lateResponseAfterItsRetry_isNotSentAgain() {
        LateStore late = new LateStore(new InMemoryMessageStore(first.clock), MessageSending.class);
        StoredFixture engine = new StoredFixture(first.clock, late.store(), "late", created -> {
        });
        late.isHolding = true;
        engine.submit("m1", StoredFixture.untilOutcome());
        late.isHolding = false;
        first.clock.advance(StoreCalls.TIMEOUT.plusSeconds(2));
        assertThat(engine.ids(0)).containsExactly("m1");

        late.release();
        engine.submit("m2", StoredFixture.untilStored());
        assertThat(engine.state("m1")).isEqualTo(SmsMessageState.SENDING);
        engine.service.acceptAll();
        first.clock.advance(Duration.ofSeconds(5));
        assertThat(engine.ids(1)).containsExactly("m2");
        assertThat(engine.state("m1")).isEqualTo(SmsMessageState.ACCEPTED);
    }

    @Test
    void submit_loneMessage_costsOneClaim() {
        LateStore store = new LateStore(new InMemoryMessageStore(first.clock), MessageSending.class);
        StoredFixture engine = new StoredFixture(first.clock, store.store(), "counted", created -> {
        });
        store.calls.clear();
        engine.submit("m1", StoredFixture.untilOutcome());
        engine.service.acceptAll();
        first.clock.advanceMillis(990);
        assertThat(store.calls).containsExactly("claim", "record");
    }

    @Test
    void poll_noMessages_claimsOncePerInterval() {
        InMemoryMessageStore shared = new InMemoryMessageStore(first.clock);
        shared.setShared(true);
        LateStore store = new LateStore(shared, MessageSending.class);
        new StoredFixture(first.clock, store.store(), "idle", created -> {
        });
        store.calls.clear();
        first.clock.advance(Claims.POLL_INTERVAL_OF_NODES.multipliedBy(10));
        assertThat(store.calls).filteredOn("claim"::equals).hasSizeBetween(9, 10);
    }

    @Test
    void submit_leaseLostDuringTheClaim_tellsTheOwner() {
        List<SmsHint> hints = new ArrayList<>();
        LateStore store = new LateStore(new InMemoryMessageStore(first.clock), MessageSending.class);
        StoredFixture second = new StoredFixture(first.clock, store.store(), "second", created -> {
        });
        store.store.listen((account, hint) -> hints.add(hint));
        MessageStore.await(store.store.leases().release(second.keeper.lease()));
        StoredFixture owner = second.newProcess("owner");
        second.submit("m1", StoredFixture.untilOutcome());
        assertThat(hints).contains(SmsHint.AWAITED);
        assertThat(owner.errors).isEmpty();
    }

    /** A store, one part of which commits its calls and completes them late. */
    private static final class LateStore {

        private final MessageStore store;
        private final Class<?> part;
        private final List<Runnable> held = new ArrayList<>();
        private final List<String> calls = new ArrayList<>();
        private boolean isHolding;

        LateStore(MessageStore store, Class<?> part) {
            this.store = store;
            this.part = part;
        }

        MessageStore store() {
            return (MessageStore) Proxy.newProxyInstance(
                    MessageStore.class.getClassLoader(), new Class<?>[] { MessageStore.class },
                    (proxy, method, arguments) -> method.getReturnType() == part
                            ? late(method.invoke(store, arguments)) : method.invoke(store, arguments));
        }

        private Object late(Object prompt) {
            return Proxy.newProxyInstance(
                    part.getClassLoader(), new Class<?>[] { part },
                    (proxy, method, arguments) -> {
                        calls.add(method.getName());
                        CompletionStage<?> stage = (CompletionStage<?>) method.invoke(prompt, arguments);
                        if (!isHolding) {
                            return stage;
                        }
                        CompletableFuture<Object> late = new CompletableFuture<>();
                        held.add(() -> stage.thenAccept(late::complete));
                        return late;
                    });
        }

        void release() {
            held.forEach(Runnable::run);
        }
    }

    @Test
    void throttled_request_waitsInTheStoreAndIsRetried() {
        StoredSink sink = first.submit("m1", StoredFixture.untilOutcome());
        first.service.response(new SendResponse.Throttled(Duration.ofSeconds(3), "429"));
        assertThat(first.state("m1")).isEqualTo(SmsMessageState.WAITING);
        first.clock.advanceMillis(2_900);
        assertThat(first.service.requests).hasSize(1);
        first.clock.advanceMillis(300);
        assertThat(first.ids(1)).containsExactly("m1");
        first.service.acceptAll();
        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void submit_completeOnOutcomeNeverSent_isNotSentAtItsDeadlineOrLater() {
        first.engine.suspend();
        StoredSink sink = first.submit("m1", StoredFixture.untilOutcome());
        first.clock.advance(Duration.ofMinutes(5).plusSeconds(3));
        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        first.engine.resume();
        first.clock.advance(Duration.ofMinutes(1));
        assertThat(first.service.requests).isEmpty();
    }

    @Test
    void submit_againAfterNotSentAndNotQueued_returnsNotSentAtItsDeadline() {
        MessageStore store = new InMemoryMessageStore(first.clock);
        StoredFixture process = new StoredFixture(first.clock, withoutResend(store), "other", created -> {
        });
        process.engine.suspend();
        process.submit("m1", StoredFixture.untilOutcome());
        first.clock.advance(Duration.ofMinutes(6));

        StoredSink again = process.submit("m1", StoredFixture.untilOutcome());
        assertThat(again.isCompleted()).isFalse();
        first.clock.advance(Duration.ofMinutes(6));
        assertThat(again.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
    }

    @Test
    void submit_againAfterNotSent_isStoredWithTheTimeThatIsLeftToTheNewCaller() {
        first.engine.suspend();
        first.submit("m1", StoredFixture.untilOutcome());
        first.clock.advance(Duration.ofMinutes(6));

        first.submit("m1", new SubmitOptions(Duration.ofMinutes(2)));

        assertThat(first.state("m1")).isEqualTo(SmsMessageState.WAITING);
        assertThat(first.find("m1").expiresAt()).isEqualTo(first.clock.instant().plus(Duration.ofMinutes(2)));
    }

    @Test
    void submit_againWhileTheFirstCallerTimesOut_doesNotReturnTheReplacedOutcome() {
        MessageStore store = new InMemoryMessageStore(first.clock);
        List<Runnable> searches = new ArrayList<>();
        StoredFixture process = new StoredFixture(first.clock, withOperations(store, (operation, call) -> {
            CompletionStage<?> result = call.get();
            if (!operation.equals("find") || !searches.isEmpty()) {
                return result;
            }
            CompletableFuture<Object> late = new CompletableFuture<>();
            searches.add(() -> result.thenAccept(late::complete));
            return late;
        }), "other", created -> {
        });
        process.engine.suspend();
        StoredSink givenUp = process.submit("m1", StoredFixture.untilOutcome());
        first.clock.advance(Duration.ofMinutes(5).plusSeconds(3));
        StoredSink again = process.submit("m1", StoredFixture.untilOutcome());
        assertThat(process.state("m1")).isEqualTo(SmsMessageState.WAITING);

        searches.get(0).run();
        assertThat(givenUp.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(again.isCompleted()).isFalse();
        process.engine.resume();
        first.clock.advanceMillis(1_100);
        process.service.acceptAll();
        assertThat(again.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void submit_resubmissionCommittedButFailed_isNotSentAgainAfterItsOutcome() {
        MessageStore store = new InMemoryMessageStore(first.clock);
        List<String> resubmissions = new ArrayList<>();
        StoredFixture process = new StoredFixture(first.clock, withOperations(store, (operation, call) -> {
            CompletionStage<?> result = call.get();
            if (!operation.equals(RESUBMIT)) {
                return result;
            }
            resubmissions.add(operation);
            return resubmissions.size() > 1
                    ? result : CompletableFuture.failedFuture(new SmsStoreException("after its commit", true, null));
        }), "other", created -> {
        });
        process.engine.suspend();
        process.submit("m1", StoredFixture.untilOutcome());
        first.clock.advance(Duration.ofMinutes(6));
        process.engine.resume();

        StoredSink again = process.submit("m1", StoredFixture.untilOutcome());
        first.clock.advanceMillis(10);
        assertThat(process.ids(0)).containsExactly("m1");
        process.service.response(new SendResponse.Processed(List.of(SmsSendResult.rejected(-5, "bad", "m1"))));
        assertThat(again.results.only().outcome()).isEqualTo(SmsOutcome.REJECTED);

        first.clock.advance(Duration.ofSeconds(10));
        assertThat(process.service.requests).hasSize(1);
        assertThat(process.state("m1")).isEqualTo(SmsMessageState.REJECTED);
        assertThat(resubmissions).hasSize(2);
    }

    @Test
    void submit_resendDoesNotEndBeforeTheDeadline_isUnknownBecauseItMayBeSentLater() {
        MessageStore store = new InMemoryMessageStore(first.clock);
        List<Runnable> resends = new ArrayList<>();
        StoredFixture process = new StoredFixture(first.clock, withOperations(store, (operation, call) -> {
            if (!operation.equals(RESUBMIT)) {
                return call.get();
            }
            CompletableFuture<Object> late = new CompletableFuture<>();
            resends.add(() -> call.get().thenAccept(late::complete));
            return late;
        }), "other", created -> {
        });
        process.engine.suspend();
        process.submit("m1", StoredFixture.untilOutcome());
        first.clock.advance(Duration.ofMinutes(6));

        StoredSink again = process.submit("m1", StoredFixture.untilOutcome());
        first.clock.advance(Duration.ofMinutes(6));
        assertThat(again.results.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(again.results.only().reason()).contains("may be sent later");

        resends.forEach(Runnable::run);
        assertThat(process.state("m1")).isEqualTo(SmsMessageState.WAITING);
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void submit_oneOfSeveralResendsEndsDuringTheLastSearch_isUnknown(boolean isQueued) {
        MessageStore store = new InMemoryMessageStore(first.clock);
        List<Runnable> resends = new ArrayList<>();
        List<CompletableFuture<Object>> responses = new ArrayList<>();
        List<Runnable> searches = new ArrayList<>();
        AtomicBoolean isTimedOut = new AtomicBoolean();
        StoredFixture process = new StoredFixture(first.clock, withOperations(store, (operation, call) -> {
            CompletableFuture<Object> response = new CompletableFuture<>();
            if (operation.equals(RESUBMIT)) {
                responses.add(response);
                resends.add(() -> call.get().thenAccept(response::complete));
                return response;
            } else if (operation.equals("find") && isTimedOut.get() && searches.isEmpty()) {
                call.get().thenAccept(found -> searches.add(() -> response.complete(found)));
                return response;
            } else if (operation.equals("giveUp")) {
                isTimedOut.set(!resends.isEmpty());
            }
            return call.get();
        }), "other", created -> {
        });
        process.engine.suspend();
        process.submit("m1", StoredFixture.untilOutcome());
        first.clock.advance(Duration.ofMinutes(6));
        StoredSink again = process.submit("m1", StoredFixture.untilOutcome());
        first.clock.advance(Duration.ofMinutes(5).plusSeconds(20));
        assertThat(again.isCompleted()).isFalse();

        if (isQueued) {
            resends.get(1).run();
        } else {
            responses.get(0).completeExceptionally(new SmsStoreException("connection lost", true, null));
        }
        searches.forEach(Runnable::run);
        first.clock.advanceMillis(10);
        resends.get(1).run();

        assertThat(process.state("m1")).isEqualTo(SmsMessageState.WAITING);
        assertThat(again.results.only().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(again.results.only().reason()).contains("may be sent later");
    }

    /** A store that never queues a message again. */
    private static MessageStore withoutResend(MessageStore store) {
        return withOperations(
                store, (operation, call) -> operation.equals(RESUBMIT)
                        ? CompletableFuture.failedFuture(new SmsStoreException("down", false, null)) : call.get());
    }

    /** A store with other results for some operations, by name. */
    private static MessageStore withOperations(
            MessageStore store, BiFunction<String, Supplier<CompletionStage<?>>, CompletionStage<?>> results) {
        MessageOperations operations = (MessageOperations) Proxy.newProxyInstance(
                MessageOperations.class.getClassLoader(), new Class<?>[] { MessageOperations.class },
                (proxy, method, arguments) -> results.apply(method.getName(), () -> {
                    try {
                        return (CompletionStage<?>) method.invoke(store.operations(), arguments);
                    } catch (ReflectiveOperationException e) {
                        throw new AssertionError(e);
                    }
                }));
        return (MessageStore) Proxy.newProxyInstance(
                MessageStore.class.getClassLoader(), new Class<?>[] { MessageStore.class },
                (proxy, method, arguments) -> method.getName().equals("operations")
                        ? operations : method.invoke(store, arguments));
    }

    @Test
    void hint_waitingMessageSettledByAStatus_completesItsCallerImmediately() {
        StoredSink sink = first.submit("m1", StoredFixture.untilOutcome());
        first.service.response(new SendResponse.Throttled(Duration.ofSeconds(120), "429"));
        assertThat(first.state("m1")).isEqualTo(SmsMessageState.WAITING);
        delivered("m1");
        first.clock.advanceMillis(2_000);
        assertThat(sink.isCompleted()).isFalse();

        first.engine.hinted(SmsHint.SETTLED);
        first.clock.advanceMillis(10);
        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void record_responseRejectsADeliveredMessage_reportsIt() {
        first.submit("m1", StoredFixture.untilOutcome());
        delivered("m1");
        first.service.response(
                new SendResponse.Processed(List.of(SmsSendResult.rejected(-5, "INVALID_NUMBER_FORMAT", "m1"))));
        first.clock.advanceMillis(5_000);

        first.submit("m2", StoredFixture.untilOutcome());
        delivered("m2");
        first.service.response(new SendResponse.NotUnderstood(400, "HTTP status 400"));

        assertThat(first.contradicted).extracting(SmsStoredMessage::correlationId).containsExactly("m1", "m2");
    }

    @Test
    void record_statusAgreesOrRequestWasNotSent_reportsNoContradiction() {
        first.submit("m1", StoredFixture.untilOutcome());
        MessageStore.await(
                first.store.statuses().recordEvidence(
                        StoredFixture.ACCOUNT,
                        List.of(new SmsStatus("m1", "11987654321", null, SmsDeliveryStatus.INVALID_DESTINATION_ADDRESS, ""))));
        first.service.response(
                new SendResponse.Processed(List.of(SmsSendResult.rejected(-5, "INVALID_NUMBER_FORMAT", "m1"))));
        first.clock.advanceMillis(5_000);

        first.submit("m2", StoredFixture.untilOutcome());
        delivered("m2");
        first.service.response(new SendResponse.NotConnected("connection refused"));

        assertThat(first.contradicted).isEmpty();
    }

    private void delivered(String id) {
        MessageStore.await(
                first.store.statuses().recordEvidence(
                        StoredFixture.ACCOUNT,
                        List.of(new SmsStatus(id, "11987654321", null, SmsDeliveryStatus.DELIVERED, "DELIVERED"))));
    }

    /** Hints can get lost, and behind a connection pooler there are none. */
    @Test
    void cancel_withoutAHint_completesTheCallerLater() {
        first.engine.suspend();
        StoredSink sink = first.submit("m1", StoredFixture.untilOutcome());
        MessageStore.await(first.store.operations().cancel(StoredFixture.ACCOUNT, List.of("m1"), "cancelled"));

        first.clock.advanceMillis(29_000);
        assertThat(sink.isCompleted()).isFalse();

        first.clock.advanceMillis(2_000);
        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
    }

    @Test
    void submit_againAfterNotSent_isSent() {
        submit_completeOnOutcomeNeverSent_isNotSentAtItsDeadlineOrLater();
        StoredSink again = first.submit("m1", StoredFixture.untilOutcome());
        first.clock.advanceMillis(1_100);
        assertThat(first.ids(0)).containsExactly("m1");
        first.service.acceptAll();
        assertThat(again.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void suspend_messageExpires_isNotSentInTime() {
        first.engine.suspend();
        expiresBeforeItIsSent();
        assertThat(first.service.requests).isEmpty();
        first.engine.resume();
        first.clock.advanceMillis(10);
        assertThat(first.ids(0)).containsExactly("later");
    }

    @Test
    void rejectedCredentials_messageExpires_isNotSentInTime() {
        first.submit("caller", StoredFixture.untilOutcome());
        first.service.response(new SendResponse.Unauthorized(401, "refused"));
        expiresBeforeItIsSent();
        first.clock.advance(Duration.ofSeconds(61));
        assertThat(first.ids(1)).containsExactly("later");
    }

    @Test
    void throttledForLong_messageExpires_isNotSentInTime() {
        first.submit("m1", StoredFixture.untilStored());
        first.service.response(new SendResponse.Throttled(Duration.ofMinutes(10), "429"));
        expiresBeforeItIsSent();
        assertThat(first.service.requests).hasSize(1);
        first.clock.advance(Duration.ofMinutes(10));
        assertThat(first.ids(1)).containsExactly("m1", "later");
    }

    /** Stores a message that expires in two seconds and one that does not. */
    private void expiresBeforeItIsSent() {
        first.engine.submit(
                MemoryEngineFixture.message("expiring").withTimeToLive(Duration.ofSeconds(2)), StoredFixture.untilStored(),
                new StoredSink());
        first.submit("later", StoredFixture.untilStored());
        first.clock.advanceMillis(1_900);
        assertThat(first.state("expiring")).isEqualTo(SmsMessageState.WAITING);
        // A shared store is polled less often.
        first.clock.advanceMillis(10_200);
        assertThat(first.state("expiring")).isEqualTo(SmsMessageState.NOT_SENT);
        assertThat(first.state("later")).isEqualTo(SmsMessageState.WAITING);
        assertThat(first.reported).extracting(SmsSendResult::correlationId).contains("expiring");
    }

    @Test
    void rejectedCredentials_messagesWithoutCaller_stayInTheStore() {
        StoredSink waiting = first.submit("caller", StoredFixture.untilOutcome());
        first.service.response(new SendResponse.Unauthorized(401, "refused"));
        StoredSink stored = first.submit("stored", StoredFixture.untilStored());
        assertThat(waiting.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(stored.isCompleted()).isTrue();
        first.clock.advance(Duration.ofSeconds(61));
        assertThat(first.ids(1)).containsExactly("stored");
        first.service.response(new SendResponse.Unauthorized(401, "refused"));
        assertThat(first.state("stored")).isEqualTo(SmsMessageState.WAITING);
        first.clock.advance(Duration.ofSeconds(61));
        first.service.acceptAll();
        assertThat(first.state("stored")).isEqualTo(SmsMessageState.ACCEPTED);
    }

    /** Otherwise health could be up after an exchange has failed. */
    @Test
    void completed_rejectedCredentials_areInTheState() {
        List<Boolean> halted = new ArrayList<>();
        first.engine.submit(MemoryEngineFixture.message("a"), StoredFixture.untilOutcome(), new ResultSink() {
            @Override
            public void result(long index, SmsSendResult result) {
            }

            @Override
            public void completed(@Nullable ReadFailure unread) {
                halted.add(first.engine.state().credentialsRejected());
            }
        });
        first.service.response(new SendResponse.Unauthorized(401, "refused"));
        assertThat(halted).containsExactly(true);
    }

    @Test
    void credentialsChanged_halted_sendsTheNextProbe() {
        first.submit("caller", StoredFixture.untilOutcome());
        first.service.response(new SendResponse.Unauthorized(401, "refused"));
        first.submit("stored", StoredFixture.untilStored());
        first.engine.credentialsChanged();
        first.clock.advance(Duration.ofSeconds(2));
        assertThat(first.ids(1)).containsExactly("stored");
    }

    @Test
    void newProcess_afterACrash_sendsWaitingMessagesAndNoneInFlight() {
        first.submit("inFlight", StoredFixture.untilOutcome());
        first.submit("waiting", StoredFixture.untilStored());
        StoredFixture second = first.newProcess("second");
        assertThat(second.service.requests).isEmpty();
        // The lease of the crashed process must expire first.
        first.keeper.close();
        first.engine.suspend();
        second.clock.advance(Duration.ofSeconds(40));
        assertThat(second.service.requests).hasSize(1);
        assertThat(second.ids(0)).containsExactly("waiting");
        second.service.acceptAll();
        second.clock.advance(Duration.ofSeconds(60));
        assertThat(second.state("inFlight")).isEqualTo(SmsMessageState.UNKNOWN);
        assertThat(second.errors).isEmpty();
    }

    @Test
    void drain_messagesWithoutCaller_stayInTheStore() {
        first.submit("m0", StoredFixture.untilOutcome());
        first.submit("stored", StoredFixture.untilStored());
        StoredSink waiting = first.submit("caller", StoredFixture.untilOutcome());
        var drained = first.engine.drain();
        assertThat(drained.toCompletableFuture()).isNotDone();
        first.service.acceptAll();
        first.clock.advanceMillis(1_100);
        first.service.acceptAll();
        assertThat(waiting.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        first.clock.advanceMillis(3_000);
        assertThat(drained.toCompletableFuture()).isDone();
    }

    @Test
    void terminate_requestInFlight_reportsUnknownAndNotSent() {
        first.submit("m0", StoredFixture.untilOutcome());
        StoredSink waiting = first.submit("waiting", StoredFixture.untilOutcome());
        StoredSink stored = first.submit("stored", StoredFixture.untilStored());
        var terminated = first.engine.terminate();
        first.clock.advanceMillis(2_000);
        assertThat(terminated.toCompletableFuture()).isDone();
        assertThat(waiting.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(stored.isCompleted()).isTrue();
        assertThat(first.state("m0")).isEqualTo(SmsMessageState.UNKNOWN);
        assertThat(first.state("stored")).isEqualTo(SmsMessageState.WAITING);
    }

    @Test
    void submit_manyCompleteOnStored_storesAllInChunks() {
        StoredSink sink = new StoredSink();
        first.engine.submit(
                MemoryEngineFixture.source(MemoryEngineFixture.messages(2_500), true), StoredFixture.untilStored(), sink);
        assertThat(sink.isCompleted()).isTrue();
        assertThat(sink.stored).hasSize(2_500);
        assertThat(MessageStore.await(first.store.operations().count(StoredFixture.ACCOUNT)))
                .containsEntry(SmsMessageState.WAITING, 2_300L).containsEntry(SmsMessageState.SENDING, 200L);
    }

    @Test
    void start_afterBackoff_continuesIt() {
        first.submit("m1", StoredFixture.untilStored());
        first.service.response(new SendResponse.Throttled(Duration.ofSeconds(120), "429"));
        first.clock.advanceMillis(2_500);
        first.engine.suspend();
        first.keeper.close();
        StoredFixture second = first.newProcess("second");
        second.clock.advance(Duration.ofSeconds(100));
        assertThat(second.service.requests).isEmpty();
        second.clock.advance(Duration.ofSeconds(30));
        assertThat(second.ids(0)).containsExactly("m1");
    }

    @Test
    void withheld_request_waitsInTheStoreAsBeforeItsClaim() {
        first.submit("m1", StoredFixture.untilStored());
        first.service.response(new SendResponse.Withheld("the lease ended"));
        assertThat(first.find("m1").attempts()).isZero();
        assertThat(first.find("m1").sentAt()).isNull();
        first.clock.advanceMillis(600);
        assertThat(first.ids(1)).containsExactly("m1");
    }

    @Test
    void lostLease_claimedRequests_arePutBack() {
        first.submit("m1", StoredFixture.untilStored());
        first.service.acceptAll();
        first.submit("m2", StoredFixture.untilStored());
        first.keeper.close();
        first.engine.lost("the test took it");
        first.clock.advanceMillis(5_000);
        assertThat(first.state("m2")).isEqualTo(SmsMessageState.WAITING);
        assertThat(first.service.requests).hasSize(1);
    }
}
