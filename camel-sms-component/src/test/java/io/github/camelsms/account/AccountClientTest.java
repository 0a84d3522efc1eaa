package io.github.camelsms.account;

import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLContext;

import io.github.camelsms.client.SmsServiceClient;
import io.github.camelsms.client.SmsServiceSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.jsse.SSLContextParameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for the running clients of an account while its settings change.
 */
class AccountClientTest {

    private static final SmsServiceSettings FIRST = settings(1, null);
    private static final SmsServiceSettings SECOND = settings(2, null);

    private final CamelContext context = new DefaultCamelContext();
    private final ScheduledExecutorService alarms = Executors.newSingleThreadScheduledExecutor();
    private final List<SmsServiceClient> made = new ArrayList<>();
    private final AccountClient client = new AccountClient(this::make);

    @AfterEach
    void stop() throws Exception {
        made.forEach(SmsServiceClient::stop);
        alarms.shutdownNow();
        context.close();
    }

    @Test
    void use_changedSettings_stopsTheOlderClient() {
        client.use(FIRST);
        client.use(SECOND);

        assertThat(made).extracting(SmsServiceClient::isStarted).containsExactly(false, true);
    }

    @Test
    void use_sameSettings_keepsTheClient() {
        client.use(FIRST);
        client.use(settings(1, null));

        assertThat(made).extracting(SmsServiceClient::isStarted).containsExactly(true);
    }

    @Test
    void use_changedSettingsWithACallInFlight_stopsTheOlderClientAfterIt() {
        client.use(FIRST);
        try (AccountClient.Call call = client.call()) {
            client.use(SECOND);
            assertThat(call.client().isStarted()).isTrue();
        }

        assertThat(made).extracting(SmsServiceClient::isStarted).containsExactly(false, true);
    }

    @Test
    void use_clientFailsToStart_keepsTheCurrentClient() {
        client.use(FIRST);

        assertThatThrownBy(() -> client.use(settings(2, new BrokenTls()))).hasStackTraceContaining("broken on purpose");

        assertThat(made.get(0).isStarted()).isTrue();
        try (AccountClient.Call call = client.call()) {
            assertThat(call.client()).isSameAs(made.get(0));
        }
    }

    @Test
    void call_whileAnotherClientStarts_usesTheCurrentOne() throws Exception {
        client.use(FIRST);
        SlowTls tls = new SlowTls();
        CompletableFuture<Void> change = CompletableFuture.runAsync(() -> client.use(settings(2, tls)));
        tls.entered.get(60, TimeUnit.SECONDS);

        CompletableFuture<AccountClient.Call> call = CompletableFuture.supplyAsync(client::call);
        try {
            assertThat(call.get(60, TimeUnit.SECONDS).client()).isSameAs(made.get(0));
        } finally {
            tls.released.complete(null);
        }
        change.join();
        call.join().close();
        assertThat(made).extracting(SmsServiceClient::isStarted).containsExactly(false, true);
    }

    @Test
    void retire_callInFlight_stopsTheClientAfterIt() {
        client.use(FIRST);
        try (AccountClient.Call call = client.call()) {
            client.retire();
            assertThat(call.client().isStarted()).isTrue();
        }

        assertThat(made.get(0).isStarted()).isFalse();
        assertThatThrownBy(client::call).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void close_callInFlight_stopsTheClientImmediately() {
        client.use(FIRST);
        try (AccountClient.Call call = client.call()) {
            client.close();
            assertThat(call.client().isStarted()).isFalse();
        }
    }

    @Test
    void close_nothingInFlight_stopsTheClient() {
        client.use(FIRST);
        client.close();

        assertThat(made.get(0).isStarted()).isFalse();
        assertThatThrownBy(client::call).isInstanceOf(IllegalStateException.class);
    }

    private SmsServiceClient make(SmsServiceSettings settings) {
        SmsServiceClient created = new SmsServiceClient(context, settings, alarms, pause -> {
        }, () -> 0, InstantSource.system());
        made.add(created);
        return created;
    }

    private static SmsServiceSettings settings(int seconds, @Nullable SSLContextParameters tls) {
        return new SmsServiceSettings(
                URI.create("https://localhost:1"), "demo", "secret-1", Duration.ofSeconds(seconds), tls);
    }

    /** TLS parameters that take long to load. */
    private static final class SlowTls extends SSLContextParameters {

        private final CompletableFuture<Void> entered = new CompletableFuture<>();
        private final CompletableFuture<Void> released = new CompletableFuture<>();

        @Override
        public SSLContext createSSLContext(CamelContext context) throws GeneralSecurityException, IOException {
            entered.complete(null);
            released.join();
            return super.createSSLContext(context);
        }
    }

    /** Invalid TLS parameters. */
    private static final class BrokenTls extends SSLContextParameters {

        @Override
        public SSLContext createSSLContext(CamelContext context) {
            throw new IllegalStateException("broken on purpose");
        }
    }
}
