package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for claims of outcomes that a store in a file keeps in memory, after failures and a restart.
 */
class ResultClaimsTest extends MessageStoreContract {

    private static final Duration VISIBILITY = Duration.ofMinutes(1);

    @Override
    @BeforeEach
    void open() {
        underTest = StoreUnderTest.SQLITE;
        super.open();
    }

    /** Otherwise each poll would deliver the outcomes again while the disk is full. */
    @Test
    void claim_nothingCanBeWritten_failsAndHidesNothing() {
        accepted(3);
        refuse("UPDATE");

        assertThatThrownBy(this::results).isInstanceOf(SmsStoreException.class);

        execute("DROP TRIGGER refuse");
        assertThat(results()).hasSize(3).allMatch(result -> result.delivery() == 1);
    }

    /** The other call is executed after the claim, in the order of the accounts. */
    @Test
    void claim_anotherCallOfItsTransactionFails_returnsTheOutcomes() {
        accepted(3);
        Database database = ((JdbcMessageStore) store).opened().database();
        String account = "later than " + ACCOUNT;
        database.awaitAccount(account);
        HeldWriter writer = new HeldWriter((JdbcMessageStore) store);
        writer.hold();
        CompletionStage<List<SmsResultDelivery>> claim = store.results().claim(ACCOUNT, 10, VISIBILITY);
        CompletionStage<Integer> failing = database.write(account, (transaction, id) -> transaction.update("none"));
        writer.release();

        assertThatThrownBy(() -> await(failing)).isInstanceOf(SmsStoreException.class);
        assertThat(await(claim)).hasSize(3).allMatch(result -> result.delivery() == 1);
        assertThat(results()).isEmpty();
    }

    @Test
    void acknowledge_fails_outcomesStayHiddenUntilTheTimeout() {
        accepted(1);
        List<SmsMessageRevision> keys = keys(results());
        refuse("DELETE");

        assertThatThrownBy(() -> await(store.results().acknowledge(keys))).isInstanceOf(SmsStoreException.class);

        assertThat(results()).isEmpty();
        advance(VISIBILITY.plus(A_MOMENT));
        assertThat(results()).singleElement().matches(result -> result.delivery() == 2);
    }

    @Test
    void claim_failsAfterAnEarlierOneEnded_keepsTheNumberOfDeliveries() {
        accepted(1);
        results();
        advance(VISIBILITY.plus(A_MOMENT));
        refuse("UPDATE");
        assertThatThrownBy(this::results).isInstanceOf(SmsStoreException.class);

        execute("DROP TRIGGER refuse");
        assertThat(results()).singleElement().matches(result -> result.delivery() == 2);
    }

    @Test
    void claim_takesFewerThanHaveEnded_keepsTheNumberOfDeliveriesOfTheOthers() {
        accepted(2);
        results();
        advance(VISIBILITY.plus(A_MOMENT));

        for (int call = 0; call < 2; call++) {
            assertThat(await(store.results().claim(ACCOUNT, 1, VISIBILITY))).singleElement()
                    .matches(result -> result.delivery() == 2);
        }
    }

    @Test
    void claim_firstOutcomesAreClaimed_returnsTheNextOnes() {
        accepted(5);
        List<SmsMessageRevision> first = keys(await(store.results().claim(ACCOUNT, 2, VISIBILITY)));
        List<SmsMessageRevision> second = keys(await(store.results().claim(ACCOUNT, 2, VISIBILITY)));
        await(store.results().acknowledge(first));
        List<SmsMessageRevision> third = keys(await(store.results().claim(ACCOUNT, 2, VISIBILITY)));

        assertThat(first).hasSize(2).doesNotContainAnyElementsOf(second);
        assertThat(second).hasSize(2).doesNotContainAnyElementsOf(third);
        assertThat(third).hasSize(1);
    }

    /** The delay of a failing outcome depends on the number. */
    @Test
    void release_restart_keepsTheNumberOfDeliveries() {
        accepted(1);
        for (int delivery = 1; delivery <= 2; delivery++) {
            List<SmsResultDelivery> claimed = results();
            assertThat(claimed).extracting(SmsResultDelivery::delivery).containsExactly(delivery);
            await(store.results().release(keys(claimed), VISIBILITY));
            await(store.results().release(keys(claimed), Duration.ZERO));
        }
        MessageStore earlier = store;
        earlier.close();
        super.open();

        assertThat(results()).singleElement().matches(result -> result.delivery() == 3);
    }

    private void accepted(int count) {
        await(store.intake().store(ACCOUNT, messages("m", count)));
        SmsClaimed.Request request = claim(lease(), count);
        await(record(request, request.messages().stream().map(Samples::accepted).toArray(SmsMessageOutcome[]::new)));
    }

    private static List<SmsMessageRevision> keys(List<SmsResultDelivery> deliveries) {
        return deliveries.stream().map(SmsResultDelivery::key).toList();
    }

    private void refuse(String change) {
        execute("CREATE TRIGGER refuse BEFORE " + change + " ON sms_result BEGIN SELECT RAISE(ABORT, 'refused'); END");
    }

    private void execute(String statement) {
        await(((JdbcMessageStore) store).opened().database().write(transaction -> transaction.update(statement)));
    }
}
