package io.github.camelsms.engine;

import java.lang.reflect.Proxy;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsHint;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatCode;

class StoreCallsTest {

    /** A hint is only a shortcut; otherwise polls whose statuses have settled messages would fail. */
    @Test
    void hint_storeThrowsAnError_isIgnored() {
        MessageStore store = (MessageStore) Proxy.newProxyInstance(
                MessageStore.class.getClassLoader(), new Class<?>[] { MessageStore.class }, (proxy, method, arguments) -> {
                    throw new NoClassDefFoundError("a library of the store");
                });

        assertThatCode(() -> StoreCalls.hint(store, "demo", SmsHint.SETTLED)).doesNotThrowAnyException();
    }
}
