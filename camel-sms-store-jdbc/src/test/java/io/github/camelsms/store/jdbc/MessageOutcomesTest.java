package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.List;

import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsRecovered;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.RECONCILED;
import static io.github.camelsms.store.jdbc.Samples.accepted;
import static io.github.camelsms.store.jdbc.Samples.ids;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static io.github.camelsms.store.jdbc.Samples.notConnected;
import static io.github.camelsms.store.jdbc.Samples.notSent;
import static io.github.camelsms.store.jdbc.Samples.rejected;
import static io.github.camelsms.store.jdbc.Samples.text;
import static io.github.camelsms.store.jdbc.Samples.throttled;
import static io.github.camelsms.store.jdbc.Samples.unknown;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for outcomes, on each message store.
 */
@ParameterizedClass
@EnumSource(StoreUnderTest.class)
class MessageOutcomesTest extends MessageStoreContract {

    @Test
    void record_eachOutcome_isStoredAndReported() {
        intake(message("a"), message("r"), message("n"), message("u"));
        SmsClaimed.Request request = claim(lease(), 10);

        List<SmsStoredMessage> recorded = await(
                record(
                        request, accepted(of(request, "a")), rejected(of(request, "r")), notSent(of(request, "n")),
                        unknown(of(request, "u"))));

        assertThat(recorded).extracting(SmsStoredMessage::state).containsExactly(
                SmsMessageState.ACCEPTED, SmsMessageState.REJECTED, SmsMessageState.NOT_SENT, SmsMessageState.UNKNOWN);
        assertThat(find("a").result()).isEqualTo(accepted(of(request, "a")).result().about(Samples.NUMBER, null));
        assertThat(find("r").result()).isEqualTo(rejected(of(request, "r")).result().about(Samples.NUMBER, null));
        assertThat(find("n").result()).isEqualTo(notSent(of(request, "n")).result().about(Samples.NUMBER, null));
        assertThat(find("u").result()).as("the store's time of the claim")
                .isEqualTo(unknown(of(request, "u")).result().withSentAt(find("u").storedAt()).about(Samples.NUMBER, null));
        assertThat(find("a").finishedAt()).isNotNull();
        assertThat(find("u").finishedAt()).isNull();
        assertThat(recorded).allMatch(message -> message.revision() == 1);
    }

    @Test
    void record_twice_changesNothing() {
        intake(message("a"));
        SmsClaimed.Request request = claim(lease(), 10);
        await(record(request, accepted(of(request, "a"))));
        acknowledgeAll();

        List<SmsStoredMessage> again = await(record(request, accepted(of(request, "a"))));

        assertThat(again).singleElement().matches(message -> message.revision() == 1);
        assertThat(results()).isEmpty();
    }

    /** After a failover that lost commits, the number belongs to another message. */
    @Test
    void record_resultOfAnotherMessage_changesNothing() {
        intake(message("a"));
        SmsClaimed.Request request = claim(lease(), 10);
        long number = of(request, "a").id();
        SmsMessageOutcome other = new SmsMessageOutcome(
                number, SmsSendResult.accepted(5, "sms-lost", "lost").withSentAt(Samples.SENT), false);

        await(record(request, other));

        assertThat(find("a").state()).isEqualTo(SmsMessageState.SENDING);
        assertThat(results()).isEmpty();
    }

    @Test
    void record_missingOutcome_isUnknown() {
        intake(message("a"), message("b"));
        SmsClaimed.Request request = claim(lease(), 10);

        List<SmsStoredMessage> recorded = await(record(request, accepted(of(request, "a"))));

        assertThat(recorded).extracting(SmsStoredMessage::state)
                .containsExactly(SmsMessageState.ACCEPTED, SmsMessageState.UNKNOWN);
    }

