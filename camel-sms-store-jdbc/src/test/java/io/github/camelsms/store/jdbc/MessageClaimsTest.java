package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.MessageSending;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.ids;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static io.github.camelsms.store.jdbc.Samples.text;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for claims, on each message store.
 */
@ParameterizedClass
@EnumSource(StoreUnderTest.class)
class MessageClaimsTest extends MessageStoreContract {

    @Test
    void claim_withoutRequests_onlyExpiresAndPromotes() {
        Instant now = storedAt("waiting");
        intake(
                new SmsNewMessage(text("expiring").withTimeToLive(Duration.ofSeconds(1)), SmsOffer.AT_ONCE),
                new SmsNewMessage(text("scheduled"), now.plusSeconds(1), Map.of(), SmsOffer.AT_ONCE));
        advance(Duration.ofSeconds(2));

        SmsClaimed claimed = claim(new SmsClaim(lease(), 1, 0, 10, Duration.ofSeconds(40)));

        assertThat(claimed.requests()).isEmpty();
        assertThat(claimed.expired()).extracting(SmsStoredMessage::correlationId).containsExactly("expiring");
        assertThat(claimed.hasMore()).isTrue();
        assertThat(state("waiting", "expiring", "scheduled"))
                .containsExactly(SmsMessageState.WAITING, SmsMessageState.NOT_SENT, SmsMessageState.WAITING);
    }

    @Test
    void claim_newMessage_returnsWhatIsStored() {
        Instant date = Instant.parse("2026-02-03T04:05:06.123456789Z");
        SmsMessage message = new SmsMessage("Text \uD83D\uDE00", "11987654321", "a", date, 7, Duration.ofDays(1));
        intake(new SmsNewMessage(message, date.minusSeconds(3), Map.of("kept", "value"), SmsOffer.AT_ONCE));

        SmsClaimed.Request request = claim(lease(), 1);

        assertThat(request.messages()).containsExactly(find("a"));
    }

    @Test
    void claim_waitingMessages_becomeSendingWithTheirRequest() {
        intake(message("a"), message("b"));

        SmsLease lease = lease();
        SmsClaimed claimed = claim(Samples.claim(lease, 7, 200));

        assertThat(claimed.isLeaseHeld()).isTrue();
        assertThat(claimed.hasMore()).isFalse();
        assertThat(claimed.requests()).singleElement().satisfies(request -> {
            assertThat(request.id()).isEqualTo(new SmsRequestId(ACCOUNT, lease.epoch(), 7));
            assertThat(request.messages()).extracting(SmsStoredMessage::correlationId).containsExactly("a", "b");
            assertThat(request.messages()).allSatisfy(message -> {
                assertThat(message.state()).isEqualTo(SmsMessageState.SENDING);
                assertThat(message.attempts()).isEqualTo(1);
                assertThat(message.message().messageText()).isEqualTo("Your code is 1234");
            });
        });
        assertThat(state("a", "b")).containsOnly(SmsMessageState.SENDING);
    }

    @Test
    void claim_nothingWaiting_returnsNoRequest() {
        SmsClaimed claimed = claim(Samples.claim(lease(), 1, 200));

        assertThat(claimed).isEqualTo(new SmsClaimed(true, List.of(), List.of(), List.of(), false, null));
    }

    @Test
    void claim_severalRequests_fillsEachInOrder() {
        await(store.intake().store(ACCOUNT, messages("m", 7)));

        SmsClaimed claimed = claim(new SmsClaim(lease(), 5, 2, 3, Duration.ofSeconds(40)));

        assertThat(claimed.requests()).extracting(request -> request.id().number()).containsExactly(5L, 6L);
        assertThat(ids(claimed)).containsExactlyInAnyOrder("m0", "m1", "m2", "m3", "m4", "m5");
        assertThat(claimed.hasMore()).isTrue();
    }

    @Test
    void claim_severalPriorities_returnsTheHighestFirstInOrder() {
        intake(message("low", 1), message("n1", 4), message("high", 9), message("n2", 4));

        assertThat(ids(claim(Samples.claim(lease(), 1, 10)))).containsExactly("high", "n1", "n2", "low");
    }

    @Test
    void claim_moreThanFit_reservesATenthForTheOldest() {
        await(store.intake().store(ACCOUNT, IntStream.range(0, 5).mapToObj(i -> message("low" + i, 0)).toList()));
        await(store.intake().store(ACCOUNT, IntStream.range(0, 5).mapToObj(i -> message("mid" + i, 4)).toList()));
        await(store.intake().store(ACCOUNT, IntStream.range(0, 50).mapToObj(i -> message("high" + i, 9)).toList()));

        List<String> claimed = ids(claim(Samples.claim(lease(), 1, 2 * MessageSending.LONGEST_WAITING_EVERY)));

        assertThat(claimed).hasSize(20).startsWith("high0", "high1").endsWith("low0", "low1").doesNotContain("mid0", "high18");
    }

    @Test
    void claim_onePriorityAndMoreThanFit_keepsTheOrder() {
        await(store.intake().store(ACCOUNT, messages("m", 45)));
        SmsLease lease = lease();

        List<String> order = new ArrayList<>(ids(claim(Samples.claim(lease, 1, 20))));
        order.addAll(ids(claim(Samples.claim(lease, 2, 20))));
        order.addAll(ids(claim(Samples.claim(lease, 3, 20))));

        assertThat(order).isEqualTo(IntStream.range(0, 45).mapToObj(i -> "m" + i).toList());
    }

