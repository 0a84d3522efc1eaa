package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsSentMessage;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsWithdrawal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.accepted;
import static io.github.camelsms.store.jdbc.Samples.ids;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.throttled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for messages that leave their request before it is sent, and for those that were sent to a number, on each
 * message store.
 */
@ParameterizedClass
@EnumSource(StoreUnderTest.class)
class WithdrawalsTest extends MessageStoreContract {

    private static final Instant FAR = Instant.parse("9999-12-31T23:59:59Z");

    private List<SmsStoredMessage> withdraw(SmsClaimed.Request request, SmsWithdrawal... withdrawals) {
        return await(store.sending().withdraw(request.id(), List.of(withdrawals)));
    }

    private static SmsWithdrawal deferred(SmsStoredMessage message, Instant until) {
        return SmsWithdrawal.deferred(message.id(), until, "at night");
    }

    private static SmsNewMessage timed(String correlationId, Duration timeToLive) {
        return new SmsNewMessage(Samples.text(correlationId).withTimeToLive(timeToLive), SmsOffer.AT_ONCE);
    }

    @Test
    void withdraw_rejected_isAnOutcomeAndTheOthersStayInFlight() {
        intake(message("a"), message("b"));
        SmsClaimed.Request request = claim(lease(), 10);

        List<SmsStoredMessage> withdrawn
                = withdraw(request, SmsWithdrawal.rejected(of(request, "a").id(), "OPTED_OUT: on its list"));

        assertThat(withdrawn).singleElement().satisfies(message -> {
            assertThat(message.state()).isEqualTo(SmsMessageState.REJECTED);
            assertThat(message.reason()).isEqualTo("OPTED_OUT: on its list");
            assertThat(message.attempts()).isZero();
            assertThat(message.sentAt()).isNull();
        });
        assertThat(state("a", "b")).containsExactly(SmsMessageState.REJECTED, SmsMessageState.SENDING);
        await(record(request, accepted(of(request, "b"))));
        assertThat(state("a", "b")).containsExactly(SmsMessageState.REJECTED, SmsMessageState.ACCEPTED);
    }

    @Test
    void withdraw_deferred_isClaimedFromItsTimeOn() {
        intake(message("a"));
        SmsLease lease = lease();
        SmsClaimed.Request request = claim(lease, 10);
        Instant until = find("a").storedAt().plus(Duration.ofHours(2));
        withdraw(request, deferred(of(request, "a"), until));
        assertThat(find("a")).extracting(SmsStoredMessage::state, SmsStoredMessage::dueAt, SmsStoredMessage::reason)
                .containsExactly(SmsMessageState.SCHEDULED, until, "at night");

        SmsClaimed early = claim(Samples.claim(lease, ++lastRequest, 10));
        advance(Duration.ofHours(2).plus(A_MOMENT));
        SmsLease next = lease();
        SmsClaimed due = claim(Samples.claim(next, ++lastRequest, 10));

        assertThat(ids(early)).isEmpty();
        assertThat(early.untilDue()).isBetween(Duration.ofMinutes(119), Duration.ofHours(2));
        assertThat(ids(due)).containsExactly("a");
    }

    @Test
    void withdraw_deferredPastItsTimeToLive_isNotSent() {
        intake(timed("a", Duration.ofHours(1)));
        SmsClaimed.Request request = claim(lease(), 10);
        Instant until = find("a").storedAt().plus(Duration.ofHours(1));

        withdraw(request, deferred(of(request, "a"), until));

        assertThat(state("a")).containsExactly(SmsMessageState.NOT_SENT);
        assertThat(find("a").reason()).contains("it must not be sent before " + until + " (at night)", "time to live");
    }

    @Test
    void withdraw_deferredForEver_expires() {
        intake(timed("a", Duration.ofDays(3000)), message("b"));
        SmsClaimed.Request request = claim(lease(), 10);

        withdraw(request, deferred(of(request, "a"), Instant.MAX), deferred(of(request, "b"), Instant.MAX));

        assertThat(state("a", "b")).containsExactly(SmsMessageState.NOT_SENT, SmsMessageState.SCHEDULED);
        assertThat(find("b").dueAt()).isEqualTo(FAR);
    }

