package io.github.camelsms.store.jdbc;

import java.util.List;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.accepted;
import static io.github.camelsms.store.jdbc.Samples.status;
import static io.github.camelsms.store.jdbc.Samples.text;
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
    void start_resultOfAMessageOfAFile_hasFileAndLine() {
        SmsOrigin origin = new SmsOrigin("a.csv", 7);
        intake(new SmsNewMessage(text("m").withOrigin(origin), SmsOffer.AT_ONCE));
        SmsClaimed.Request request = claim(lease(), 1);
        await(record(request, accepted(request.messages().get(0))));

        restart();

        assertThat(results()).extracting(delivery -> delivery.message().result().origin()).containsExactly(origin);
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