    @Test
    void claim_staleEpoch_isRefused() {
        intake(message("a"));
        SmsLease stale = lease();
        advance(LEASE.plus(A_MOMENT));
        granted("node-2");

        SmsClaimed claimed = claim(Samples.claim(stale, 1, 200));

        assertThat(claimed.isLeaseHeld()).isFalse();
        assertThat(claimed.requests()).isEmpty();
        assertThat(state("a")).containsExactly(SmsMessageState.WAITING);
    }

    @Test
    void claim_newMessages_storesAndClaimsThem() {
        intake(message("old"));

        SmsClaimed claimed = claim(
                new SmsClaim(lease(), 1, 1, 200, Duration.ofSeconds(40), List.of(message("new"), message("old"))));

        assertThat(claimed.intakes()).extracting(intake -> (Object) intake.getClass())
                .containsExactly(SmsIntake.Stored.class, SmsIntake.Duplicate.class);
        assertThat(ids(claimed)).containsExactly("old", "new");
    }

    @Test
    void claim_newMessagesUnderAStaleEpoch_onlyStoresThem() {
        SmsLease stale = lease();
        lease();

        SmsClaimed claimed = claim(new SmsClaim(stale, 1, 1, 200, Duration.ofSeconds(40), List.of(message("new"))));

        assertThat(claimed.isLeaseHeld()).isFalse();
        assertThat(claimed.intakes()).hasSize(1);
        assertThat(state("new")).containsExactly(SmsMessageState.WAITING);
    }

    @Test
    void claim_repeatedWithTheSameIds_returnsTheSameRequests() {
        await(store.intake().store(ACCOUNT, messages("m", 10)));
        SmsClaim claim = new SmsClaim(lease(), 1, 2, 3, Duration.ofSeconds(40));
        SmsClaimed first = claim(claim);

        SmsClaimed second = claim(claim);

        assertThat(ids(second)).containsExactlyInAnyOrderElementsOf(ids(first));
        assertThat(second.requests()).extracting(SmsClaimed.Request::id)
                .isEqualTo(first.requests().stream().map(SmsClaimed.Request::id).toList());
        assertThat(state("m6")).containsExactly(SmsMessageState.WAITING);
    }

    @Test
    void claim_repeatedAfterTheNumberWasErased_cancelsTheMessages() {
        await(store.intake().store(ACCOUNT, messages("m", 2)));
        SmsClaim claim = new SmsClaim(lease(), 1, 1, 10, Duration.ofSeconds(40));
        claim(claim);
        await(store.operations().erase(Samples.NUMBER));

        SmsClaimed second = claim(claim);

        assertThat(ids(second)).isEmpty();
        assertThat(second.expired()).extracting(SmsStoredMessage::correlationId).containsExactlyInAnyOrder("m0", "m1");
        assertThat(state("m0", "m1")).containsOnly(SmsMessageState.CANCELLED);
    }

    @Test
    void claim_heldLease_renewsIt() {
        SmsLease lease = lease();
        advance(Duration.ofSeconds(20));
        intake(message("a"));
        claim(Samples.claim(lease, 1, 200));
        advance(Duration.ofSeconds(20));

        assertThat(await(store.leases().acquire(ACCOUNT, "node-2"))).isInstanceOf(SmsLeaseResult.Held.class);
    }

    @Test
    void claim_expiredMessages_becomeNotSent() {
        intake(new SmsNewMessage(text("short").withTimeToLive(Duration.ofSeconds(10)), SmsOffer.AT_ONCE), message("long"));
        advance(Duration.ofSeconds(11));

        SmsClaimed claimed = claim(Samples.claim(lease(), 1, 200));

        assertThat(ids(claimed)).containsExactly("long");
        assertThat(claimed.expired()).singleElement().satisfies(expired -> {
            assertThat(expired.correlationId()).isEqualTo("short");
            assertThat(expired.result().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
            assertThat(expired.reason()).startsWith("its time to live or deliveryTimeout ended");
        });
        assertThat(results()).extracting(result -> result.message().correlationId()).containsExactly("short");
    }

    /** A store may expire them with several claims. */
    @Test
    void claim_manyExpiredMessages_neverReturnsOneOfThem() {
        for (int chunk = 0; chunk < 3; chunk++) {
            String prefix = chunk + "-";
            await(store.intake().store(ACCOUNT, IntStream.range(0, 1_000).mapToObj(
                    i -> new SmsNewMessage(text(prefix + i).withTimeToLive(Duration.ofSeconds(10)), SmsOffer.AT_ONCE))
                    .toList()));
        }
        intake(message("long"));
        advance(Duration.ofSeconds(11));
        SmsLease lease = lease();

        List<String> sent = new ArrayList<>();
        int expired = 0;
        SmsClaimed claimed;
        do {
            claimed = claim(Samples.claim(lease, ++lastRequest, 200));
            sent.addAll(ids(claimed));
            expired += claimed.expired().size();
        } while (claimed.hasMore());

        assertThat(sent).containsExactly("long");
        assertThat(expired).isEqualTo(3_000);
    }

    @Test
    void claim_scheduledMessage_waitsForItsTime() {
        Instant now = storedAt("probe");
        intake(new SmsNewMessage(text("later"), now.plusSeconds(60), Map.of(), SmsOffer.AT_ONCE));
        SmsLease lease = lease();

        SmsClaimed before = claim(Samples.claim(lease, 1, 200));
        advance(Duration.ofSeconds(61));
        SmsClaimed after = claim(Samples.claim(lease, 2, 200));

        assertThat(ids(before)).containsExactly("probe");
        assertThat(before.untilDue()).isEqualTo(Duration.ofSeconds(60));
        assertThat(ids(after)).containsExactly("later");
        assertThat(after.untilDue()).isNull();
    }
}
