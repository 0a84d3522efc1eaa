package io.github.camelsms.store.jdbc;

import java.time.Duration;

import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The store in memory keeps the contract.
 */
class InMemoryMessageStoreTest extends MessageStoreContract {

    private final ManualClock clock = new ManualClock();

    @Override
    MessageStore newStore(boolean retainText) {
        return new InMemoryMessageStore(clock, Duration.ofSeconds(30), Duration.ofDays(30), retainText);
    }

    @Override
    void advance(Duration duration) {
        clock.advance(duration);
    }

    @Test
    void storeInTransaction_isRefusedWithARemedy() {
        MessageStore store = newStore(true);

        assertThatThrownBy(() -> store.intake().storeInTransaction(Samples.ACCOUNT, Samples.messages("m", 1)))
                .isInstanceOf(SmsStoreException.class).hasMessageContaining("joinTransaction=false");
    }
}
