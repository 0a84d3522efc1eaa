package io.github.camelsms.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.MessageChanges;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStatusBlock;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.NUMBER;
import static io.github.camelsms.store.jdbc.Samples.RECONCILED;
import static io.github.camelsms.store.jdbc.Samples.SENT;
import static io.github.camelsms.store.jdbc.Samples.accepted;
import static io.github.camelsms.store.jdbc.Samples.ids;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static io.github.camelsms.store.jdbc.Samples.notSent;
import static io.github.camelsms.store.jdbc.Samples.status;
import static io.github.camelsms.store.jdbc.Samples.text;
import static io.github.camelsms.store.jdbc.Samples.throttled;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for operations, on each message store.
 */
@ParameterizedClass
@EnumSource(StoreUnderTest.class)
class MessageOperationsTest extends MessageStoreContract {

    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    @Test
    void count_eachState_isIncluded() {
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
    void oldestWaiting_severalMessages_returnsTheLongestWaitOfOneThatCouldBeSent() {
        assertThat(await(store.operations().oldestWaiting(ACCOUNT))).isZero();
        Instant start = storedAt("sent");
        intake(new SmsNewMessage(text("due"), start.plus(Duration.ofMinutes(60)), Map.of(), SmsOffer.NEVER));
        intake(new SmsNewMessage(text("later"), start.plus(Duration.ofDays(300)), Map.of(), SmsOffer.NEVER));
        claim(lease(), 10);
        assertWaits(Duration.ZERO);

        advance(Duration.ofMinutes(80));
        assertWaits(Duration.ofMinutes(20));

        intake(message("high", 9));
        intake(message("low", 0));
        advance(Duration.ofMinutes(5));
        assertWaits(Duration.ofMinutes(25));

        assertThat(ids(claim(Samples.claim(lease(), 1, 2)))).containsExactly("high", "due");
        assertWaits(Duration.ofMinutes(5));
    }

    @Test
    void oldestWaiting_messageWasResent_doesNotCountItsFirstWait() {
        intake(message("a"));
        await(store.operations().cancel(ACCOUNT, List.of("a"), "x"));
        advance(Duration.ofHours(1));
        await(store.operations().resend(ACCOUNT, List.of("a")));

        assertWaits(Duration.ZERO);
    }

    /** It is sent before the others. */
    @Test
    void oldestWaiting_messageBeforeTheBacklogWasResent_returnsTheWaitOfTheBacklog() {
        intake(message("a"));
        await(store.operations().cancel(ACCOUNT, List.of("a"), "x"));
        intake(message("b"));
        advance(Duration.ofHours(1));
        await(store.operations().resend(ACCOUNT, List.of("a")));

        assertWaits(Duration.ofHours(1));
    }

    /** Allows for a database whose clock continues. */
    private void assertWaits(Duration duration) {
        assertThat(await(store.operations().oldestWaiting(ACCOUNT))).isBetween(duration, duration.plusMinutes(4));
    }

    @Test
    void cancel_waitingMessage_becomesNotSentAndOffersTheOutcome() {
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
    void resend_cancelledMessage_waitsWithoutItsPreviousResult() {
        intake(new SmsNewMessage(text("a").withTimeToLive(Duration.ofSeconds(1)), SmsOffer.AT_ONCE));
        await(store.operations().cancel(ACCOUNT, List.of("a"), "x"));
        advance(Duration.ofMinutes(1));

        assertThat(await(store.operations().resend(ACCOUNT, List.of("a")))).singleElement()
                .matches(operated -> operated.isChanged() && operated.state() == SmsMessageState.WAITING);

        assertThat(results()).isEmpty();
        assertThat(ids(claim(Samples.claim(lease(), 1, 10)))).containsExactly("a");
    }

    @Test
    void resend_messageBeforeItsDueTime_isScheduledAgain() {
        Instant dueAt = storedAt("first").plus(Duration.ofHours(10));
        intake(new SmsNewMessage(text("a"), dueAt, Map.of(), SmsOffer.AT_ONCE));
        await(store.operations().cancel(ACCOUNT, List.of("first", "a"), "x"));

        assertThat(await(store.operations().resend(ACCOUNT, List.of("a")))).singleElement()
                .matches(operated -> operated.isChanged() && operated.state() == SmsMessageState.SCHEDULED);

        assertThat(results()).extracting(result -> result.message().correlationId()).containsExactly("first");
        assertThat(ids(claim(Samples.claim(lease(), 1, 10)))).isEmpty();
        advance(Duration.ofHours(11));
        assertThat(ids(claim(Samples.claim(lease(), 2, 10)))).containsExactly("a");
    }

    @Test
    void giveUp_waitingMessages_endsThoseWithATimeToLive() {
        intake(new SmsNewMessage(text("a").withTimeToLive(Duration.ofHours(1)), SmsOffer.AFTER_CALLER), message("b"));

        assertThat(await(store.operations().giveUp(ACCOUNT, List.of("a", "b"), "its caller has left")))
                .extracting(operated -> operated.correlationId() + " " + operated.state() + " " + operated.isChanged())
                .containsExactlyInAnyOrder("a NOT_SENT true", "b WAITING false");

        assertThat(await(store.operations().find(ACCOUNT, List.of("a", "b")))).extracting(SmsStoredMessage::offer)
                .containsExactlyInAnyOrder(SmsOffer.AFTER_CALLER, SmsOffer.AT_ONCE);
        assertThat(ids(claim(Samples.claim(lease(), 1, 10)))).containsExactly("b");
    }

    @Test
    void resubmit_notSentMessage_waitsOnce() {
        SmsStoredMessage notSent = sent("a", RECONCILED, Samples::notSent);

        assertThat(await(store.operations().resubmit(ACCOUNT, "a", notSent.revision(), A_MINUTE))).isTrue();
        assertThat(state("a")).containsExactly(SmsMessageState.WAITING);
        assertThat(await(store.operations().resubmit(ACCOUNT, "a", notSent.revision(), A_MINUTE))).isFalse();
    }

    @Test
    void resubmit_notSentMessage_expiresWithItsNewCaller() {
        intake(new SmsNewMessage(text("a").withTimeToLive(A_MINUTE), SmsOffer.AT_ONCE));
        SmsClaimed.Request request = claim(lease(), 1);
        SmsStoredMessage notSent = await(record(request, Samples.notSent(of(request, "a")))).get(0);

        assertThat(await(store.operations().resubmit(ACCOUNT, "a", notSent.revision(), A_MINUTE))).isTrue();
        advance(Duration.ofHours(1));

        SmsClaimed claimed = claim(Samples.claim(lease(), 80, 10));
        assertThat(ids(claimed)).isEmpty();
        assertThat(claimed.expired()).extracting(SmsStoredMessage::correlationId).containsExactly("a");
        assertThat(state("a")).containsExactly(SmsMessageState.NOT_SENT);
    }

    @Test
    void resubmit_callerThatWaitsForever_neverExpires() {
        SmsStoredMessage notSent = sent("a", RECONCILED, Samples::notSent);

        await(store.operations().resubmit(ACCOUNT, "a", notSent.revision(), Duration.ofSeconds(Long.MAX_VALUE)));

        assertThat(find("a").expiresAt()).isNull();
    }

    @Test
    void resubmit_messageWithALaterOutcome_isRefused() {
        SmsStoredMessage notSent = sent("a", RECONCILED, Samples::notSent);
        await(store.operations().resubmit(ACCOUNT, "a", notSent.revision(), A_MINUTE));
        SmsStoredMessage again = sentAgain(Samples::notSent);

        assertThat(await(store.operations().resubmit(ACCOUNT, "a", notSent.revision(), A_MINUTE))).isFalse();
        assertThat(await(store.operations().resubmit(ACCOUNT, "a", again.revision(), A_MINUTE))).isTrue();
        SmsStoredMessage rejected = sentAgain(Samples::rejected);
        assertThat(await(store.operations().resubmit(ACCOUNT, "a", rejected.revision(), A_MINUTE))).isFalse();
        assertThat(await(store.operations().resubmit(ACCOUNT, "unknown", 1, A_MINUTE))).isFalse();
    }

    private SmsStoredMessage sentAgain(Function<SmsStoredMessage, SmsMessageOutcome> outcome) {
        SmsClaimed.Request request = claim(lease(), 1);
        return await(record(request, outcome.apply(request.messages().get(0)))).get(0);
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
    void settle_unknownMessage_hasTheGivenOutcome() {
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
    void settle_rejectedAndALaterStatus_isAccepted() {
        unknownMessage("a");
        sent("r", RECONCILED, Samples::rejected);
        await(store.operations().settle(ACCOUNT, List.of("a"), SmsOutcome.REJECTED, "the provider says so"));

        List<SmsStoredMessage> settled = await(
                store.statuses().recordEvidence(
                        ACCOUNT, List.of(status("a", SmsDeliveryStatus.SENT), status("r", SmsDeliveryStatus.SENT))));

        assertThat(settled).extracting(SmsStoredMessage::correlationId).as("settled, and contradicted").containsExactly("a",
                "r");
        assertThat(state("a", "r")).as("rejected by an operator and by the service")
                .containsExactly(SmsMessageState.ACCEPTED, SmsMessageState.REJECTED);
    }

    @Test
    void purge_oldFinishedMessages_removesThemInChunks() {
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

    /** A caller on another node finds the outcome of its message within seconds. */
    @Test
    void purge_shortestRetention_keepsMessagesForAMinute() {
        store.close();
        store = underTest.open(folder, true, A_MINUTE);
        acceptedMessage("a");
        acknowledgeAll();
        advance(Duration.ofMinutes(1));
        assertThat(await(store.operations().purge(10))).isZero();

        advance(A_MOMENT);

        assertThat(await(store.operations().purge(10))).isEqualTo(1);
    }

    @Test
    void purge_manyUnacknowledgedResultsFirst_removesEverythingRemovableEventually() {
        await(store.intake().store(ACCOUNT, messages("m", 60)));
        SmsClaimed.Request request = claim(lease(), 60);
        await(record(request, request.messages().stream().map(Samples::accepted).toArray(SmsMessageOutcome[]::new)));
        List<SmsResultDelivery> open = results();
        List<SmsResultDelivery> last = open.stream().filter(result -> result.message().correlationId().matches("m5[5-9]"))
                .toList();
        await(store.results().acknowledge(last.stream().map(SmsResultDelivery::key).toList()));
        advance(Duration.ofDays(31));

        assertThat(purgeRepeatedly()).isEqualTo(5);
        acknowledgeAll();
        assertThat(purgeRepeatedly()).isEqualTo(55);
    }

    private int purgeRepeatedly() {
        int removed = 0;
        for (int call = 0; call < 60; call++) {
            removed += await(store.operations().purge(2));
        }
        return removed;
    }

    @Test
    void erase_numberInAResponseThatWasNotRead_leavesAGap() {
        SmsLease lease = lease();
        long other = ask(lease);
        await(store.statuses().receive(other, "[{\"destination\":\"11900000000\"}]".getBytes(StandardCharsets.UTF_8)));
        long block = ask(lease);
        await(store.statuses().receive(block, ("[{\"destination\":\"" + NUMBER + "\"}]").getBytes(StandardCharsets.UTF_8)));

        await(store.operations().erase(NUMBER));

        assertThat(await(store.statuses().unread(ACCOUNT))).extracting(SmsStatusBlock::id).containsExactly(other);
        assertThat(await(store.statuses().gaps(ACCOUNT))).singleElement().satisfies(gap -> {
            assertThat(gap.id()).isEqualTo(block);
            assertThat(gap.reason()).contains("erased");
        });
    }

    @Test
    void erase_numberInTheResponseOfAGap_removesTheResponse() {
        long block = ask(lease());
        await(store.statuses().receive(block, ("[{\"destination\":\"" + NUMBER + "\"},").getBytes(StandardCharsets.UTF_8)));
        await(store.statuses().readPart(block, List.of(), "cut"));

        await(store.operations().erase(NUMBER));

        assertThat(await(store.statuses().gaps(ACCOUNT))).singleElement().satisfies(gap -> {
            assertThat(gap.reason()).isEqualTo("cut");
            assertThat(gap.body()).isNull();
        });
    }

    @Test
    void erase_number_removesItFromAllTables() {
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

    /** File and line show which row failed, and are no personal data. */
    @Test
    void erase_messageOfAFile_keepsItsOrigin() {
        SmsOrigin origin = new SmsOrigin("a.csv", 7);
        intake(new SmsNewMessage(text("m").withOrigin(origin), SmsOffer.AT_ONCE));

        await(store.operations().erase(NUMBER));

        assertThat(find("m").message()).extracting(SmsMessage::destination, SmsMessage::origin).containsExactly(null, origin);
    }

    @Test
    void resend_messageOfAFile_keepsItsOriginInRequestAndResult() {
        SmsOrigin origin = new SmsOrigin("a.csv", 7);
        intake(new SmsNewMessage(text("m").withOrigin(origin), SmsOffer.AT_ONCE));
        SmsClaimed.Request first = claim(lease(), 1);
        await(record(first, notSent(first.messages().get(0))));

        await(store.operations().resend(ACCOUNT, List.of("m")));
        SmsClaimed.Request second = claim(lease(), 1);
        await(record(second, accepted(second.messages().get(0))));

        assertThat(second.messages()).extracting(message -> message.message().origin()).containsExactly(origin);
        assertThat(results()).extracting(delivery -> delivery.message().result().origin()).containsExactly(origin);
    }

    @Test
    void erase_numberFormattedByTheService_removesItFromStatusesAndUnreadableResponses() {
        String formatted = "+55 (11) 98765-4321";
        SmsStatus given = status("a", SmsDeliveryStatus.SENT);
        await(store.statuses().read(
                received(), List.of(
                        new SmsStatus("a", formatted, given.sentDate(), given.status(), given.rawStatus()),
                        new SmsStatus("b", "5511900004321", given.sentDate(), given.status(), given.rawStatus()))));

        assertThat(await(store.operations().erase(NUMBER))).isZero();

        assertThat(statuses()).extracting(delivery -> delivery.status().destination())
                .containsExactly(null, "5511900004321");
        assertThat(MessageChanges.hasNumber("{\"x\":[\"a\",\"" + formatted + "\",\"1\"]", NUMBER)).isTrue();
    }

    @Test
    void erase_messageInFlight_isNotResent() {
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
    void retainText_disabled_removesTextAndNumberOfFinishedMessages() {
        store.close();
        store = underTest.open(folder, false);
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
    void claim_repeatedly_neverClaimsAMessageTwice() {
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
}