    @Test
    void record_throttled_waitsAgainAtItsPosition() {
        intake(message("a"), message("b"), message("c"));
        SmsLease lease = lease();
        SmsClaimed.Request request = claim(lease, 2);

        List<SmsStoredMessage> recorded = await(
                record(request, throttled(of(request, "a")), throttled(of(request, "b"))));

        assertThat(recorded).allSatisfy(message -> {
            assertThat(message.state()).isEqualTo(SmsMessageState.WAITING);
            assertThat(message.reason()).isEqualTo("throttled");
            assertThat(message.attempts()).isEqualTo(1);
            assertThat(message.result()).isNull();
        });
        assertThat(ids(claim(Samples.claim(lease, 99, 10)))).containsExactly("a", "b", "c");
        assertThat(find("a").attempts()).isEqualTo(2);
    }

    @Test
    void record_notConnected_doesNotCountAsAnAttempt() {
        intake(message("a"));
        SmsClaimed.Request request = claim(lease(), 1);

        await(record(request, notConnected(of(request, "a"))));

        assertThat(find("a").attempts()).isZero();
        assertThat(find("a").sentAt()).isNull();
    }

    @Test
    void record_expiredAfterAFailedAttempt_namesTheReason() {
        intake(new SmsNewMessage(text("a").withTimeToLive(Duration.ofSeconds(10)), SmsOffer.AT_ONCE));
        SmsLease lease = lease();
        SmsClaimed.Request request = claim(lease, 1);
        await(record(request, throttled(of(request, "a"))));
        advance(Duration.ofSeconds(11));

        claim(Samples.claim(lease, 2, 1));

        assertThat(find("a").reason()).endsWith("last trouble: throttled");
    }

    @Test
    void record_byAStaleOwner_isStored() {
        intake(message("a"), message("b"));
        SmsClaimed.Request request = claim(lease(), 10);
        SmsLease successor = takeOver();
        advance(Duration.ofSeconds(60));
        await(store.sending().recover(successor, 1, RECONCILED));

        List<SmsStoredMessage> recorded = await(
                record(request, accepted(of(request, "a")), notConnected(of(request, "b"))));

        assertThat(recorded).extracting(SmsStoredMessage::state)
                .containsExactly(SmsMessageState.ACCEPTED, SmsMessageState.WAITING);
    }

    @Test
    void record_notSentAfterAccepted_changesNothing() {
        intake(message("a"));
        SmsClaimed.Request request = claim(lease(), 10);
        await(record(request, accepted(of(request, "a"))));

        for (SmsMessageOutcome late : List.of(
                notSent(of(request, "a")), throttled(of(request, "a")), unknown(of(request, "a")),
                rejected(of(request, "a")))) {
            assertThat(await(record(request, late))).extracting(SmsStoredMessage::state)
                    .containsExactly(SmsMessageState.ACCEPTED);
        }
    }

    @Test
    void record_acceptedAfterAnyOutcome_replacesIt() {
        intake(message("r"), message("n"), message("u"), message("w"));
        SmsClaimed.Request request = claim(lease(), 10);
        await(
                record(
                        request, rejected(of(request, "r")), notSent(of(request, "n")), unknown(of(request, "u")),
                        throttled(of(request, "w"))));

        await(
                record(
                        request, accepted(of(request, "r")), accepted(of(request, "n")), accepted(of(request, "u")),
                        accepted(of(request, "w"))));

        assertThat(state("r", "n", "u", "w")).containsOnly(SmsMessageState.ACCEPTED);
        assertThat(find("u").revision()).isEqualTo(2);
    }

    @Test
    void record_notSentOfAnEarlierRequest_doesNotChangeALaterOne() {
        intake(message("a"));
        SmsLease lease = lease();
        SmsClaimed.Request first = claim(lease, 1);
        await(record(first, throttled(of(first, "a"))));
        claim(lease, 1);

        assertThat(await(record(first, throttled(of(first, "a"))))).extracting(SmsStoredMessage::state)
                .containsExactly(SmsMessageState.SENDING);
        assertThat(await(record(first, unknown(of(first, "a"))))).extracting(SmsStoredMessage::state)
                .containsExactly(SmsMessageState.SENDING);
    }

