package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.MessageIntake;
import io.github.camelsms.store.MessageSending;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsAccountState;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsRecovered;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStatusGap;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsWhenUnknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.NOT_RECONCILED;
import static io.github.camelsms.store.jdbc.Samples.NUMBER;
import static io.github.camelsms.store.jdbc.Samples.RECONCILED;
import static io.github.camelsms.store.jdbc.Samples.SENT;
import static io.github.camelsms.store.jdbc.Samples.accepted;
import static io.github.camelsms.store.jdbc.Samples.ids;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static io.github.camelsms.store.jdbc.Samples.notConnected;
import static io.github.camelsms.store.jdbc.Samples.notSent;
import static io.github.camelsms.store.jdbc.Samples.rejected;
import static io.github.camelsms.store.jdbc.Samples.status;
import static io.github.camelsms.store.jdbc.Samples.text;
import static io.github.camelsms.store.jdbc.Samples.throttled;
import static io.github.camelsms.store.jdbc.Samples.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What every message store promises.
 */
abstract class MessageStoreContract {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration A_MOMENT = Duration.ofMillis(2);

    private MessageStore store;
    private long lastRequest;

    /**
     * Returns a new, empty store that is started, with leases of 30 seconds, 30 days of retention, and texts dropped or
     * not.
     */
    abstract MessageStore newStore(boolean retainText);

    /** Moves the store's clock. */
    abstract void advance(Duration duration);

    @BeforeEach
    void open() {
        store = newStore(true);
    }

    @AfterEach
    void close() {
        store.close();
    }

    // Intake

    @Test
    void store_newMessages_areWaitingInTheirOrder() {
        List<SmsIntake> intakes = await(store.intake().store(ACCOUNT, messages("m", 3)));

        assertThat(intakes).hasSize(3).allMatch(SmsIntake.Stored.class::isInstance);
        assertThat(intakes.stream().map(intake -> ((SmsIntake.Stored) intake).id())).isSorted();
        assertThat(state("m0", "m1", "m2")).containsOnly(SmsMessageState.WAITING);
    }

    @Test
    void store_noMessages_storesNothing() {
        assertThat(await(store.intake().store(ACCOUNT, List.of()))).isEmpty();
    }

    @Test
    void store_tooManyMessages_isRefused() {
        List<SmsNewMessage> tooMany = messages("m", MessageIntake.MAX_MESSAGES + 1);

        assertThatThrownBy(() -> store.intake().store(ACCOUNT, tooMany)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1000");
    }

    @Test
    void store_allFields_areFound() {
        SmsMessage full = new SmsMessage(
                "Olá, ção 😀 \"x\"", NUMBER, "id-ç-1", Instant.ofEpochSecond(2_000_000_000L), 9, Duration.ofMinutes(5));
        Instant dueAt = Instant.parse("2040-01-01T00:00:00Z");
        Map<String, String> headers = Map.of("JMSReplyTo", "queue:ç", "quote", "a\"b\\c\n{}");
        await(store.intake().store(ACCOUNT, List.of(new SmsNewMessage(full, dueAt, headers, SmsOffer.AT_ONCE))));

        SmsStoredMessage found = find("id-ç-1");

        assertThat(found.message()).isEqualTo(full.withTimeToLive(null));
        assertThat(found.state()).isEqualTo(SmsMessageState.SCHEDULED);
        assertThat(found.dueAt()).isEqualTo(dueAt);
        assertThat(found.expiresAt()).isEqualTo(found.storedAt().plus(Duration.ofMinutes(5)));
        assertThat(found.headers()).isEqualTo(headers);
        assertThat(found.account()).isEqualTo(ACCOUNT);
        assertThat(found.result()).isNull();
        assertThat(found.toString()).doesNotContain("Ol", NUMBER, "queue").contains("****4321");
    }

    @Test
    void store_sameMessageAgain_isADuplicateWithItsPresentState() {
        intake(message("a"), message("b"));
        SmsClaimed.Request request = claim(lease(), 1);
        await(record(request, accepted(request.messages().get(0))));

        List<SmsIntake> intakes = await(store.intake().store(ACCOUNT, List.of(message("a"), message("c"), message("b"))));

        assertThat(intakes.get(0)).isInstanceOfSatisfying(
                SmsIntake.Duplicate.class, it -> assertThat(it.first().result().smsId()).isEqualTo("sms-a"));
        assertThat(intakes.get(1)).isInstanceOf(SmsIntake.Stored.class);
        assertThat(intakes.get(2)).isInstanceOfSatisfying(
                SmsIntake.Duplicate.class, it -> assertThat(it.first().state()).isEqualTo(SmsMessageState.WAITING));
    }

    @Test
    void store_sameIdWithAnotherTextOrDestination_isAConflictForThatMessageAlone() {
        intake(message("a"), message("b"));

        List<SmsIntake> intakes = await(
                store.intake().store(
                        ACCOUNT,
                        List.of(
                                new SmsNewMessage(text("a").withMessageText("Another text"), SmsOffer.AT_ONCE),
                                new SmsNewMessage(text("b").withDestination("11900000000"), SmsOffer.AT_ONCE), message("c"))));

        assertThat(intakes).extracting(intake -> (Object) intake.getClass())
                .containsExactly(SmsIntake.Conflict.class, SmsIntake.Conflict.class, SmsIntake.Stored.class);
        assertThat(find("a").message().messageText()).isEqualTo("Your code is 1234");
    }

    @Test
    void store_sameIdTwiceInOneList_storesTheFirst() {
        List<SmsIntake> intakes = await(
                store.intake().store(
                        ACCOUNT,
                        List.of(
                                message("a"), message("a"),
                                new SmsNewMessage(text("a").withMessageText("Another text"), SmsOffer.AT_ONCE))));

        assertThat(intakes).extracting(intake -> (Object) intake.getClass())
                .containsExactly(SmsIntake.Stored.class, SmsIntake.Duplicate.class, SmsIntake.Conflict.class);
    }

    @Test
    void store_sameIdForAnotherAccount_isAnotherMessage() {
        intake(message("a"));

        assertThat(await(store.intake().store("other", List.of(message("a"))))).first().isInstanceOf(SmsIntake.Stored.class);
        assertThat(ids(claim(Samples.claim(lease(), 1, 10)))).containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "a\u0000b", "half \uD83D character" })
    void newMessage_thatNoDatabaseCanHold_isRefused(String text) {
        assertThatThrownBy(() -> new SmsNewMessage(text("a").withMessageText(text), SmsOffer.AT_ONCE))
                .isInstanceOf(IllegalArgumentException.class).hasMessageNotContaining(NUMBER);
        assertThatThrownBy(() -> message(text)).isInstanceOf(IllegalArgumentException.class);
    }

