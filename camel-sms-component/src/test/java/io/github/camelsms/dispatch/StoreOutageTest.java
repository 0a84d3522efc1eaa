package io.github.camelsms.dispatch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoreException;
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
    /** Names of methods of the store that fail. */
    private Predicate<String> failing = method -> false;
    private final MessageStore disk = new InMemoryMessageStore(clock);
    private final StoredFixture node = new StoredFixture(clock, view(MessageStore.class, disk), "first", created -> {
    });

    @AfterEach
    void noInternalErrors() {
        assertThat(node.errors).isEmpty();
    }

    /** Returns a view of the store, or of a part of it, in which some methods fail. */
    private <T> T view(Class<T> type, Object target) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
            if (CompletionStage.class.isAssignableFrom(method.getReturnType()) && failing.test(method.getName())) {
                return CompletableFuture.failedFuture(new SmsStoreException("down", true, null));
            }
            try {
                Object result = method.invoke(target, arguments);
                boolean isPart = method.getReturnType().getSimpleName().matches("Message.*|AccountLeases");
                return isPart ? view(method.getReturnType(), result) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    @Test
    void outage_outlastsLeaseAndRequest_callerGetsTheOutcomeThatTheEngineKnows() {
        StoredSink sink = node.submit("m1", StoredFixture.untilOutcome());
        failing = method -> true;
        node.service.acceptAll();
        clock.advance(OUTAGE);
        assertThat(node.keeper.lease()).isNull();

        failing = method -> false;
        clock.advance(RETRIES);

        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void search_outcomeIsNotRecordedYet_leavesTheMessage() {
        clock.advance(SEARCH.minus(OUTAGE));
        StoredSink sink = node.submit("m1", StoredFixture.untilOutcome());
        failing = "record"::equals;
        node.service.acceptAll();

        clock.advance(OUTAGE.plus(RETRIES));
        assertThat(state("m1")).isEqualTo(SmsMessageState.SENDING);
        failing = method -> false;
        clock.advance(RETRIES);

        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    private SmsMessageState state(String id) {
        return node.find(id).state();
    }
}