    @Test
    void putBack_requestNotSent_messagesWaitAsBeforeTheClaim() {
        intake(message("a"), message("b"));
        SmsClaimed.Request request = claim(lease(), 10);

        assertThat(await(store.sending().putBack(request.id(), "the lease is too short"))).isEqualTo(2);

        assertThat(state("a", "b")).containsOnly(SmsMessageState.WAITING);
        assertThat(find("a").attempts()).isZero();
        assertThat(await(store.sending().putBack(request.id(), "again"))).isZero();
    }

    @Test
    void putBack_requestNeverClaimed_changesNothing() {
        intake(message("a"));

        assertThat(await(store.sending().putBack(new SmsRequestId(ACCOUNT, 1, 1), "no"))).isZero();
    }

    @Test
    void recover_requestOfAPredecessor_isUnknownAfterItsTimeout() {
        intake(message("a"));
        claim(lease(), 10);
        advance(LEASE.plus(A_MOMENT));
        SmsLease successor = granted("node-2").lease();

        SmsRecovered early = await(store.sending().recover(successor, 1, RECONCILED));
        advance(Duration.ofSeconds(20));
        SmsRecovered late = await(store.sending().recover(successor, 1, RECONCILED));

        assertThat(early.messages()).isEmpty();
        assertThat(early.untilNext()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(10));
        assertThat(late.messages()).extracting(SmsStoredMessage::correlationId).containsExactly("a");
        assertThat(late.untilNext()).isNull();
        assertThat(state("a")).containsExactly(SmsMessageState.UNKNOWN);
        assertThat(find("a").sentAt()).isNotNull();
        assertThat(ids(claim(Samples.claim(successor, 1, 10)))).isEmpty();
    }

    /** Otherwise the message would be in flight until the clock has caught up. */
    @Test
    void recover_clockWentBack_requestOfAPredecessorIsUnknown() {
        intake(message("a"));
        claim(lease(), 10);
        advance(Duration.ofHours(-3));
        await(store.leases().acquire(ACCOUNT, "node-2"));
        SmsLease successor = takeOver();

        assertThat(await(store.sending().recover(successor, 1, RECONCILED)).messages())
                .extracting(SmsStoredMessage::correlationId).containsExactly("a");
    }

    @Test
    void recover_ownRequests_stayInFlight() {
        intake(message("a"));
        SmsLease lease = lease();
        claim(lease, 10);
        advance(Duration.ofHours(1));

        assertThat(await(store.sending().recover(lease, 1, RECONCILED))).isEqualTo(new SmsRecovered(true, List.of(), null));
        assertThat(state("a")).containsExactly(SmsMessageState.SENDING);
    }

    @Test
    void recover_requestOfALateClaim_isUnknownAfterItsTimeout() {
        intake(message("a"));
        SmsLease lease = lease();
        claim(lease, 10);

        SmsRecovered early = await(store.sending().recover(lease, 2, RECONCILED));
        advance(LEASE.plus(Duration.ofSeconds(20)));
        SmsRecovered late = await(store.sending().recover(lease, 2, RECONCILED));

        assertThat(early.messages()).isEmpty();
        assertThat(early.untilNext()).isPositive();
        assertThat(late.messages()).extracting(SmsStoredMessage::correlationId).containsExactly("a");
        assertThat(late.untilNext()).isNull();
        assertThat(state("a")).containsExactly(SmsMessageState.UNKNOWN);
    }

    @Test
    void recover_staleEpoch_isRefused() {
        intake(message("a"));
        claim(lease(), 10);
        SmsLease stale = lease();
        lease();
        advance(Duration.ofHours(1));

        assertThat(await(store.sending().recover(stale, 1, RECONCILED)).isLeaseHeld()).isFalse();
        assertThat(state("a")).containsExactly(SmsMessageState.SENDING);
    }
}
