package io.github.camelsms.engine.stored;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.MemoryEngineFixture;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsRecovered;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A message store of somebody else that breaks its contract once, in any call of the engine.
 */
class HostileStoreTest {

    private static final List<String> METHODS = List.of("putBack", "acquire", "renew", "save", "acknowledge");
    private static final List<String> METHODS_WITH_LISTS = List.of("store", "claim", "record", "recover", "find");

    enum Fault {
        THROWS,
        THROWS_ERROR,
        RETURNS_NULL,
        COMPLETES_WITH_NULL,
        NEVER_COMPLETES,
        COMPLETES_TWICE,
        // The following ones apply to results with a list.
        LIST_TOO_SHORT,
        LIST_TOO_LONG,
        LIST_OF_NULLS,
        LIST_IS_NULL
    }

    private final ManualClock clock = new ManualClock();
    private final MessageStore sound = new InMemoryMessageStore(clock);
    private boolean isApplied;
    private boolean isClaimUncertain;

    static Stream<Object[]> faults() {
        Stream<Object[]> anyCall = METHODS.stream().flatMap(
                method -> Stream.of(Fault.values()).filter(fault -> fault.compareTo(Fault.LIST_TOO_SHORT) < 0)
                        .map(fault -> new Object[] { method, fault }));
        Stream<Object[]> withList = METHODS_WITH_LISTS.stream()
                .flatMap(method -> Stream.of(Fault.values())
                        .map(fault -> new Object[] { method, fault }));
        return Stream.concat(anyCall, withList);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void submit_storeBreaksItsContractOnce_everyMessageHasOneOutcome(String method, Fault fault) {
        abandonRequest("abandoned");
        isClaimUncertain = method.equals("putBack");
        StoredFixture fixture = new StoredFixture(clock, store(method, fault), "first", created -> {
        });
        List<StoredSink> sinks = new ArrayList<>();
        sinks.add(submitWhileSuspended(fixture, "suspended"));
        for (int i = 1; i <= 5; i++) {
            sinks.add(fixture.submit("m" + i, i % 2 == 0 ? StoredFixture.untilStored() : StoredFixture.untilOutcome()));
            proceed(fixture, 2);
        }
        proceed(fixture, 600);
        assertThat(isApplied).as("the store broke its contract").isTrue();
        assertThat(sinks).allMatch(StoredSink::isCompleted);
        StoredSink later = fixture.submit("later", StoredFixture.untilOutcome());
        proceed(fixture, 600);
        assertThat(later.isCompleted()).isTrue();
        assertThat(fixture.service.requests.stream().flatMap(request -> request.messages().stream()))
                .doesNotHaveDuplicates();
        assertThat(Stream.of("abandoned", "suspended", "m1", "m2", "m3", "m4", "m5", "later").flatMap(this::states))
                .isNotEmpty()
                .doesNotContain(SmsMessageState.SENDING, SmsMessageState.WAITING);
        assertThat(fixture.errors).isEmpty();
        CompletableFuture<Void> drained = fixture.engine.drain().toCompletableFuture();
        proceed(fixture, 120);
        assertThat(drained).isDone();
    }

    /** Claims a message for a process that ends before it has sent the request; its recovery has something to find. */
    private void abandonRequest(String id) {
        SmsLease lease = ((SmsLeaseResult.Granted) MessageStore.await(sound.leases().acquire(StoredFixture.ACCOUNT, "earlier")))
                .lease();
        MessageStore.await(
                sound.intake().store(
                        StoredFixture.ACCOUNT,
                        List.of(new SmsNewMessage(MemoryEngineFixture.message(id), null, Map.of(), SmsOffer.AT_ONCE))));
        MessageStore.await(sound.sending().claim(new SmsClaim(lease, 1, 1, 200, Duration.ofSeconds(40))));
        MessageStore.await(sound.leases().release(lease));
    }

    /** Lets the engine look for the outcome of a message that it does not send. */
    private StoredSink submitWhileSuspended(StoredFixture fixture, String id) {
        fixture.engine.suspend();
        StoredSink sink = fixture.submit(id, StoredFixture.untilOutcome());
        proceed(fixture, 4);
        fixture.engine.hinted(SmsHint.SETTLED);
        proceed(fixture, 4);
        fixture.engine.resume();
        return sink;
    }

    private Stream<SmsMessageState> states(String id) {
        return MessageStore.await(sound.operations().find(StoredFixture.ACCOUNT, List.of(id))).stream()
                .map(SmsStoredMessage::state);
    }

    private void proceed(StoredFixture fixture, int halfSeconds) {
        for (int i = 0; i < halfSeconds; i++) {
            while (fixture.service.inFlight() > 0) {
                fixture.service.acceptAll();
            }
            clock.advanceMillis(500);
        }
    }

    private MessageStore store(String method, Fault fault) {
        return (MessageStore) proxy(MessageStore.class, (called, arguments) -> {
            Object part = invoke(sound, called, arguments);
            return called.getReturnType().isInterface()
                    ? proxy(called.getReturnType(), (call, given) -> {
                        if (call.getName().equals(method) && !isApplied) {
                            return broken(fault, () -> invoke(part, call, given));
                        }
                        Object result = invoke(part, call, given);
                        return call.getName().equals("claim") ? claim((SmsClaim) given[0], result) : result;
                    })
                    : part;
        });
    }

    /** Returns the result of a claim, or once a failure although it has claimed requests. */
    private Object claim(SmsClaim claim, Object result) {
        boolean fails = isClaimUncertain && claim.requests() > 0;
        isClaimUncertain &= !fails;
        return fails ? CompletableFuture.failedFuture(new SmsStoreException("connection lost", true, null)) : result;
    }

    private interface Call {
        Object call() throws Throwable;
    }

    private interface Handler {
        Object invoke(Method method, Object[] arguments) throws Throwable;
    }

    private static Object proxy(Class<?> type, Handler handler) {
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] { type },
                (proxy, method, arguments) -> handler.invoke(method, arguments));
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @SuppressWarnings("unchecked")
    private Object broken(Fault fault, Call call) throws Throwable {
        boolean isListMangled = fault.compareTo(Fault.LIST_TOO_SHORT) >= 0;
        isApplied |= !isListMangled;
        return switch (fault) {
            case THROWS -> throw new IllegalStateException("a defect of the store");
            case THROWS_ERROR -> throw new AbstractMethodError("an older version of the interface");
            case RETURNS_NULL -> null;
            case COMPLETES_WITH_NULL -> CompletableFuture.completedFuture(null);
            case NEVER_COMPLETES -> new CompletableFuture<>();
            case COMPLETES_TWICE -> twice((CompletionStage<Object>) call.call());
            default -> ((CompletionStage<Object>) call.call()).thenApply(result -> {
                Object mangled = mangled(fault, result);
                isApplied |= !result.equals(mangled);
                return mangled;
            });
        };
    }

