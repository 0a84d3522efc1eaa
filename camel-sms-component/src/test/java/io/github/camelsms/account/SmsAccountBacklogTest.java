package io.github.camelsms.account;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.engine.stored.ReconcilerFixture;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

class SmsAccountBacklogTest {

    private static final AccountUser USER = new AccountUser(
            "sms://status", "sms",
            new SmsServiceSettings(URI.create("https://localhost:1"), "demo", "secret-1", Duration.ofSeconds(1), null),
            new EngineSettings(1_000_000_000, Pacing.strict, 200, 1_000, 4, false, 30_000_000_000L),
            ReconcilerFixture.PARK, 1, Duration.ofMinutes(1), Duration.ofMinutes(1), false, Set.of());

    private final CamelContext context = new DefaultCamelContext();
    private final MessageStore store = new InMemoryMessageStore(new ManualClock());
    private final SmsAccounts accounts = new SmsAccounts(context, null, store, 1, new KeptPaces(1));

    @AfterEach
    void stop() throws Exception {
        accounts.close();
        context.close();
    }

    @Test
    void hasWaiting_nothingStored_isFalse() {
        assertThat(accounts.join(USER, AccountUse.Purpose.QUERYING).account().hasWaiting()).isFalse();
    }

    /** Stored messages without a caller in this process are included. */
    @Test
    void hasWaiting_messageInTheStore_isTrue() {
        MessageStore.await(store.intake().store(
                USER.account().label(),
                List.of(new SmsNewMessage(new SmsMessage("hello", "11987654321", "a", null), SmsOffer.AT_ONCE))));

        assertThat(accounts.join(USER, AccountUse.Purpose.QUERYING).account().hasWaiting()).isTrue();
    }
}
