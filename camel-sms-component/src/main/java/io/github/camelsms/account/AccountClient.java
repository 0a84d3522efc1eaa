package io.github.camelsms.account;

import java.time.Duration;
import java.util.function.Function;

import io.github.camelsms.client.SmsServiceClient;
import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.client.StatusOperations;
import org.jspecify.annotations.Nullable;

import org.apache.camel.support.service.ServiceHelper;

/**
 * HTTP client of an account. A change of settings replaces it: the new client starts first, and the old one stops after
 * its calls in flight. Thread-safe.
 */
public final class AccountClient {

    private final Function<SmsServiceSettings, SmsServiceClient> factory;
    private @Nullable Generation current;

    /** A started client with its settings and its calls in flight. */
    private static final class Generation {

        private final SmsServiceClient client;
        private final SmsServiceSettings settings;
        private int calls;
        private boolean retired;

        Generation(SmsServiceClient client, SmsServiceSettings settings) {
            this.client = client;
            this.settings = settings;
        }
    }

    /** A call in flight. Its client is not stopped before the call is closed. */
    final class Call implements AutoCloseable {

        private final Generation generation;

        private Call(Generation generation) {
            this.generation = generation;
        }

        SmsServiceClient client() {
            return generation.client;
        }

        Duration requestTimeout() {
            return generation.settings.requestTimeout();
        }

        @Override
        public void close() {
            ended(generation);
        }
    }

    /**
     * @param factory creates a client without starting it
     */
    AccountClient(Function<SmsServiceSettings, SmsServiceClient> factory) {
        this.factory = factory;
    }

    /**
     * Starts a client with these settings and makes it current. If it cannot be started, the previous one stays in use.
     * Called by one thread at a time.
     *
     * @throws RuntimeException if the client cannot be started
     */
    void use(SmsServiceSettings settings) {
        if (isUsed(settings)) {
            return;
        }
        // Without the lock, because the start can take long, and calls begin on the account's loop.
        SmsServiceClient client = factory.apply(settings);
        ServiceHelper.startService(client);
        synchronized (this) {
            Generation old = current;
            current = new Generation(client, settings);
            retire(old);
        }
    }

    private synchronized boolean isUsed(SmsServiceSettings settings) {
        return current != null && current.settings.equals(settings);
    }

    /**
     * Begins a call, which the caller must close.
     *
     * @throws IllegalStateException if the account is closed
     */
    synchronized Call call() {
        Generation generation = current;
        if (generation == null) {
            throw new IllegalStateException("the account is closed");
        }
        generation.calls++;
        return new Call(generation);
    }

    /**
     * Reads statuses.
     *
     * @throws IllegalStateException if the account is closed
     */
    public <T> T query(Function<StatusOperations, T> operation) {
        try (Call call = call()) {
            return operation.apply(call.client().statuses());
        }
    }

    /** Rejects further calls, and stops after the calls in flight. */
    synchronized void retire() {
        Generation old = current;
        current = null;
        retire(old);
    }

    /** Stops immediately; calls in flight fail. */
    synchronized void close() {
        Generation old = current;
        current = null;
        if (old != null) {
            ServiceHelper.stopService(old.client);
        }
    }

    private void retire(@Nullable Generation old) {
        if (old != null) {
            old.retired = true;
            stopIfDone(old);
        }
    }

    private synchronized void ended(Generation generation) {
        generation.calls--;
        stopIfDone(generation);
    }

    private static void stopIfDone(Generation generation) {
        if (generation.retired && generation.calls == 0) {
            ServiceHelper.stopService(generation.client);
        }
    }
}
