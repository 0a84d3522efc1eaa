package io.github.camelsms.account;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.LogLines;
import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.engine.stored.ReconcilerFixture;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsClaim;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests the stop of several accounts while the message store does not respond.
 */
class FrozenStoreStopTest {

    private static final int ACCOUNTS = 3;

    /** Accounts with a call that stores their message. */
    private final Set<String> storing = ConcurrentHashMap.newKeySet();
    private final DefaultCamelContext context = new DefaultCamelContext();

    @AfterEach
    void stop() throws Exception {
        context.close();
    }

    /** Each needs seconds, because calls to the store may still succeed. */
    @Test
    void close_severalAccounts_areTerminatedAtTheSameTime() {
        context.getShutdownStrategy().setTimeUnit(TimeUnit.MILLISECONDS);
        context.getShutdownStrategy().setTimeout(1);
        SmsAccounts accounts = new SmsAccounts(context, null, frozen(), ACCOUNTS, new KeptPaces(ACCOUNTS));
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.WARN))) {
            CompletableFuture<Integer> stoppedAtFirstResult = new CompletableFuture<>();
            for (int i = 0; i < ACCOUNTS; i++) {
                accounts.join(user(i), AccountUse.Purpose.SENDING).account().engine().submit(
                        new SmsMessage("hello", "11987654321", "m" + i, null), new SubmitOptions(Duration.ofMinutes(5)),
                        new Sink(() -> stoppedAtFirstResult.complete(stopped(lines))));
            }

            await().atMost(Duration.ofSeconds(60)).until(() -> storing.size() == ACCOUNTS);
            accounts.close();

            assertThat(stoppedAtFirstResult).isCompletedWithValue(ACCOUNTS);
        }
    }

    private static int stopped(LogLines lines) {
        return (int) lines.at(Level.WARN).stream().filter(line -> line.contains("stopped before all messages were sent"))
                .count();
    }

    private record Sink(Runnable onResult) implements ResultSink {

        @Override
        public void result(long index, SmsSendResult result) {
            onResult.run();
        }

        @Override
        public void completed(@Nullable ReadFailure unread) {
        }
    }

    private static AccountUser user(int number) {
        return new AccountUser(
                "sms://send", "sms",
                new SmsServiceSettings(
                        URI.create("https://localhost:1"), "demo" + number, "secret-1", Duration.ofSeconds(1), null),
                new EngineSettings(1_000_000_000, Pacing.strict, 200, 1_000, 4, false, 30_000_000_000L),
                ReconcilerFixture.PARK, 1, Duration.ofMinutes(1), Duration.ofMinutes(1), false, Set.of());
    }

    /** Returns a store whose leases respond, and nothing else. */
    private MessageStore frozen() {
        MessageStore store = new InMemoryMessageStore(new ManualClock());
        return (MessageStore) Proxy.newProxyInstance(
                FrozenStoreStopTest.class.getClassLoader(), new Class<?>[] { MessageStore.class },
                (proxy, method, arguments) -> method.getReturnType().isInterface() && !method.getName().equals("leases")
                        ? unresponsive(method) : method.invoke(store, arguments));
    }

    private Object unresponsive(Method method) {
        return Proxy.newProxyInstance(
                FrozenStoreStopTest.class.getClassLoader(), new Class<?>[] { method.getReturnType() },
                (proxy, call, arguments) -> {
                    if (call.getName().equals("store")) {
                        storing.add(arguments[0].toString());
                    } else if (call.getName().equals("claim") && arguments[0] instanceof SmsClaim claim
                            && !claim.fresh().isEmpty()) {
                        storing.add(claim.lease().account());
                    }
                    return call.getReturnType().equals(CompletionStage.class) ? new CompletableFuture<>() : null;
                });
    }
}
