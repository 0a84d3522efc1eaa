package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStatusBlock;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStatusGap;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsUnknownMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.RECONCILED;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static io.github.camelsms.store.jdbc.Samples.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for a commit that succeeds but reports a failure: the repeated call returns the messages that the first attempt
 * has changed, because their callers wait for them.
 */
class UncertainCommitTest {

    private final Postgres postgres = new Postgres();
    private final FailingDataSource failing = new FailingDataSource(postgres.dataSource);
    private final JdbcMessageStore store = postgres.store();
    private SmsLease lease;

    @BeforeEach
    void start() {
        store.setDataSource(failing.dataSource());
        store.start();
        lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void read_repeated_returnsTheSettledMessages() {
        unknown();
        long block = await(store.statuses().announce(ACCOUNT, lease, Duration.ofSeconds(40))).orElseThrow();
        await(store.statuses().receive(block, new byte[] { 1 }));

        assertSettled(repeated(() -> store.statuses().read(block, List.of(delivered(), delivered()))));
    }

    @Test
    void readPart_repeated_returnsTheSettledMessagesAndLeavesOneGap() {
        unknown();
        long block = await(store.statuses().announce(ACCOUNT, lease, Duration.ofSeconds(40))).orElseThrow();
        await(store.statuses().receive(block, new byte[] { 1 }));

        assertSettled(repeated(() -> store.statuses().readPart(block, List.of(delivered()), "cut")));

        assertThat(await(store.statuses().gaps(ACCOUNT))).hasSize(1);
        assertThat(await(store.statuses().claim(ACCOUNT, 10, Duration.ofMinutes(1)))).hasSize(1);
    }

    @Test
    void read_repeatedAfterItsStatusesWereAcknowledged_returnsTheSettledMessages() {
        unknown();
        long block = await(store.statuses().announce(ACCOUNT, lease, Duration.ofSeconds(40))).orElseThrow();
        await(store.statuses().receive(block, new byte[] { 1 }));
        failing.afterLostCommit = () -> postgres.execute("DELETE FROM sms_status", "DELETE FROM sms_block");

        assertSettled(repeated(() -> store.statuses().read(block, List.of(delivered()))));
    }

    @Test
    void learn_repeated_returnsTheSettledMessages() {
        unknown();

        assertSettled(repeated(() -> store.statuses().recordEvidence(ACCOUNT, List.of(delivered()))));
    }

    @Test
    void learn_commitIsLost_returnsTheSettledMessagesOnce() {
        unknown();
        failing.afterLostCommit = () -> postgres.execute(
                "UPDATE sms_message SET state = 'UNKNOWN', revision = 1, finished_at = NULL, delivery_status = NULL");

        assertSettled(repeated(() -> store.statuses().recordEvidence(ACCOUNT, List.of(delivered()))));
    }

    @Test
    void learn_repeatedAfterTheMessageHasChanged_doesNotReturnIt() {
        unknown();
        failing.afterLostCommit = () -> postgres.execute("UPDATE sms_message SET revision = revision + 1");

        assertThat(repeated(() -> store.statuses().recordEvidence(ACCOUNT, List.of(delivered())))).isEmpty();
    }

    @Test
    void addAndRemoveOptOuts_repeated_countTheChanges() {
        List<String> numbers = List.of("11987654321", "11987654322");

        assertThat(repeated(() -> store.optOuts().add(numbers, null))).isEqualTo(2);
        assertThat(repeated(() -> store.optOuts().remove(numbers))).isEqualTo(2);
    }

    /** Each call of the group is repeated in a separate transaction. */
    @Test
    void cancel_repeatedAfterACommitWithOtherCalls_returnsTheChange() {
        await(store.intake().store(ACCOUNT, messages("a", 2)));
        HeldWriter writer = new HeldWriter(store);
        writer.hold();
        List<CompletionStage<List<SmsOperated>>> calls = Stream.of("a0", "a1")
                .map(id -> store.operations().cancel(ACCOUNT, List.of(id), "wrong campaign")).toList();
        AtomicInteger lost = new AtomicInteger(1);
        store.opened().database().write(transaction -> {
            failing.lostCommits.set(lost.getAndSet(0));
            return true;
        });
        writer.release();

        calls.forEach(call -> assertThat(await(call)).singleElement()
                .matches(operated -> operated.isChanged() && operated.state() == SmsMessageState.CANCELLED));
        assertThat(failing.lostCommits).hasValue(0);
        assertThat(lost).hasValue(0);
    }

    @Test
    void park_repeated_returnsTheParkedMessages() {
        unknown();
        postgres.execute("UPDATE sms_message SET look_at = 0");
        List<SmsUnknownMessage> due = await(store.reconciliation().due(ACCOUNT, 10));

        assertThat(
                repeated(
                        () -> store.reconciliation().park(
                                lease, due.stream().map(each -> each.message().named()).toList(), "no record")))
                .extracting(SmsStoredMessage::state).containsExactly(SmsMessageState.PARKED);
    }

    @Test
    void recover_repeated_returnsTheLostMessages() {
        claimed();
        postgres.execute("UPDATE sms_request SET deadline_at = 0");

        assertThat(repeated(() -> store.sending().recover(lease, Long.MAX_VALUE, RECONCILED)).messages())
                .extracting(SmsStoredMessage::state).containsExactly(SmsMessageState.UNKNOWN);
    }

    @Test
    void claim_repeated_returnsTheExpiredMessages() {
        await(store.intake().store(ACCOUNT, messages("a", 1)));
        postgres.execute("UPDATE sms_waiting SET expires_at = 1");

        assertThat(repeated(() -> store.sending().claim(Samples.claim(lease, 1, 1))).expired())
                .extracting(SmsStoredMessage::state).containsExactly(SmsMessageState.NOT_SENT);
    }

    @Test
    void claim_repeatedAfterTheLeaseWasLost_putsTheMessagesBack() {
        await(store.intake().store(ACCOUNT, messages("a", 2)));
        failing.afterLostCommit = () -> postgres.execute("UPDATE sms_account SET owner = 'other', epoch = epoch + 1");

        assertThat(repeated(() -> store.sending().claim(Samples.claim(lease, 1, 2))).isLeaseHeld()).isFalse();

        assertThat(await(store.operations().find(ACCOUNT, List.of("a0", "a1")))).hasSize(2)
                .allMatch(message -> message.state() == SmsMessageState.WAITING && message.attempts() == 0);
    }

    @Test
    void store_repeated_returnsTheStoredMessage() {
        assertThat(repeated(() -> store.intake().store(ACCOUNT, messages("a", 1)))).singleElement()
                .isInstanceOf(SmsIntake.Stored.class);
    }

    @Test
    void store_commitIsLost_storesTheMessageAgain() {
        failing.afterLostCommit = () -> postgres.execute("DELETE FROM sms_message", "DELETE FROM sms_waiting");

        SmsIntake intake = repeated(() -> store.intake().store(ACCOUNT, messages("a", 1))).get(0);

        assertThat(intake).isEqualTo(new SmsIntake.Stored(2));
        assertThat(claim().messages()).extracting(SmsStoredMessage::id).containsExactly(2L);
    }

    @Test
    void ask_repeated_leavesNoGap() {
        Optional<Long> block = repeated(() -> store.statuses().announce(ACCOUNT, lease, Duration.ZERO));

        assertThat(await(store.statuses().gaps(ACCOUNT))).extracting(SmsStatusGap::id).containsExactly(block.orElseThrow());
    }

    @Test
    void ask_repeatedAfterItsCommitIsLost_announcesAnotherBlock() {
        failing.afterLostCommit = () -> postgres.execute("DELETE FROM sms_block");

        long block = repeated(() -> store.statuses().announce(ACCOUNT, lease, Duration.ofSeconds(40))).orElseThrow();

        assertThat(await(store.statuses().receive(block, new byte[] { 1 }))).isTrue();
    }

    @Test
    void receiveLate_repeated_storesTheResponseOnce() {
        long block = repeated(() -> store.statuses().receiveLate(ACCOUNT, new byte[] { 1 }));

        assertThat(await(store.statuses().unread(ACCOUNT))).extracting(SmsStatusBlock::id).containsExactly(block);
    }

    @Test
    void claimResults_repeated_returnsTheClaimedOutcomes() {
        accepted();

        assertThat(repeated(() -> store.results().claim(ACCOUNT, 10, Duration.ofMinutes(1))))
                .extracting(each -> each.message().correlationId(), SmsResultDelivery::delivery)
                .containsExactly(tuple("a0", 1));
    }

    @Test
    void claimStatuses_repeated_returnsTheClaimedStatuses() {
        accepted();
        long block = await(store.statuses().announce(ACCOUNT, lease, Duration.ofSeconds(40))).orElseThrow();
        await(store.statuses().read(block, List.of(delivered())));

        assertThat(repeated(() -> store.statuses().claim(ACCOUNT, 1, Duration.ofMinutes(1))))
                .extracting(each -> each.status().correlationId(), SmsStatusDelivery::delivery)
                .containsExactly(tuple("a0", 1));
    }

    private void accepted() {
        SmsClaimed.Request request = claimed();
        await(
                store.sending().record(
                        request.id(), request.messages().stream().map(Samples::accepted).toList(), RECONCILED));
    }

    private SmsClaimed.Request claimed() {
        await(store.intake().store(ACCOUNT, messages("a", 1)));
        return claim();
    }

    private SmsClaimed.Request claim() {
        return await(store.sending().claim(Samples.claim(lease, 1, 1))).requests().get(0);
    }

    private void unknown() {
        SmsClaimed.Request request = claimed();
        await(
                store.sending().record(
                        request.id(), request.messages().stream().map(Samples::unknown).toList(), RECONCILED));
    }

    private static SmsStatus delivered() {
        return status("a0", SmsDeliveryStatus.DELIVERED);
    }

    private <T> T repeated(Supplier<CompletionStage<T>> call) {
        failing.lostCommits.set(1);
        T result = await(call.get());
        assertThat(failing.lostCommits).hasValue(0);
        return result;
    }

    private static void assertSettled(List<SmsStoredMessage> settled) {
        assertThat(settled).singleElement()
                .matches(message -> message.state() == SmsMessageState.ACCEPTED && message.revision() == 2);
    }
}
