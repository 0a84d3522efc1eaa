package io.github.camelsms;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import org.junit.jupiter.api.Test;

import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Tests for starting and closing a message store with the components that use it.
 */
class StoreUsersTest {

    private final AtomicInteger opened = new AtomicInteger();

    /** Returns a shared store that cannot listen to the hints of other nodes. */
    private MessageStore brokenStore() {
        return (MessageStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] { MessageStore.class },
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "start" -> opened.incrementAndGet() < 0;
                    case "close" -> opened.decrementAndGet() < 0;
                    case "isShared" -> true;
                    case "listen" -> throw new IllegalStateException("the database does not respond");
                    default -> null;
                });
    }

    /** Otherwise the file of an embedded store would stay locked. */
    @Test
    void start_accountsCannotBeCreated_closesTheStore() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext(); SmsComponent component = new SmsComponent(context)) {
            component.setMessageStore(brokenStore());
            assertThatThrownBy(component::start).hasStackTraceContaining("the database does not respond");
            assertThat(opened).hasValue(0);
        }
    }

    /** Otherwise the alarm of the purge would use the closed store. */
    @Test
    void start_accountsCannotBeCreated_stopsTheThreads() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext(); SmsComponent component = new SmsComponent(context)) {
            component.setMessageStore(brokenStore());
            assertThatThrownBy(component::start).hasStackTraceContaining("the database does not respond");
            await().untilAsserted(() -> assertThat(ContextThreads.named(context, "SmsAlarms")).isEmpty());
        }
    }

    /** Camel sets the option when it creates the component. */
    @Test
    void start_storeIsBoundAfterTheComponentWasCreated_isUsed() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            SmsComponent component = context.getComponent("sms", SmsComponent.class);
            MessageStore store = new InMemoryMessageStore(() -> Instant.EPOCH);
            context.getRegistry().bind("store", store);

            context.start();

            assertThat(component.getMessageStore()).isSameAs(store);
            assertThat(component.accounts().store()).isSameAs(store);
        }
    }

    /** Otherwise messages would silently be kept in memory. */
    @Test
    void endpoint_storeIsBoundAfterTheComponentHasStarted_failsNamingTheRemedy() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.start();
            SmsComponent component = context.getComponent("sms", SmsComponent.class);
            component.getConfiguration().setBaseUrl("http://localhost:9");
            component.getConfiguration().setUsername("demo");
            component.getConfiguration().setPassword("secret-1");
            context.getRegistry().bind("store", new InMemoryMessageStore(() -> Instant.EPOCH));

            assertThatThrownBy(() -> context.getEndpoint("sms:send"))
                    .hasStackTraceContaining("was bound after the sms component had started")
                    .hasStackTraceContaining("Bind it before the first use");
            component.setAutowiredEnabled(false);
            assertThat(context.getEndpoint("sms:send")).isNotNull();
        }
    }

    /** Otherwise messages would silently be kept in memory. */
    @Test
    void start_severalStoresAndNoneIsSet_failsNamingThem() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.getRegistry().bind("first", new InMemoryMessageStore(() -> Instant.EPOCH));
            context.getRegistry().bind("second", new InMemoryMessageStore(() -> Instant.EPOCH));

            context.start();
            assertThatThrownBy(() -> context.getComponent("sms")).hasStackTraceContaining("messageStore")
                    .hasStackTraceContaining("first, second");
        }
    }

    @Test
    void start_severalStoresAndAutowiringIsDisabled_keepsMessagesInMemory() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext(); SmsComponent component = new SmsComponent(context)) {
            context.getRegistry().bind("first", new InMemoryMessageStore(() -> Instant.EPOCH));
            context.getRegistry().bind("second", new InMemoryMessageStore(() -> Instant.EPOCH));
            component.setAutowiredEnabled(false);
            component.start();
            assertThat(component.getMessageStore()).isNull();
        }
    }

    @Test
    void start_severalStoresAndTheContextAutowiresNothing_keepsMessagesInMemory() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.getRegistry().bind("first", new InMemoryMessageStore(() -> Instant.EPOCH));
            context.getRegistry().bind("second", new InMemoryMessageStore(() -> Instant.EPOCH));
            context.setAutowiredEnabled(false);
            context.start();
            assertThat(context.getComponent("sms", SmsComponent.class).getMessageStore()).isNull();
        }
    }
}
