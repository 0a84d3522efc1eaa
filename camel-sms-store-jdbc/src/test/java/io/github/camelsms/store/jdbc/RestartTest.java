package io.github.camelsms.store.jdbc;

import java.util.List;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.store.MessageStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.status;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that claims of an earlier process are released when the file is opened, because a file belongs to one process
 * at a time.
 */
class RestartTest extends MessageStoreContract {

    @Override
    @BeforeEach
    void open() {
        underTest = StoreUnderTest.SQLITE;
        super.open();
    }

    @Test
    void start_resultsClaimedBefore_areOfferedImmediately() {
        acceptedMessage("a");
        assertThat(results()).hasSize(1);
        assertThat(results()).isEmpty();

        restart();

        assertThat(results()).hasSize(1);
    }

    @Test
    void start_statusesClaimedBefore_areOfferedImmediately() {
        await(store.statuses().read(received(), List.of(status("a", SmsDeliveryStatus.SENT))));
        assertThat(statuses()).hasSize(1);
        assertThat(statuses()).isEmpty();

        restart();

        assertThat(statuses()).hasSize(1);
    }

    private void restart() {
        MessageStore earlier = store;
        earlier.close();
        super.open();
    }
}