    /** A stage that calls back twice and cannot be converted to a future. */
    private static Object twice(CompletionStage<Object> stage) {
        return proxy(CompletionStage.class, (method, arguments) -> {
            if (!method.getName().equals("whenComplete")) {
                throw new UnsupportedOperationException(method.getName());
            }
            invoke(stage, method, arguments);
            return invoke(stage, method, arguments);
        });
    }

    private static Object mangled(Fault fault, Object result) {
        if (result instanceof List<?> list) {
            return mangled(fault, list);
        } else if (result instanceof SmsClaimed claimed) {
            return new SmsClaimed(
                    claimed.isLeaseHeld(), mangled(fault, claimed.intakes()), mangled(fault, claimed.requests()),
                    mangled(fault, claimed.expired()), claimed.hasMore(), claimed.untilDue());
        } else if (result instanceof SmsRecovered recovered) {
            return new SmsRecovered(
                    recovered.isLeaseHeld(), mangled(fault, recovered.messages()), recovered.untilNext());
        }
        return result;
    }

    private static <T> List<T> mangled(Fault fault, List<T> list) {
        return switch (fault) {
            case LIST_TOO_SHORT -> list.isEmpty() ? list : list.subList(1, list.size());
            case LIST_TOO_LONG -> Stream.concat(list.stream(), list.stream()).toList();
            case LIST_OF_NULLS -> Arrays.asList((T[]) Collections.nCopies(list.size(), null).toArray());
            default -> null;
        };
    }
}
