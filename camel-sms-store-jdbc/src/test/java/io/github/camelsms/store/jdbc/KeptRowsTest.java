package io.github.camelsms.store.jdbc;

import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.accepted;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static io.github.camelsms.store.jdbc.Samples.rejected;
import static io.github.camelsms.store.jdbc.Samples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests that the store returns what the database contains, although it keeps messages.
 */
class KeptRowsTest extends MessageStoreContract {

    private static final String FAIL_OFFERS
            = "CREATE TRIGGER fail BEFORE INSERT ON sms_result BEGIN SELECT RAISE(ABORT, 'fail'); END";

    @Override
    @BeforeEach
    void open() {
        underTest = StoreUnderTest.SQLITE;
        super.open();
    }

    @Test
    void claim_messageChangedInTheDatabase_returnsTheChangedOne() {
        await(store.intake().store(ACCOUNT, messages("m", 3)));
        change("UPDATE sms_message SET message_text = 'changed', revision = 1 WHERE correlation_id = 'm1'");

        assertThat(claimed()).extracting(message -> message.message().messageText())
                .containsExactly("Your code is 1234", "changed", "Your code is 1234");
    }

    /** As in a file that was replaced, in which the id belongs to another message. */
    @Test
    void claim_anotherMessageHasItsId_returnsThatMessage() {
        await(store.intake().store(ACCOUNT, messages("m", 2)));
        change("UPDATE sms_message SET message_text = 'another', fingerprint = 1 WHERE correlation_id = 'm1'");

        assertThat(claimed()).extracting(message -> message.message().messageText())
                .containsExactly("Your code is 1234", "another");
    }

    @Test
    void claim_messageRemovedFromTheDatabase_omitsIt() {
        await(store.intake().store(ACCOUNT, messages("m", 3)));
        change("DELETE FROM sms_message WHERE correlation_id = 'm1'");

        assertThat(claimed()).extracting(SmsStoredMessage::correlationId).containsExactly("m0", "m2");
    }

    @Test
    void claim_moreMessagesThanAreKept_returnsAllInTheirOrder() {
        int batches = 21;
        for (int batch = 0; batch < batches; batch++) {
            await(store.intake().store(ACCOUNT, messages("b" + batch + "-", 1_000)));
        }

        List<SmsStoredMessage> first = claimed();
        assertThat(first).extracting(SmsStoredMessage::id).isSorted().hasSize(200);
        assertThat(first).allMatch(message -> "Your code is 1234".equals(message.message().messageText()));
    }

    /** Otherwise a backlog with such headers would fill the memory. */
    @Test
    void claim_messageWithLargeHeaders_readsItFromTheDatabase() {
        Map<String, String> large = Map.of("Order", "x".repeat(10_000));
        await(store.intake().store(ACCOUNT, List.of(new SmsNewMessage(text("m"), null, large, SmsOffer.AT_ONCE))));
        // The store does not notice this change of a message that it keeps.
        change("UPDATE sms_message SET headers = '{\"Order\":\"1\"}'");

        assertThat(claimed()).extracting(SmsStoredMessage::headers).containsExactly(Map.of("Order", "1"));
    }

    @Test
    void claim_afterAClaimThatWasRolledBack_returnsAllMessages() {
        await(store.intake().store(ACCOUNT, messages("m", 3)));
        SmsLease lease = lease();
        SmsClaim claim = new SmsClaim(lease, 1, 3, 1, LEASE);
        change("CREATE TRIGGER fail BEFORE INSERT ON sms_request WHEN NEW.number = 3 BEGIN SELECT RAISE(ABORT, 'fail'); END");
        assertThatThrownBy(() -> claim(claim)).isInstanceOf(SmsStoreException.class);
        change("DROP TRIGGER fail");

        assertThat(claim(claim).requests()).flatExtracting(SmsClaimed.Request::messages)
                .extracting(SmsStoredMessage::correlationId, SmsStoredMessage::attempts)
                .containsExactly(tuple("m0", 1), tuple("m1", 1), tuple("m2", 1));
    }

    @Test
    void record_afterARecordThatWasRolledBack_recordsAndOffersTheOutcomes() {
        await(store.intake().store(ACCOUNT, messages("m", 2)));
        SmsClaimed.Request request = claim(lease(), 2);
        SmsStoredMessage first = request.messages().get(0);
        SmsStoredMessage second = request.messages().get(1);
        change(FAIL_OFFERS);
        assertThatThrownBy(() -> await(record(request, accepted(first), accepted(second))))
                .isInstanceOf(SmsStoreException.class);
        change("DROP TRIGGER fail");

        await(record(request, rejected(first), accepted(second)));

        assertThat(results()).extracting(delivery -> delivery.message().state(), delivery -> delivery.message().revision())
                .containsExactly(tuple(SmsMessageState.REJECTED, 1L), tuple(SmsMessageState.ACCEPTED, 1L));
        assertThat(state("m0", "m1")).containsExactly(SmsMessageState.REJECTED, SmsMessageState.ACCEPTED);
    }

    /** The store keeps the outcome that was rolled back. */
    @Test
    void claimResults_afterAnotherOutcomeWasRolledBack_returnsTheOneInTheDatabase() {
        unknownNotReconciled("m");
        change(FAIL_OFFERS);
        assertThatThrownBy(() -> await(store.operations().settle(ACCOUNT, List.of("m"), SmsOutcome.ACCEPTED, "seen")))
                .isInstanceOf(SmsStoreException.class);
        change("DROP TRIGGER fail");

        assertThat(results()).extracting(delivery -> delivery.message().state()).containsExactly(SmsMessageState.UNKNOWN);
    }

    private void change(String statement) {
        await(((JdbcMessageStore) store).opened().database().write(transaction -> transaction.update(statement)));
    }

    private List<SmsStoredMessage> claimed() {
        SmsLeaseResult.Granted granted = granted("node-1");
        return claim(Samples.claim(granted.lease(), 1, 200)).requests().get(0).messages();
    }
}
