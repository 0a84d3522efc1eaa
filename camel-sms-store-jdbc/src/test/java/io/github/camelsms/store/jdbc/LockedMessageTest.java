package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoredMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for messages that another transaction has locked and changes, which is only seen after its commit.
 */
class LockedMessageTest {

    private final Postgres postgres = new Postgres();
    private final JdbcMessageStore store = postgres.store();
    private Connection other;
    private SmsLease lease;
    private SmsClaimed.Request request;

    @BeforeEach
    void claim() throws SQLException {
        store.start();
        lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
        await(store.intake().store(ACCOUNT, Samples.messages("m", 2)));
        request = await(store.sending().claim(Samples.claim(lease, 1, 2))).requests().get(0);
        other = postgres.dataSource.getConnection();
        other.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        other.close();
        store.close();
    }

    @Test
    void record_statusIsBeingRecorded_keepsBoth() throws SQLException {
        assertThat(recordedDuring("UPDATE sms_message SET delivery_status = 'DELIVERED' WHERE correlation_id = 'm1'"))
                .extracting(SmsStoredMessage::state)
                .containsExactly(SmsMessageState.ACCEPTED, SmsMessageState.ACCEPTED);
        assertThat(find("m1").deliveryStatus()).isEqualTo(SmsDeliveryStatus.DELIVERED);
        assertThat(find("m1").smsId()).isEqualTo("sms-m1");
    }

    @Test
    void record_messageIsBeingErased_doesNotRestoreIt() throws SQLException {
        assertThat(
                recordedDuring(
                        "UPDATE sms_message SET destination = NULL, message_text = NULL WHERE correlation_id = 'm0'"))
                .hasSize(2);
        assertThat(find("m0").message().destination()).isNull();
        assertThat(find("m0").state()).isEqualTo(SmsMessageState.ACCEPTED);
    }

    @Test
    void record_requestIsBeingPutBack_isAcceptedOnce() throws SQLException {
        assertThat(
                recordedDuring(
                        "DELETE FROM sms_request",
                        "INSERT INTO sms_waiting (message_id, account_id, lane, position) SELECT id, account_id, 5, id FROM sms_message"))
                .extracting(SmsStoredMessage::state)
                .containsExactly(SmsMessageState.ACCEPTED, SmsMessageState.ACCEPTED);
        assertThat(await(store.operations().count(ACCOUNT)).get(SmsMessageState.WAITING)).isZero();
    }

    /** The claim has found it as one that is due. */
    @Test
    void claim_dueMessageIsBeingCancelled_doesNotSendIt() throws SQLException {
        Instant later = Instant.parse("2040-01-01T00:00:00Z");
        await(store.intake().store(
                ACCOUNT, List.of(new SmsNewMessage(Samples.text("s"), later, Map.of(), SmsOffer.AT_ONCE))));
        postgres.execute("UPDATE sms_message SET due_at = 1 WHERE correlation_id = 's'");

        SmsClaimed claimed = during(
                () -> store.sending().claim(Samples.claim(lease, 2, 10)),
                "UPDATE sms_message SET state = 'CANCELLED', revision = 1, finished_at = 1 WHERE correlation_id = 's'");

        assertThat(Samples.ids(claimed)).isEmpty();
        assertThat(find("s").state()).isEqualTo(SmsMessageState.CANCELLED);
    }

    /** Makes a call while another transaction has executed these statements and not committed them yet. */
    private <T> T during(Supplier<CompletionStage<T>> call, String... statements) throws SQLException {
        try (Statement statement = other.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        CompletionStage<T> called = call.get();
        Awaitility.await().until(postgres::isAnyWaitingForALock);
        other.commit();
        return await(called);
    }

    private List<SmsStoredMessage> recordedDuring(String... statements) throws SQLException {
        List<SmsStoredMessage> all = during(
                () -> store.sending().record(
                        request.id(), request.messages().stream().map(Samples::accepted).toList(), Samples.RECONCILED),
                statements);
        assertThat(await(store.operations().count(ACCOUNT)).get(SmsMessageState.SENDING)).isZero();
        assertThat(all).allMatch(message -> message.revision() == 1);
        return all;
    }

    private SmsStoredMessage find(String correlationId) {
        return await(store.operations().find(ACCOUNT, List.of(correlationId))).get(0);
    }
}
