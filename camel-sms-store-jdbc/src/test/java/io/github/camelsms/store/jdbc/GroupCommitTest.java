package io.github.camelsms.store.jdbc;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsStoreException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests that calls waiting for the same commit share it, and fail separately.
 */
class GroupCommitTest {

    private final JdbcMessageStore store = new JdbcMessageStore();
    private final HeldWriter writer = new HeldWriter(store);
    private SmsLease lease;

    @TempDir
    Path folder;

    @BeforeEach
    void start() {
        store.setFile(folder.resolve("store.db").toString());
        store.start();
        lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
    }

    @AfterEach
    void close() {
        writer.release();
        store.close();
    }

    @Test
    void store_twoHundredCallers_needsOneCommit() {
        writer.hold();
        List<CompletionStage<List<SmsIntake>>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(store.intake().store(ACCOUNT, messages("caller" + i + ".", 1)));
        }
        long before = store.opened().database().commits();

        writer.release();
        calls.forEach(call -> assertThat(await(call)).first().isInstanceOf(SmsIntake.Stored.class));

        assertThat(store.opened().database().commits() - before).as("the commit that blocked the writer, and one").isEqualTo(2);
    }

    @Test
    void close_acquisitionInTheQueue_itsLeaseCanBeReleased() {
        writer.hold();
        AccountLeases leases = store.leases();
        CompletionStage<Boolean> released
                = leases.acquire("another", "node").thenCompose(it -> leases.release(((SmsLeaseResult.Granted) it).lease()));
        Thread closing = new Thread(store::close);
        closing.start();
        Awaitility.await().until(() -> closing.getState() == Thread.State.WAITING);

        writer.release();

        assertThat(await(released)).isTrue();
    }

    @Test
    void store_longLists_shareACommitUpToTwoThousandMessages() {
        writer.hold();
        List<CompletionStage<List<SmsIntake>>> calls = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            calls.add(store.intake().store(ACCOUNT, messages("list" + i + ".", 900)));
        }
        long before = store.opened().database().commits();

        writer.release();
        calls.forEach(call -> assertThat(await(call)).hasSize(900));

        assertThat(store.opened().database().commits() - before).as("the commit that blocked the writer, and three")
                .isEqualTo(4);
    }

    @Test
    void claim_severalRequests_needsOneCommit() {
        await(store.intake().store(ACCOUNT, messages("m", 1_000)));
        long before = store.opened().database().commits();

        SmsClaimed claimed = await(store.sending().claim(new SmsClaim(lease, 1, 5, 200, Duration.ofSeconds(40))));

        assertThat(claimed.requests()).hasSize(5);
        assertThat(store.opened().database().commits() - before).isEqualTo(1);
    }

    @Test
    void claim_withANewMessage_needsOneCommitBeforeTheRequest() {
        long before = store.opened().database().commits();

        SmsClaimed claimed = await(
                store.sending().claim(new SmsClaim(lease, 1, 1, 200, Duration.ofSeconds(40), List.of(message("lone")))));

        assertThat(Samples.ids(claimed)).containsExactly("lone");
        assertThat(store.opened().database().commits() - before).isEqualTo(1);
    }

    @Test
    void work_throwsRuntimeException_failsOnlyThatCall() {
        await(store.intake().store(ACCOUNT, messages("earlier", 1)));
        writer.hold();
        CompletionStage<List<SmsIntake>> first = store.intake().store(ACCOUNT, messages("a", 3));
        CompletionStage<Integer> failing = store.opened().database().write(transaction -> {
            transaction.update("UPDATE sms_message SET priority = 9");
            throw new IllegalStateException("a defect");
        });

        writer.release();

        assertThat(await(first)).hasSize(3).allMatch(SmsIntake.Stored.class::isInstance);
        assertThatThrownBy(() -> await(failing)).isInstanceOfSatisfying(
                SmsStoreException.class, failure -> assertThat(failure.isUncertain()).isFalse())
                .hasMessageContaining("An internal error occurred in the message store")
                .hasMessageContaining("a defect");
        assertThat(await(store.intake().store(ACCOUNT, messages("b", 3)))).allMatch(SmsIntake.Stored.class::isInstance);
        assertThat(await(store.operations().find(ACCOUNT, List.of("earlier0")))).singleElement()
                .matches(message -> message.message().priority() != 9, "rolled back");
    }

    @Test
    void group_oneCallFails_failsOnlyThatCall() {
        writer.hold();
        CompletionStage<List<SmsIntake>> first = store.intake().store(ACCOUNT, messages("a", 3));
        CompletionStage<Integer> failing
                = store.opened().database().write(transaction -> transaction.update("UPDATE nothing SET x = 1"));
        CompletionStage<List<SmsIntake>> second = store.intake().store(ACCOUNT, messages("b", 3));

        writer.release();

        assertThat(await(first)).hasSize(3).allMatch(SmsIntake.Stored.class::isInstance);
        assertThat(await(second)).hasSize(3).allMatch(SmsIntake.Stored.class::isInstance);
        assertThatThrownBy(() -> await(failing)).isInstanceOfSatisfying(
                SmsStoreException.class, failure -> assertThat(failure.isUncertain()).isFalse());
    }

    @Test
    void renew_manyCallsWait_isCommittedWithTheFirstOfThem() {
        writer.hold();
        AtomicInteger executed = new AtomicInteger();
        List<CompletionStage<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(store.opened().database().write(transaction -> executed.incrementAndGet()));
        }
        CompletionStage<Integer> executedBefore = store.leases().renew(lease).thenApply(isHeld -> executed.get());
        long before = store.opened().database().commits();

        writer.release();

        assertThat(await(executedBefore)).isEqualTo(79);
        calls.forEach(call -> await(call));
        assertThat(store.opened().database().commits() - before)
                .as("the commit that blocked the writer, and those of 80, 80 and 41 calls")
                .isEqualTo(4);
    }
}