    @Test
    void withdraw_expiresWhileDeferred_isNotSent() {
        intake(timed("a", Duration.ofHours(3)));
        SmsClaimed.Request request = claim(lease(), 10);
        withdraw(request, deferred(of(request, "a"), find("a").storedAt().plus(Duration.ofHours(2))));

        advance(Duration.ofHours(3).plus(A_MOMENT));
        SmsClaimed claimed = claim(Samples.claim(lease(), ++lastRequest, 10));

        assertThat(ids(claimed)).isEmpty();
        assertThat(state("a")).containsExactly(SmsMessageState.NOT_SENT);
        assertThat(find("a").reason()).contains("at night");
    }

    /** Otherwise the response to the first request would be about the second one. */
    @Test
    void withdraw_claimedAgainWhileItsRequestIsOpen_belongsToTheSecondOne() {
        intake(message("a"), message("b"));
        SmsLease lease = lease();
        SmsClaimed.Request first = claim(lease, 10);
        withdraw(first, deferred(of(first, "a"), find("a").storedAt()));
        assertThat(claim(Samples.claim(lease, ++lastRequest, 10)).requests()).isEmpty();
        advance(Duration.ofSeconds(1).plus(A_MOMENT));
        SmsClaimed.Request second = claim(lease, 10);
        assertThat(second.messages()).extracting(SmsStoredMessage::correlationId).containsExactly("a");

        await(record(first, accepted(of(first, "b"))));

        assertThat(state("a", "b")).containsExactly(SmsMessageState.SENDING, SmsMessageState.ACCEPTED);
        await(record(second, throttled(of(second, "a"))));
        assertThat(state("a")).containsExactly(SmsMessageState.WAITING);
    }

    @Test
    void withdraw_again_changesNothing() {
        intake(message("a"));
        SmsClaimed.Request request = claim(lease(), 10);
        SmsWithdrawal rejection = SmsWithdrawal.rejected(of(request, "a").id(), "OPTED_OUT");
        withdraw(request, rejection);

        assertThat(withdraw(request, deferred(of(request, "a"), FAR))).extracting(SmsStoredMessage::state)
                .containsExactly(SmsMessageState.REJECTED);
        assertThat(await(store.sending().putBack(request.id(), "not sent"))).isZero();
        assertThat(find("a").revision()).isEqualTo(1);
    }

    @Test
    void withdraw_lastMessage_endsTheRequest() {
        intake(message("a"));
        SmsClaimed.Request request = claim(lease(), 10);
        withdraw(request, deferred(of(request, "a"), find("a").storedAt().plus(Duration.ofDays(1))));

        SmsLease successor = takeOver();

        assertThat(await(store.sending().recover(successor, 1, Samples.RECONCILED)).messages()).isEmpty();
        assertThat(state("a")).containsExactly(SmsMessageState.SCHEDULED);
    }

    /** The first call creates an index. */
    @Test
    void sentTo_eachState_returnsWhatMayHaveReachedTheNumber() {
        intake(message("accepted"), message("rejected"), message("unknown"), message("flying"));
        Instant since = find("accepted").storedAt();
        SmsLease lease = lease();
        SmsClaimed.Request first = claim(lease, 3);
        claim(lease, 1);
        intake(message("waiting"));
        await(record(
                first, accepted(of(first, "accepted")), Samples.rejected(of(first, "rejected")),
                Samples.unknown(of(first, "unknown"))));

        assertThat(await(store.operations().sentTo(List.of(Samples.NUMBER, "11900000000"), since)))
                .extracting(SmsSentMessage::account, SmsSentMessage::destination, SmsSentMessage::correlationId)
                .containsExactlyInAnyOrder(
                        tuple(Samples.ACCOUNT, Samples.NUMBER, "accepted"), tuple(Samples.ACCOUNT, Samples.NUMBER, "unknown"),
                        tuple(Samples.ACCOUNT, Samples.NUMBER, "flying"));
        assertThat(await(store.operations().sentTo(List.of(Samples.NUMBER), since.plus(Duration.ofDays(36_500)))))
                .extracting(SmsSentMessage::correlationId).containsExactly("flying");
    }
}