    // Leases

    @Test
    void acquire_newAccount_isGrantedWithoutPredecessor() {
        SmsLeaseResult.Granted granted = granted("node-1");

        assertThat(granted.lease()).isEqualTo(new SmsLease(ACCOUNT, "node-1", 1, LEASE));
        assertThat(granted.state()).isEqualTo(SmsAccountState.NEW);
        assertThat(granted.predecessor()).isNull();
    }

    @Test
    void acquire_accountOfAnotherNode_isRefusedUntilItsLeaseEnds() {
        lease();

        assertThat(await(store.leases().acquire(ACCOUNT, "node-2"))).isInstanceOfSatisfying(SmsLeaseResult.Held.class, held -> {
            assertThat(held.owner()).isEqualTo("node-1");
            assertThat(held.remaining()).isBetween(Duration.ofSeconds(20), LEASE);
        });
        advance(LEASE.plus(A_MOMENT));
        SmsLeaseResult.Granted granted = granted("node-2");
        assertThat(granted.lease().epoch()).isEqualTo(2);
        assertThat(granted.predecessor()).isEqualTo("node-1");
    }

    @Test
    void acquire_releasedAccount_isGrantedAtOnceWithoutPredecessor() {
        assertThat(await(store.leases().release(lease()))).isTrue();

        assertThat(granted("node-2").predecessor()).isNull();
    }

    @Test
    void acquire_ownAccountAgain_growsTheEpochAndFencesTheFirst() {
        SmsLease first = lease();
        SmsLease second = lease();

        assertThat(second.epoch()).isEqualTo(first.epoch() + 1);
        assertThat(await(store.leases().renew(first))).isFalse();
        assertThat(await(store.leases().renew(second))).isTrue();
    }

    @Test
    void renew_leaseThatEndedButWasNotTaken_extendsIt() {
        SmsLease lease = lease();
        advance(LEASE.plus(A_MOMENT));

        assertThat(await(store.leases().renew(lease))).isTrue();
        assertThat(await(store.leases().acquire(ACCOUNT, "node-2"))).isInstanceOf(SmsLeaseResult.Held.class);
    }

    @Test
    void release_ofAFormerOwner_changesNothing() {
        SmsLease former = lease();
        advance(LEASE.plus(A_MOMENT));
        granted("node-2");

        assertThat(await(store.leases().release(former))).isFalse();
        assertThat(await(store.leases().acquire(ACCOUNT, "node-3"))).isInstanceOf(SmsLeaseResult.Held.class);
    }

