package io.github.camelsms.store.jdbc;

import java.nio.file.Path;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

class InMemoryMessageStoreTest {

    @Test
    void storeInTransaction_inMemory_failsNamingTheRemedy() {
        MessageStore store = StoreUnderTest.MEMORY.open(Path.of("unused"), true);

        assertThatThrownBy(() -> store.intake().storeInTransaction(Samples.ACCOUNT, Samples.messages("m", 1)))
                .isInstanceOf(SmsStoreException.class).hasMessageContaining("joinTransaction=false");
    }
}
