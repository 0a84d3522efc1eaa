package io.github.camelsms.account;

import java.net.URI;
import java.time.Duration;
import java.time.ZoneId;

import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.dispatch.DispatchSettings;
import io.github.camelsms.dispatch.ManualClock;
import io.github.camelsms.dispatch.pacing.Pacing;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SettingsConflictTest {

    private final CamelContext context = new DefaultCamelContext();
    private @Nullable SmsAccounts accounts;

    @AfterEach
    void stop() throws Exception {
        if (accounts != null) {
            accounts.close();
        }
        context.close();
    }

    /** Messages of unknown outcome are looked up on the days of this zone. */
    @Test
    void send_withAStoreAndAnotherZone_isRejected() {
        join(new InMemoryMessageStore(new ManualClock()), "sms://send", "America/Sao_Paulo");

        assertThatThrownBy(() -> join(null, "sms://send?zone=UTC", "UTC")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Option zone", "sms://send has America/Sao_Paulo", "sms://send?zone=UTC has UTC");
    }

    @Test
    void send_withoutAStoreAndAnotherZone_isAllowed() {
        join(null, "sms://send", "America/Sao_Paulo");

        assertThatCode(() -> join(null, "sms://send?zone=UTC", "UTC")).doesNotThrowAnyException();
    }

    private void join(@Nullable MessageStore store, String name, String zone) {
        SmsAccounts shared = accounts == null ? new SmsAccounts(context, null, store, 1, new KeptPaces(1)) : accounts;
        accounts = shared;
        Reconciliation park = ReconcilerFixture.PARK;
        shared.join(new AccountUser(
                name, "sms",
                new SmsServiceSettings(URI.create("https://localhost:1"), "demo", "secret-1", Duration.ofSeconds(1), null),
                new DispatchSettings(1_000_000_000, Pacing.strict, 200, 1_000, 4, false, 30_000_000_000L),
                new Reconciliation(park.isEnabled(), park.after(), park.atMost(), park.isResent(), ZoneId.of(zone)), 1,
                Duration.ofMinutes(1), false), AccountLease.Purpose.SENDING);
    }
}