    @Test
    void save_ofTheOwner_isGivenToTheNextOne() {
        SmsLease lease = lease();
        SmsAccountState state = new SmsAccountState("pace 1.0", Duration.ofSeconds(20), 401, "refused");
        assertThat(await(store.leases().save(lease, state))).isTrue();
        await(store.leases().release(lease));
        advance(Duration.ofSeconds(5));

        SmsAccountState loaded = granted("node-2").state();

        assertThat(loaded.pace()).isEqualTo("pace 1.0");
        assertThat(loaded.hold()).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(15));
        assertThat(loaded.haltCode()).isEqualTo(401);
        assertThat(loaded.haltReason()).isEqualTo("refused");
        assertThat(await(store.leases().save(lease, SmsAccountState.NEW))).isFalse();
        assertThat(granted("node-2").state().pace()).isEqualTo("pace 1.0");
    }

    @Test
    void owners_areThoseThatHaveNotReleased() {
        lease();
        SmsLease other = ((SmsLeaseResult.Granted) await(store.leases().acquire("other", "node-2"))).lease();
        await(store.leases().release(other));

        assertThat(await(store.leases().owners())).singleElement().satisfies(owner -> {
            assertThat(owner.account()).isEqualTo(ACCOUNT);
            assertThat(owner.node()).isEqualTo("node-1");
            assertThat(Duration.between(owner.since(), owner.until())).isEqualTo(LEASE);
        });
    }

    @Test
    void beat_nodes_areAliveForTheirTime() {
        await(store.leases().beat("b", Duration.ofSeconds(10)));
        assertThat(await(store.leases().beat("a", Duration.ofSeconds(60)))).containsExactly("a", "b");

        advance(Duration.ofSeconds(11));

        assertThat(await(store.leases().beat("c", Duration.ofSeconds(10)))).containsExactly("a", "c");
        assertThat(await(store.leases().beat("c", Duration.ZERO))).containsExactly("a");
    }

    // Claims

    @Test
    void claim_waitingMessages_areSendingWithTheirRequest() {
        intake(message("a"), message("b"));

        SmsClaimed claimed = claim(Samples.claim(lease(), 7, 200));

        assertThat(claimed.isLeaseHeld()).isTrue();
        assertThat(claimed.hasMore()).isFalse();
        assertThat(claimed.requests()).singleElement().satisfies(request -> {
            assertThat(request.id()).isEqualTo(new SmsRequestId(ACCOUNT, 1, 7));
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
    void claim_nothingWaits_bringsNoRequest() {
        SmsClaimed claimed = claim(Samples.claim(lease(), 1, 200));

        assertThat(claimed).isEqualTo(new SmsClaimed(true, List.of(), List.of(), List.of(), false, null));
    }

    @Test
    void claim_severalRequests_fillsThemInOrder() {
        await(store.intake().store(ACCOUNT, messages("m", 7)));

        SmsClaimed claimed = claim(new SmsClaim(lease(), 5, 2, 3, Duration.ofSeconds(40)));

        assertThat(claimed.requests()).extracting(request -> request.id().number()).containsExactly(5L, 6L);
        assertThat(ids(claimed)).containsExactlyInAnyOrder("m0", "m1", "m2", "m3", "m4", "m5");
        assertThat(claimed.hasMore()).isTrue();
    }

    @Test
    void claim_severalPriorities_takesTheHighestFirstInOrder() {
        intake(message("low", 1), message("n1", 4), message("high", 9), message("n2", 4));

        assertThat(ids(claim(Samples.claim(lease(), 1, 10)))).containsExactly("high", "n1", "n2", "low");
    }

    @Test
    void claim_moreThanFits_leavesATenthToThoseThatWaitedLongest() {
        await(store.intake().store(ACCOUNT, IntStream.range(0, 5).mapToObj(i -> message("low" + i, 0)).toList()));
        await(store.intake().store(ACCOUNT, IntStream.range(0, 5).mapToObj(i -> message("mid" + i, 4)).toList()));
        await(store.intake().store(ACCOUNT, IntStream.range(0, 50).mapToObj(i -> message("high" + i, 9)).toList()));

        List<String> claimed = ids(claim(Samples.claim(lease(), 1, 2 * MessageSending.LONGEST_WAITING_EVERY)));

        assertThat(claimed).hasSize(20).startsWith("high0", "high1").endsWith("low0", "low1").doesNotContain("mid0", "high18");
    }

    @Test
    void claim_onePriorityAndMoreThanFits_keepsTheOrder() {
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
    void claim_withNewMessages_storesAndClaimsThem() {
        intake(message("old"));

        SmsClaimed claimed = claim(
                new SmsClaim(lease(), 1, 1, 200, Duration.ofSeconds(40), List.of(message("new"), message("old"))));

        assertThat(claimed.intakes()).extracting(intake -> (Object) intake.getClass())
                .containsExactly(SmsIntake.Stored.class, SmsIntake.Duplicate.class);
        assertThat(ids(claimed)).containsExactly("old", "new");
    }

    @Test
    void claim_withNewMessagesUnderAStaleEpoch_storesThemOnly() {
        SmsLease stale = lease();
        lease();

        SmsClaimed claimed = claim(new SmsClaim(stale, 1, 1, 200, Duration.ofSeconds(40), List.of(message("new"))));

        assertThat(claimed.isLeaseHeld()).isFalse();
        assertThat(claimed.intakes()).hasSize(1);
        assertThat(state("new")).containsExactly(SmsMessageState.WAITING);
    }

    @Test
    void claim_repeatedWithTheSameNumbers_returnsTheSameRequests() {
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
    void claim_renewsTheLease() {
        SmsLease lease = lease();
        advance(Duration.ofSeconds(20));
        intake(message("a"));
        claim(Samples.claim(lease, 1, 200));
        advance(Duration.ofSeconds(20));

        assertThat(await(store.leases().acquire(ACCOUNT, "node-2"))).isInstanceOf(SmsLeaseResult.Held.class);
    }

    @Test
    void claim_expiredMessages_areNotSent() {
        intake(new SmsNewMessage(text("short").withTimeToLive(Duration.ofSeconds(10)), SmsOffer.AT_ONCE), message("long"));
        advance(Duration.ofSeconds(11));

        SmsClaimed claimed = claim(Samples.claim(lease(), 1, 200));

        assertThat(ids(claimed)).containsExactly("long");
        assertThat(claimed.expired()).singleElement().satisfies(expired -> {
            assertThat(expired.correlationId()).isEqualTo("short");
            assertThat(expired.result().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
            assertThat(expired.reason()).startsWith("its time to live ended");
        });
        assertThat(results()).extracting(result -> result.message().correlationId()).containsExactly("short");
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
        assertThat(before.untilDue()).isBetween(Duration.ofSeconds(40), Duration.ofSeconds(60));
        assertThat(ids(after)).containsExactly("later");
        assertThat(after.untilDue()).isNull();
    }

    // Outcomes

    @Test
    void record_allOutcomes_areKeptAndReported() {
        intake(message("a"), message("r"), message("n"), message("u"));
        SmsClaimed.Request request = claim(lease(), 10);

        List<SmsStoredMessage> recorded = await(
                record(
                        request, accepted(of(request, "a")), rejected(of(request, "r")), notSent(of(request, "n")),
                        unknown(of(request, "u"))));

        assertThat(recorded).extracting(SmsStoredMessage::state).containsExactly(
                SmsMessageState.ACCEPTED, SmsMessageState.REJECTED, SmsMessageState.NOT_SENT, SmsMessageState.UNKNOWN);
        assertThat(find("a").result()).isEqualTo(accepted(of(request, "a")).result());
        assertThat(find("r").result()).isEqualTo(rejected(of(request, "r")).result());
        assertThat(find("n").result()).isEqualTo(notSent(of(request, "n")).result());
        assertThat(find("u").result()).isEqualTo(unknown(of(request, "u")).result());
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

    @Test
    void record_messageLeftOut_isUnknown() {
        intake(message("a"), message("b"));
        SmsClaimed.Request request = claim(lease(), 10);

        List<SmsStoredMessage> recorded = await(record(request, accepted(of(request, "a"))));

        assertThat(recorded).extracting(SmsStoredMessage::state)
                .containsExactly(SmsMessageState.ACCEPTED, SmsMessageState.UNKNOWN);
    }

    @Test
    void record_throttled_waitsAgainInItsPlace() {
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
    void record_expiredAfterTrouble_namesTheTrouble() {
        intake(new SmsNewMessage(text("a").withTimeToLive(Duration.ofSeconds(10)), SmsOffer.AT_ONCE));
        SmsLease lease = lease();
        SmsClaimed.Request request = claim(lease, 1);
        await(record(request, throttled(of(request, "a"))));
        advance(Duration.ofSeconds(11));

        claim(Samples.claim(lease, 2, 1));

        assertThat(find("a").reason()).endsWith("last trouble: throttled");
    }

    @Test
    void record_ofAStaleOwner_isAFact() {
        intake(message("a"), message("b"));
        SmsClaimed.Request request = claim(lease(), 10);
        SmsLease successor = takeOver();
        advance(Duration.ofSeconds(60));
        await(store.sending().recover(successor, RECONCILED));

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
    void record_acceptedAfterAnyOutcome_wins() {
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
    void record_notSentOfAnEarlierRequest_doesNotTouchALaterOne() {
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
    void putBack_requestThatDidNotLeave_waitsAsIfItHadNotBeenClaimed() {
        intake(message("a"), message("b"));
        SmsClaimed.Request request = claim(lease(), 10);

        assertThat(await(store.sending().putBack(request.id(), "the lease is too short"))).isEqualTo(2);

        assertThat(state("a", "b")).containsOnly(SmsMessageState.WAITING);
        assertThat(find("a").attempts()).isZero();
        assertThat(await(store.sending().putBack(request.id(), "again"))).isZero();
    }

    @Test
    void putBack_requestThatWasNeverClaimed_changesNothing() {
        intake(message("a"));

        assertThat(await(store.sending().putBack(new SmsRequestId(ACCOUNT, 1, 1), "no"))).isZero();
    }

    @Test
    void recover_requestOfAPredecessor_isUnknownOnceItsTimeHasPassed() {
        intake(message("a"));
        claim(lease(), 10);
        advance(LEASE.plus(A_MOMENT));
        SmsLease successor = granted("node-2").lease();

        SmsRecovered early = await(store.sending().recover(successor, RECONCILED));
        advance(Duration.ofSeconds(20));
        SmsRecovered late = await(store.sending().recover(successor, RECONCILED));

        assertThat(early.messages()).isEmpty();
        assertThat(early.untilNext()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(10));
        assertThat(late.messages()).extracting(SmsStoredMessage::correlationId).containsExactly("a");
        assertThat(late.untilNext()).isNull();
        assertThat(state("a")).containsExactly(SmsMessageState.UNKNOWN);
        assertThat(find("a").sentAt()).isNotNull();
        assertThat(ids(claim(Samples.claim(successor, 1, 10)))).isEmpty();
    }

    @Test
    void recover_ownRequests_stayInFlight() {
        intake(message("a"));
        SmsLease lease = lease();
        claim(lease, 10);
        advance(Duration.ofHours(1));

        assertThat(await(store.sending().recover(lease, RECONCILED))).isEqualTo(new SmsRecovered(true, List.of(), null));
        assertThat(state("a")).containsExactly(SmsMessageState.SENDING);
    }

    @Test
    void recover_staleEpoch_isRefused() {
        intake(message("a"));
        claim(lease(), 10);
        SmsLease stale = lease();
        lease();
        advance(Duration.ofHours(1));

        assertThat(await(store.sending().recover(stale, RECONCILED)).isLeaseHeld()).isFalse();
        assertThat(state("a")).containsExactly(SmsMessageState.SENDING);
    }

    // Reconciliation

    @Test
    void due_unknownMessage_isLookedUpAfterItsTimeAndAgain() {
        SmsStoredMessage lost = unknownMessage("a");
        assertThat(await(store.reconciliation().due(ACCOUNT, 10))).isEmpty();

        advance(Duration.ofSeconds(31));
        assertThat(await(store.reconciliation().due(ACCOUNT, 10))).singleElement().satisfies(due -> {
            assertThat(due.message().correlationId()).isEqualTo("a");
            assertThat(due.message().sentAt()).isEqualTo(SENT);
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
    void park_unknownMessage_isParkedAndOffered() {
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
    void resend_messageSettledInTheMeantime_isNotSentAgain() {
        SmsStoredMessage lost = unknownMessage("a");
        await(store.statuses().learn(ACCOUNT, List.of(status("a", SmsDeliveryStatus.SENT))));

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

    // Results

    @Test
    void claimResults_outcome_goesToOneConsumerUntilItsTimeIsOver() {
        intake(new SmsNewMessage(text("a"), null, Map.of("reply", "q1"), SmsOffer.AT_ONCE));
        SmsClaimed.Request request = claim(lease(), 10);
        await(record(request, accepted(of(request, "a"))));

        List<SmsResultDelivery> first = results();
        assertThat(first).singleElement().satisfies(result -> {
            assertThat(result.message().result()).isEqualTo(accepted(of(request, "a")).result());
            assertThat(result.message().headers()).containsEntry("reply", "q1");
            assertThat(result.delivery()).isEqualTo(1);
        });
        assertThat(results()).isEmpty();

        advance(Duration.ofSeconds(61));
        assertThat(results()).singleElement().matches(result -> result.delivery() == 2);
        assertThat(await(store.results().acknowledge(List.of(first.get(0).key())))).isEqualTo(1);
        advance(Duration.ofSeconds(61));
        assertThat(results()).isEmpty();
        assertThat(await(store.results().acknowledge(List.of(first.get(0).key())))).isZero();
    }

    @Test
    void releaseResults_areOfferedAfterTheDelay() {
        unknownNotReconciled("a");
        SmsResultDelivery result = results().get(0);

        assertThat(await(store.results().release(List.of(result.key()), Duration.ofSeconds(5)))).isEqualTo(1);
        assertThat(results()).isEmpty();
        advance(Duration.ofSeconds(6));
        assertThat(results()).hasSize(1);
    }

    @Test
    void acknowledge_earlierOutcome_leavesTheLaterOne() {
        unknownNotReconciled("a");
        SmsResultDelivery early = results().get(0);
        assertThat(early.message().result().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        await(store.statuses().learn(ACCOUNT, List.of(status("a", SmsDeliveryStatus.DELIVERED))));

        assertThat(await(store.results().acknowledge(List.of(early.key())))).isZero();
        assertThat(results()).singleElement().satisfies(
                result -> assertThat(result.message().result().outcome()).isEqualTo(SmsOutcome.ACCEPTED));
    }

    @Test
    void claimResults_awaitedOutcome_isHeldBackForItsCaller() {
        intake(new SmsNewMessage(text("a"), SmsOffer.AFTER_CALLER), new SmsNewMessage(text("n"), SmsOffer.NEVER));
        SmsClaimed.Request request = claim(lease(), 10);
        await(record(request, accepted(of(request, "a")), accepted(of(request, "n"))));

        assertThat(results()).isEmpty();
        advance(SmsOffer.CALLER_TIMEOUT.plus(A_MOMENT));
        assertThat(results()).extracting(result -> result.message().correlationId()).containsExactly("a");
    }

    @Test
    void acknowledge_awaitedOutcome_isNotOffered() {
        intake(new SmsNewMessage(text("a"), SmsOffer.AFTER_CALLER));
        SmsClaimed.Request request = claim(lease(), 10);
        List<SmsStoredMessage> recorded = await(record(request, accepted(of(request, "a"))));

        await(store.results().acknowledge(List.of(recorded.get(0).named())));

        advance(SmsOffer.CALLER_TIMEOUT.plus(A_MOMENT));
        assertThat(results()).isEmpty();
    }

    @Test
    void claimResults_max_isKept() {
        await(store.intake().store(ACCOUNT, messages("m", 5)));
        SmsClaimed.Request request = claim(lease(), 10);
        await(record(request, request.messages().stream().map(Samples::accepted).toArray(SmsMessageOutcome[]::new)));

        assertThat(await(store.results().claim(ACCOUNT, 3, LEASE))).hasSize(3);
        assertThat(await(store.results().claim(ACCOUNT, 3, LEASE))).hasSize(2);
        assertThat(await(store.results().claim("other", 3, LEASE))).isEmpty();
    }

    // Statuses

    @Test
    void read_block_updatesMessagesAndIsHandedOut() {
        SmsStoredMessage sent = acceptedMessage("a");
        long block = ask(lease());
        assertThat(await(store.statuses().receive(block, new byte[] { 1, 2 }))).isTrue();

        List<SmsStoredMessage> settled = await(
                store.statuses().read(
                        block,
                        List.of(status("a", SmsDeliveryStatus.DELIVERED), status("foreign", SmsDeliveryStatus.SENT))));

        assertThat(settled).isEmpty();
        assertThat(find("a").deliveryStatus()).isEqualTo(SmsDeliveryStatus.DELIVERED);
        assertThat(find("a").revision()).isEqualTo(sent.revision());
        List<SmsStatusDelivery> deliveries = statuses();
        assertThat(deliveries).extracting(SmsStatusDelivery::status)
                .containsExactly(status("a", SmsDeliveryStatus.DELIVERED), status("foreign", SmsDeliveryStatus.SENT));
        assertThat(deliveries.get(0).headers()).containsEntry("kept", "header of a");
        assertThat(deliveries.get(1).headers()).isEmpty();
        assertThat(await(store.statuses().unread(ACCOUNT))).isEmpty();
    }

    @Test
    void read_twice_changesNothing() {
        long block = received();
        await(store.statuses().read(block, List.of(status("a", SmsDeliveryStatus.SENT))));
        acknowledgeStatuses(statuses());

        await(store.statuses().read(block, List.of(status("a", SmsDeliveryStatus.SENT))));

        advance(Duration.ofMinutes(2));
        assertThat(statuses()).isEmpty();
    }

    @Test
    void unread_receivedBlock_comesBackByteForByte() {
        byte[] body = "{\"sent_status\":[\u0000ção]}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        long block = ask(lease());
        await(store.statuses().receive(block, body));

        assertThat(await(store.statuses().unread(ACCOUNT))).singleElement().satisfies(unread -> {
            assertThat(unread.id()).isEqualTo(block);
            assertThat(unread.body()).isEqualTo(body);
        });
    }

    @Test
    void refuse_block_isKeptAsideForAPerson() {
        long block = received();

        assertThat(await(store.statuses().refuse(block, "no list of statuses"))).isTrue();

        assertThat(await(store.statuses().unread(ACCOUNT))).isEmpty();
        assertThat(await(store.statuses().read(block, List.of(status("a", SmsDeliveryStatus.SENT))))).isEmpty();
        assertThat(statuses()).isEmpty();
    }

    @Test
    void claimStatuses_ofABlock_goToOneConsumerUntilAcknowledged() {
        await(
                store.statuses().read(
                        received(), List.of(status("a", SmsDeliveryStatus.SENT), status("b", SmsDeliveryStatus.SENT))));
        List<SmsStatusDelivery> first = statuses();
        assertThat(first).hasSize(2);
        assertThat(statuses()).isEmpty();

        acknowledgeStatuses(first.subList(0, 1));
        await(store.statuses().release(List.of(first.get(0).key().block()), Duration.ZERO));

        assertThat(statuses()).singleElement().satisfies(delivery -> {
            assertThat(delivery.status().correlationId()).isEqualTo("b");
            assertThat(delivery.delivery()).isEqualTo(2);
        });
    }

    @Test
    void claimStatuses_severalBlocks_areWholeAndInOrder() {
        SmsLease lease = lease();
        for (String prefix : List.of("x", "y", "z")) {
            long block = ask(lease);
            await(store.statuses().receive(block, new byte[] { 1 }));
            await(
                    store.statuses().read(
                            block, List.of(
                                    status(prefix + 0, SmsDeliveryStatus.SENT), status(prefix + 1, SmsDeliveryStatus.SENT))));
        }

        assertThat(await(store.statuses().claim(ACCOUNT, 2, LEASE)))
                .extracting(delivery -> delivery.status().correlationId()).containsExactly("x0", "x1", "y0", "y1");
    }

    @Test
    void ask_staleEpoch_isRefused() {
        SmsLease stale = lease();
        lease();

        assertThat(await(store.statuses().ask(stale, LEASE))).isEmpty();
    }

    @Test
    void gaps_lostAndForgottenBlocks_areGapsUntilRead() {
        SmsLease lease = lease();
        long lost = ask(lease);
        long forgotten = ask(lease);
        long dropped = ask(lease);
        await(store.statuses().lose(lost, "connection reset"));
        await(store.statuses().drop(dropped));
        assertThat(await(store.statuses().gaps(ACCOUNT))).extracting(SmsStatusGap::id).containsExactly(lost);

        advance(Duration.ofSeconds(41));

        List<SmsStatusGap> gaps = await(store.statuses().gaps(ACCOUNT));
        assertThat(gaps).extracting(SmsStatusGap::id).containsExactly(lost, forgotten);
        assertThat(gaps.get(0).reason()).isEqualTo("connection reset");
        await(store.statuses().read(lost, List.of()));
        assertThat(await(store.statuses().gaps(ACCOUNT))).extracting(SmsStatusGap::id).containsExactly(forgotten);
    }

    @Test
    void receive_afterTheBlockWasLost_isAFact() {
        long block = ask(lease());
        await(store.statuses().lose(block, "timeout"));

        assertThat(await(store.statuses().receive(block, new byte[] { 1 }))).isTrue();
        assertThat(await(store.statuses().gaps(ACCOUNT))).isEmpty();
    }

    @Test
    void read_gap_leavesOutWhatIsKnown() {
        acceptedMessage("a");
        acceptedMessage("b");
        await(store.statuses().read(received(), List.of(status("a", SmsDeliveryStatus.DELIVERED))));
        acknowledgeStatuses(statuses());
        long gap = ask(lease());
        await(store.statuses().lose(gap, "timeout"));

        await(
                store.statuses().read(
                        gap, List.of(status("a", SmsDeliveryStatus.DELIVERED), status("b", SmsDeliveryStatus.DELIVERED))));

        assertThat(statuses()).extracting(delivery -> delivery.status().correlationId()).containsExactly("b");
    }

    @Test
    void learn_statusOfAnUnknownMessage_settlesItAndOffersTheResult() {
        unknownMessage("a");

        List<SmsStoredMessage> settled = await(
                store.statuses().learn(ACCOUNT, List.of(status("a", SmsDeliveryStatus.NOT_DELIVERED))));

        assertThat(settled).singleElement().matches(message -> message.state() == SmsMessageState.ACCEPTED);
        assertThat(find("a").deliveryStatus()).isEqualTo(SmsDeliveryStatus.NOT_DELIVERED);
        assertThat(results()).hasSize(1);
        assertThat(statuses()).isEmpty();
    }

    @Test
    void learn_statusOfAMessageThatWasNeverSent_isNotAboutIt() {
        intake(message("a"));

        assertThat(await(store.statuses().learn(ACCOUNT, List.of(status("a", SmsDeliveryStatus.SENT))))).isEmpty();
        assertThat(state("a")).containsExactly(SmsMessageState.WAITING);
        assertThat(find("a").deliveryStatus()).isNull();
    }

    @Test
    void read_statusWithStrangeCharacters_isHandedOut() {
        SmsStatus strange = new SmsStatus("a\u0000b", "\u0000", null, SmsDeliveryStatus.OTHER, "N\u0000W");

        await(store.statuses().read(received(),
                List.of(strange, new SmsStatus(null, null, null, SmsDeliveryStatus.OTHER, null))));

        assertThat(statuses()).hasSize(2);
    }

    @Test
    void learn_statusThatOvertakesTheResponse_settlesWhatThenIsLost() {
        intake(message("a"), message("b"), message("c"));
        SmsClaimed.Request request = claim(lease(), 10);
        await(
                store.statuses().learn(
                        ACCOUNT, List.of(
                                status("a", SmsDeliveryStatus.SENT), status("b", SmsDeliveryStatus.SENT),
                                status("c", SmsDeliveryStatus.SENT))));
        assertThat(state("a", "b", "c")).containsOnly(SmsMessageState.SENDING);

        List<SmsStoredMessage> recorded = await(
                record(request, unknown(of(request, "a")), accepted(of(request, "b")), throttled(of(request, "c"))));

        assertThat(recorded).extracting(SmsStoredMessage::state).containsOnly(SmsMessageState.ACCEPTED);
        assertThat(find("b").smsId()).isEqualTo("sms-b");
        assertThat(find("a").smsId()).isNull();
    }

    @Test
    void record_acceptedAfterAStatusHasSettledIt_addsTheId() {
        SmsStoredMessage lost = unknownMessage("a");
        await(store.statuses().learn(ACCOUNT, List.of(status("a", SmsDeliveryStatus.SENT))));

        List<SmsStoredMessage> recorded = await(
                store.sending().record(new SmsRequestId(ACCOUNT, 1, lastRequest), List.of(accepted(lost)), RECONCILED));

        assertThat(recorded).singleElement().satisfies(message -> {
            assertThat(message.smsId()).isEqualTo("sms-a");
            assertThat(message.revision()).isEqualTo(2);
        });
        assertThat(find("a").smsId()).isEqualTo("sms-a");
    }

    @Test
    void learn_statusOfAMessageThatWaitsAgain_keepsItFromBeingSentTwice() {
        intake(message("a"));
        SmsLease lease = lease();
        SmsClaimed.Request request = claim(lease, 10);
        await(record(request, throttled(of(request, "a"))));

        await(store.statuses().learn(ACCOUNT, List.of(status("a", SmsDeliveryStatus.SENT))));

        assertThat(state("a")).containsExactly(SmsMessageState.ACCEPTED);
        assertThat(ids(claim(Samples.claim(lease, 80, 10)))).isEmpty();
    }

    @Test
    void recover_messageWithAStatus_isAccepted() {
        intake(message("a"));
        claim(lease(), 10);
        await(store.statuses().learn(ACCOUNT, List.of(status("a", SmsDeliveryStatus.SENT))));
        SmsLease successor = takeOver();
        advance(Duration.ofMinutes(1));

        assertThat(await(store.sending().recover(successor, RECONCILED)).messages()).singleElement()
                .matches(message -> message.state() == SmsMessageState.ACCEPTED);
    }

    // Operations

    @Test
    void count_allStates_areThere() {
        SmsLease lease = lease();
        acceptedMessage("accepted");
        unknownMessage("unknown");
        SmsStoredMessage parked = unknownMessage("parked");
        lease = lease();
        await(store.reconciliation().park(lease, List.of(parked.named()), "x"));
        intake(message("sending"));
        claim(lease, 10);
        intake(message("w1"), message("w2"), message("cancelled"));
        intake(new SmsNewMessage(text("s"), Instant.parse("2040-01-01T00:00:00Z"), Map.of(), SmsOffer.AT_ONCE));
        await(store.operations().cancel(ACCOUNT, List.of("cancelled"), "x"));

        assertThat(await(store.operations().count(ACCOUNT))).containsExactlyInAnyOrderEntriesOf(
                Map.of(
                        SmsMessageState.WAITING, 2L, SmsMessageState.SCHEDULED, 1L, SmsMessageState.SENDING, 1L,
                        SmsMessageState.ACCEPTED, 1L, SmsMessageState.REJECTED, 0L, SmsMessageState.NOT_SENT, 0L,
                        SmsMessageState.UNKNOWN, 1L, SmsMessageState.PARKED, 1L, SmsMessageState.CANCELLED, 1L));
    }

    @Test
    void cancel_waitingMessage_isNotSentAndOffered() {
        intake(message("a"), message("b"));

        assertThat(await(store.operations().cancel(ACCOUNT, List.of("a", "missing"), "wrong campaign")))
                .extracting(operated -> operated.correlationId() + " " + operated.state() + " " + operated.isChanged())
                .containsExactly("a CANCELLED true", "missing null false");

        assertThat(ids(claim(Samples.claim(lease(), 1, 10)))).containsExactly("b");
        assertThat(results()).singleElement().satisfies(result -> {
            assertThat(result.message().result().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
            assertThat(result.message().reason()).isEqualTo("wrong campaign");
        });
        assertThat(await(store.operations().cancel(ACCOUNT, List.of("b"), "late"))).singleElement()
                .matches(operated -> !operated.isChanged());
    }

    @Test
    void resend_cancelledMessage_waitsWithoutItsOldResult() {
        intake(new SmsNewMessage(text("a").withTimeToLive(Duration.ofSeconds(1)), SmsOffer.AT_ONCE));
        await(store.operations().cancel(ACCOUNT, List.of("a"), "x"));
        advance(Duration.ofMinutes(1));

        assertThat(await(store.operations().resend(ACCOUNT, List.of("a")))).singleElement()
                .matches(operated -> operated.isChanged() && operated.state() == SmsMessageState.WAITING);

        assertThat(results()).isEmpty();
        assertThat(ids(claim(Samples.claim(lease(), 1, 10)))).containsExactly("a");
    }

    @ParameterizedTest
    @EnumSource(value = SmsOutcome.class, names = { "ACCEPTED", "UNKNOWN" })
    void resend_messageThatMayHaveBeenSent_isRefused(SmsOutcome outcome) {
        if (outcome == SmsOutcome.ACCEPTED) {
            acceptedMessage("a");
        } else {
            unknownMessage("a");
        }

        assertThat(await(store.operations().resend(ACCOUNT, List.of("a")))).singleElement()
                .matches(operated -> !operated.isChanged());
    }

    @Test
    void settle_unknownMessage_isWhatThePersonSays() {
        unknownMessage("a");
        unknownMessage("n");

        await(store.operations().settle(ACCOUNT, List.of("a"), SmsOutcome.ACCEPTED, "seen on the provider's page"));
        await(store.operations().settle(ACCOUNT, List.of("n"), SmsOutcome.NOT_SENT, "not on the provider's page"));

        assertThat(state("a", "n")).containsExactly(SmsMessageState.ACCEPTED, SmsMessageState.NOT_SENT);
        assertThat(results()).hasSize(2);
        assertThat(await(store.operations().settle(ACCOUNT, List.of("a"), SmsOutcome.NOT_SENT, "no"))).singleElement()
                .matches(operated -> !operated.isChanged());
    }

    @Test
    void purge_oldFinishedMessages_areRemovedInPieces() {
        await(store.intake().store(ACCOUNT, messages("m", 5)));
        SmsClaimed.Request request = claim(lease(), 10);
        await(record(request, request.messages().stream().map(Samples::accepted).toArray(SmsMessageOutcome[]::new)));
        intake(message("waiting"));
        List<SmsResultDelivery> open = results();
        await(store.results().acknowledge(open.subList(1, 5).stream().map(SmsResultDelivery::key).toList()));
        assertThat(await(store.operations().purge(100))).isZero();

        advance(Duration.ofDays(31));

        assertThat(await(store.operations().purge(3))).isEqualTo(3);
        assertThat(await(store.operations().purge(3))).isEqualTo(1);
        assertThat(await(store.operations().purge(3))).isZero();
        assertThat(await(store.operations().find(ACCOUNT, List.of("m0", "m1", "m2", "m3", "m4", "waiting"))))
                .extracting(SmsStoredMessage::correlationId)
                .containsExactlyInAnyOrder(open.get(0).message().correlationId(), "waiting");
    }

    @Test
    void erase_number_isGoneEverywhere() {
        acceptedMessage("done");
        unknownMessage("unknown");
        intake(
                message("waiting"), new SmsNewMessage(text("other").withDestination("11900000000"), SmsOffer.AT_ONCE),
                new SmsNewMessage(text("s"), Instant.parse("2040-01-01T00:00:00Z"), Map.of("k", NUMBER), SmsOffer.AT_ONCE));
        await(store.statuses().read(received(), List.of(status("done", SmsDeliveryStatus.SENT))));

        assertThat(await(store.operations().erase(NUMBER))).isEqualTo(4);

        for (String id : List.of("done", "unknown", "waiting", "s")) {
            assertThat(find(id).message().destination()).isNull();
            assertThat(find(id).message().messageText()).isNull();
            assertThat(find(id).headers()).isEmpty();
        }
        assertThat(state("done", "unknown", "waiting", "s")).containsExactly(
                SmsMessageState.ACCEPTED, SmsMessageState.UNKNOWN, SmsMessageState.CANCELLED, SmsMessageState.CANCELLED);
        assertThat(find("other").message().destination()).isEqualTo("11900000000");
        assertThat(statuses()).singleElement().satisfies(delivery -> assertThat(delivery.status().destination()).isNull());
        assertThat(await(store.operations().erase(NUMBER))).isZero();
    }

    @Test
    void erase_messageInFlight_isNotSentAgain() {
        intake(message("a"));
        SmsLease lease = lease();
        SmsClaimed.Request request = claim(lease, 10);
        await(store.operations().erase(NUMBER));

        await(record(request, throttled(of(request, "a"))));

        assertThat(state("a")).containsExactly(SmsMessageState.CANCELLED);
        assertThat(await(store.operations().resend(ACCOUNT, List.of("a")))).singleElement()
                .matches(operated -> !operated.isChanged());
    }

    @Test
    void store_erasedMessageAgain_isADuplicate() {
        acceptedMessage("a");
        await(store.operations().erase(NUMBER));

        assertThat(await(store.intake().store(ACCOUNT, List.of(message("a"))))).first()
                .isInstanceOf(SmsIntake.Duplicate.class);
    }

    @Test
    void retainText_off_dropsTextAndNumberOfWhatNeedsNothingMore() {
        store.close();
        store = newStore(false);
        acceptedMessage("a");
        unknownMessage("u");
        intake(message("c"));
        await(store.operations().cancel(ACCOUNT, List.of("c"), "x"));

        assertThat(find("a").message().messageText()).isNull();
        assertThat(find("a").message().destination()).isNull();
        assertThat(find("a").toString()).doesNotContain("4321");
        assertThat(find("u").message().messageText()).isNotNull();
        assertThat(find("c").message().messageText()).isNotNull();
        assertThat(await(store.intake().store(ACCOUNT, List.of(message("a"))))).first()
                .isInstanceOf(SmsIntake.Duplicate.class);
        assertThat(
                await(
                        store.intake().store(
                                ACCOUNT,
                                List.of(new SmsNewMessage(text("a").withMessageText("Another"), SmsOffer.AT_ONCE)))))
                .first().isInstanceOf(SmsIntake.Conflict.class);
    }

    @Test
    void claim_manyTimes_neverClaimsAMessageTwice() {
        await(store.intake().store(ACCOUNT, messages("m", 300)));
        SmsLease lease = lease();
        List<CompletionStage<SmsClaimed>> claims = new ArrayList<>();
        for (int i = 1; i <= 60; i++) {
            claims.add(store.sending().claim(Samples.claim(lease, i, 7)));
        }

        Set<String> seen = new TreeSet<>();
        for (CompletionStage<SmsClaimed> claim : claims) {
            for (String id : ids(await(claim))) {
                assertThat(seen.add(id)).as(id).isTrue();
            }
        }

        assertThat(seen).hasSize(300);
    }

    // What the tests have in common

    private void intake(SmsNewMessage... messages) {
        assertThat(await(store.intake().store(ACCOUNT, List.of(messages)))).allMatch(SmsIntake.Stored.class::isInstance);
    }

    private Instant storedAt(String correlationId) {
        intake(message(correlationId));
        return find(correlationId).storedAt();
    }

    private SmsLease lease() {
        return granted("node-1").lease();
    }

    private SmsLease takeOver() {
        advance(LEASE.plus(A_MOMENT));
        return granted("node-2").lease();
    }

    private SmsLeaseResult.Granted granted(String node) {
        return (SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, node));
    }

    private SmsClaimed claim(SmsClaim claim) {
        return await(store.sending().claim(claim));
    }

    private SmsClaimed.Request claim(SmsLease lease, int batchSize) {
        return claim(Samples.claim(lease, ++lastRequest, batchSize)).requests().get(0);
    }

    private CompletionStage<List<SmsStoredMessage>> record(SmsClaimed.Request request, SmsMessageOutcome... outcomes) {
        return record(request, RECONCILED, outcomes);
    }

    private CompletionStage<List<SmsStoredMessage>> record(
            SmsClaimed.Request request, SmsWhenUnknown whenUnknown, SmsMessageOutcome... outcomes) {
        return store.sending().record(request.id(), List.of(outcomes), whenUnknown);
    }

    private static SmsStoredMessage of(SmsClaimed.Request request, String correlationId) {
        return request.messages().stream().filter(message -> message.correlationId().equals(correlationId)).findFirst()
                .orElseThrow();
    }

    private SmsStoredMessage find(String correlationId) {
        return await(store.operations().find(ACCOUNT, List.of(correlationId))).get(0);
    }

    private List<SmsMessageState> state(String... correlationIds) {
        return List.of(correlationIds).stream().map(this::find).map(SmsStoredMessage::state).toList();
    }

    /** Under an epoch of its own: leases that the test has are stale afterwards. */
    private SmsStoredMessage sent(
            String correlationId, SmsWhenUnknown whenUnknown, Function<SmsStoredMessage, SmsMessageOutcome> outcome) {
        intake(new SmsNewMessage(text(correlationId), null, Map.of("kept", "header of " + correlationId), SmsOffer.AT_ONCE));
        SmsClaimed.Request request = claim(lease(), 1);
        assertThat(request.messages()).extracting(SmsStoredMessage::correlationId).containsExactly(correlationId);
        return await(record(request, whenUnknown, outcome.apply(request.messages().get(0)))).get(0);
    }

    private SmsStoredMessage acceptedMessage(String correlationId) {
        return sent(correlationId, RECONCILED, Samples::accepted);
    }

    private SmsStoredMessage unknownMessage(String correlationId) {
        return sent(correlationId, RECONCILED, Samples::unknown);
    }

    private void unknownNotReconciled(String correlationId) {
        sent(correlationId, NOT_RECONCILED, Samples::unknown);
    }

    private List<SmsResultDelivery> results() {
        return await(store.results().claim(ACCOUNT, 100, Duration.ofMinutes(1)));
    }

    private void acknowledgeAll() {
        await(store.results().acknowledge(results().stream().map(SmsResultDelivery::key).toList()));
    }

    private long ask(SmsLease lease) {
        return await(store.statuses().ask(lease, Duration.ofSeconds(40))).orElseThrow();
    }

    private long received() {
        long block = ask(lease());
        await(store.statuses().receive(block, new byte[] { 1 }));
        return block;
    }

    private List<SmsStatusDelivery> statuses() {
        return await(store.statuses().claim(ACCOUNT, 10, Duration.ofMinutes(1)));
    }

    private void acknowledgeStatuses(List<SmsStatusDelivery> deliveries) {
        assertThat(await(store.statuses().acknowledge(deliveries.stream().map(SmsStatusDelivery::key).toList())))
                .isEqualTo(deliveries.size());
    }
}
