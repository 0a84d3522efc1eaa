package io.github.camelsms;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.store.MessageStore;
import org.junit.jupiter.api.Test;

import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for starting and closing a message store with the components that use it.
 */
class StoreUsersTest {

    private final AtomicInteger opened = new AtomicInteger();

    /** Returns a store that cannot say whether it is shared. */
    private MessageStore brokenStore() {
        return (MessageStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] { MessageStore.class }, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "start" -> opened.incrementAndGet();
                        case "close" -> opened.decrementAndGet();
                        default -> throw new IllegalStateException("the database does not respond");
                    }
                    return null;
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
}
