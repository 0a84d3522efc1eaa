package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.List;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.SENT;
import static io.github.camelsms.store.jdbc.Samples.ids;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.status;
import static io.github.camelsms.store.jdbc.Samples.text;
import static io.github.camelsms.store.jdbc.Samples.unknown;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for reconciliation, on each message store.
 */
@ParameterizedClass
@EnumSource(StoreUnderTest.class)
class MessageReconciliationTest extends MessageStoreContract {

    @Test
    void due_unknownMessage_isReturnedAfterEachInterval() {
        SmsStoredMessage lost = unknownMessage("a");
        assertThat(await(store.reconciliation().due(ACCOUNT, 10))).isEmpty();

        advance(Duration.ofSeconds(31));
        assertThat(await(store.reconciliation().due(ACCOUNT, 10))).singleElement().satisfies(due -> {
            assertThat(due.message().correlationId()).isEqualTo("a");
            assertThat(due.message().sentAt()).as("not the time of the node's clock").isEqualTo(lost.storedAt());
            assertThat(due.looks()).isZero();
        });
        assertThat(await(store.reconciliation().lookAgain(List.of(lost.named()), Duration.ofMinutes(1)))).isEqualTo(1);
        assertThat(await(store.reconciliation().due(ACCOUNT, 10))).isEmpty();

        advance(Duration.ofSeconds(61));
        assertThat(await(store.reconciliation().due(ACCOUNT, 10))).singleElement().satisfies(due -> {
            assertThat(due.looks()).isEqualTo(1);
            assertThat(Duration.between(due.unknownSince(), due.lookAt())).isGreaterThan(Duration.ofSeconds(80));
        });
    }

    @Test
    void due_clockWentBack_isReturnedWithoutEndingReconciliationEarly() {
        SmsStoredMessage lost = unknownMessage("a");
        advance(Duration.ofHours(-3));

        assertThat(await(store.reconciliation().due(ACCOUNT, 10))).singleElement()
                .satisfies(due -> assertThat(due.lookAt()).isBefore(due.unknownSince()));
        await(store.reconciliation().lookAgain(List.of(lost.named()), Duration.ofMinutes(5)));
        assertThat(await(store.reconciliation().due(ACCOUNT, 10))).isEmpty();
        advance(Duration.ofMinutes(6));
        assertThat(await(store.reconciliation().due(ACCOUNT, 10))).hasSize(1);
    }

    @Test
    void park_unknownMessage_isParkedAndOutcomeIsOffered() {
        SmsStoredMessage lost = unknownMessage("a");
        SmsLease lease = lease();
        assertThat(results()).isEmpty();

        List<SmsStoredMessage> parked = await(
                store.reconciliation().park(lease, List.of(lost.named()), "no record within 1 h"));

        assertThat(parked).singleElement().satisfies(message -> {
            assertThat(message.state()).isEqualTo(SmsMessageState.PARKED);
            assertThat(message.result().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
            assertThat(message.reason()).isEqualTo("no record within 1 h");
        });
        assertThat(results()).hasSize(1);
        assertThat(await(store.reconciliation().park(lease, List.of(lost.named()), "again"))).isEmpty();
    }

    @Test
    void resend_unknownMessage_waitsAgain() {
        SmsStoredMessage lost = unknownMessage("a");
        SmsLease lease = lease();

        assertThat(await(store.reconciliation().resend(lease, List.of(lost.named())))).hasSize(1);

        assertThat(ids(claim(Samples.claim(lease, 50, 10)))).containsExactly("a");
        assertThat(await(store.reconciliation().resend(lease, List.of(lost.named())))).isEmpty();
    }

    @Test
    void resend_expiredMessage_isNotSentAndOffered() {
        intake(new SmsNewMessage(text("a").withTimeToLive(Duration.ofMinutes(1)), SmsOffer.AT_ONCE));
        SmsClaimed.Request request = claim(lease(), 1);
        SmsStoredMessage lost = await(record(request, unknown(of(request, "a")))).get(0);
        advance(Duration.ofMinutes(2));

        assertThat(await(store.reconciliation().resend(lease(), List.of(lost.named())))).singleElement()
                .matches(message -> message.state() == SmsMessageState.NOT_SENT);

        assertThat(results()).singleElement().satisfies(result -> {
            assertThat(result.message().result().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
            assertThat(result.message().reason()).contains("its time to live has ended", "not sent again");
        });
    }

    @Test
    void resend_messageSettledInTheMeantime_isNotResent() {
        SmsStoredMessage lost = unknownMessage("a");
        await(store.statuses().recordEvidence(ACCOUNT, List.of(status("a", SmsDeliveryStatus.SENT))));

        assertThat(await(store.reconciliation().resend(lease(), List.of(lost.named())))).isEmpty();
        assertThat(await(store.reconciliation().lookAgain(List.of(lost.named()), LEASE))).isZero();
        assertThat(state("a")).containsExactly(SmsMessageState.ACCEPTED);
    }

    @Test
    void resend_staleEpoch_isRefused() {
        SmsStoredMessage lost = unknownMessage("a");
        SmsLease stale = lease();
        lease();

        assertThat(await(store.reconciliation().resend(stale, List.of(lost.named())))).isEmpty();
        assertThat(await(store.reconciliation().park(stale, List.of(lost.named()), "x"))).isEmpty();
        assertThat(state("a")).containsExactly(SmsMessageState.UNKNOWN);
    }
}
