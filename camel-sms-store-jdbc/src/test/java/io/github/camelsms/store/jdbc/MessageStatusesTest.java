package io.github.camelsms.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsStatusBlock;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStatusGap;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.Visibility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.NUMBER;
import static io.github.camelsms.store.jdbc.Samples.RECONCILED;
import static io.github.camelsms.store.jdbc.Samples.SENT;
import static io.github.camelsms.store.jdbc.Samples.accepted;
import static io.github.camelsms.store.jdbc.Samples.ids;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static io.github.camelsms.store.jdbc.Samples.rejected;
import static io.github.camelsms.store.jdbc.Samples.status;
import static io.github.camelsms.store.jdbc.Samples.throttled;
import static io.github.camelsms.store.jdbc.Samples.unknown;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for delivery statuses, on each message store.
 */
@ParameterizedClass
@EnumSource(StoreUnderTest.class)
class MessageStatusesTest extends MessageStoreContract {

    /** In seconds. */
    private static final int A_DAY = 86_400;

    @Test
    void read_block_updatesMessagesAndOffersItsStatuses() {
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
        assertThat(deliveries).extracting(SmsStatusDelivery::isStored).containsExactly(true, false);
        assertThat(await(store.statuses().unread(ACCOUNT))).isEmpty();
    }

    /** The response to an earlier poll arrives later, from a node that was disconnected meanwhile. */
    @Test
    void read_sentAfterAFinalStatus_isOfferedAndKeepsTheFinalStatus() {
        acceptedMessage("a");
        long late = ask(lease());
        await(store.statuses().read(received(), List.of(status("a", SmsDeliveryStatus.DELIVERED))));
        acknowledgeStatuses(statuses());

        await(store.statuses().receive(late, new byte[] { 1 }));
        await(store.statuses().read(late, List.of(status("a", SmsDeliveryStatus.SENT))));

        assertThat(find("a").deliveryStatus()).isEqualTo(SmsDeliveryStatus.DELIVERED);
        assertThat(statuses()).extracting(SmsStatusDelivery::status).containsExactly(status("a", SmsDeliveryStatus.SENT));
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
    void unread_receivedBlock_returnsItByteForByte() {
        byte[] body = "{\"sent_status\":[\u0000ção]}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        long block = ask(lease());
        await(store.statuses().receive(block, body));

        assertThat(await(store.statuses().unread(ACCOUNT))).singleElement().satisfies(unread -> {
            assertThat(unread.id()).isEqualTo(block);
            assertThat(unread.body()).isEqualTo(body);
        });
    }

    @Test
    void refuse_block_isKeptForManualReview() {
        long block = received();

        assertThat(await(store.statuses().markUnreadable(block, "no list of statuses"))).isTrue();

        assertThat(await(store.statuses().unread(ACCOUNT))).isEmpty();
        assertThat(await(store.statuses().read(block, List.of(status("a", SmsDeliveryStatus.SENT))))).isEmpty();
        assertThat(statuses()).isEmpty();
    }

    @Test
    void claimStatuses_block_goesToOneConsumerUntilAcknowledged() {
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
    void claimStatuses_statusesOfOtherMessagesWithTheSameId_haveNoHeadersOfIt() {
        intake(new SmsNewMessage(Samples.text("a"), null, Map.of("orderId", "4711"), SmsOffer.AT_ONCE));
        SmsClaimed.Request request = claim(lease(), 10);

        await(
                store.statuses().read(
                        received(), List.of(sent("a", request, -A_DAY), to("a", "21900000000"), sent("a", request, 1))));

        assertThat(statuses()).extracting(delivery -> delivery.headers().get("orderId")).containsExactly(null, null, "4711");
    }

    @Test
    void claimStatuses_clockWasADayAheadWhenTheMessageWasStored_haveItsHeaders() {
        intake(new SmsNewMessage(Samples.text("a"), null, Map.of("orderId", "4711"), SmsOffer.AT_ONCE));
        advance(Duration.ofSeconds(-A_DAY));
        SmsClaimed.Request request = claim(lease(), 10);

        await(store.statuses().read(received(), List.of(sent("a", request, 1))));

        assertThat(statuses()).extracting(delivery -> delivery.headers().get("orderId")).containsExactly("4711");
    }

    @Test
    void claimStatuses_clockIsSetBack_returnsStatusesThatWereClaimedBefore() {
        await(store.statuses().read(received(), List.of(status("a", SmsDeliveryStatus.SENT))));
        assertThat(statuses()).hasSize(1);

        advance(Duration.ofHours(-3));

        assertThat(statuses()).singleElement().matches(delivery -> delivery.delivery() == 2);
        assertThat(statuses()).as("hidden as usual").isEmpty();
    }

    @Test
    void claimStatuses_clockIsSetBackALittle_returnsThemAfterTheLongestTime() {
        await(store.statuses().read(received(), List.of(status("a", SmsDeliveryStatus.SENT))));
        await(store.statuses().release(List.of(statuses().get(0).key().block()), Duration.ofDays(1)));
        advance(Visibility.MAX_HIDDEN_TIME);
        assertThat(statuses()).as("hidden for a limited time").hasSize(1);

        advance(Duration.ofMinutes(-8));

        assertThat(statuses()).isEmpty();
        advance(Visibility.MAX_HIDDEN_TIME);
        assertThat(statuses()).hasSize(1);
    }

    @Test
    void gaps_clockIsSetBackDuringAPoll_includeItUntilItsResponseArrives() {
        long block = ask(lease());
        advance(Duration.ofHours(-3));

        assertThat(await(store.statuses().gaps(ACCOUNT))).extracting(SmsStatusGap::id).containsExactly(block);

        assertThat(await(store.statuses().receive(block, new byte[] { 1 }))).isTrue();
        assertThat(await(store.statuses().gaps(ACCOUNT))).isEmpty();
    }

    @Test
    void claimStatuses_severalBlocks_areCompleteAndInOrder() {
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

    /** Concurrent acknowledgments of the last statuses of a block leave it behind. */
    @Test
    void claimStatuses_emptyBlockFirst_returnsTheNextBlock() {
        await(store.statuses().read(received(), List.of(status("a", SmsDeliveryStatus.SENT))));
        advance(A_MOMENT);
        removeStatuses();
        await(store.statuses().read(received(), List.of(status("b", SmsDeliveryStatus.SENT))));

        assertThat(await(store.statuses().claim(ACCOUNT, 1, LEASE)))
                .extracting(delivery -> delivery.status().correlationId()).containsExactly("b");
    }

    private void removeStatuses() {
        if (store instanceof JdbcMessageStore database) {
            await(database.opened().database().write(transaction -> transaction.update("DELETE FROM sms_status")));
        } else {
            acknowledgeStatuses(statuses());
        }
    }

    @Test
    void ask_staleEpoch_isRefused() {
        SmsLease stale = lease();
        lease();

        assertThat(await(store.statuses().announce(stale.account(), stale, LEASE))).isEmpty();
    }

    @Test
    void gaps_lostAndAbandonedBlocks_areGapsUntilDropped() {
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
        assertThat(await(store.statuses().drop(lost))).isTrue();
        assertThat(await(store.statuses().gaps(ACCOUNT))).extracting(SmsStatusGap::id).containsExactly(forgotten);
    }

    /** A node fills a gap while another one stores its response after all. */
    @Test
    void drop_gapWhoseResponseHasArrived_keepsTheResponse() {
        long block = gap();
        await(store.statuses().receive(block, new byte[] { 1 }));

        assertThat(await(store.statuses().drop(block))).isFalse();
        assertThat(await(store.statuses().unread(ACCOUNT))).extracting(SmsStatusBlock::id).containsExactly(block);
    }

    @Test
    void receive_afterTheBlockWasLost_isStored() {
        long block = ask(lease());
        await(store.statuses().lose(block, "timeout"));

        assertThat(await(store.statuses().receive(block, new byte[] { 1 }))).isTrue();
        assertThat(await(store.statuses().gaps(ACCOUNT))).isEmpty();
    }

    /** As after a commit whose confirmation was lost. */
    @Test
    void receiveLate_blockIsGone_isStoredAsAnother() {
        byte[] body = "[]".getBytes(StandardCharsets.UTF_8);
        long gone = ask(lease());
        await(store.statuses().drop(gone));
        assertThat(await(store.statuses().receive(gone, body))).isFalse();
        takeOver();

        long block = await(store.statuses().receiveLate(ACCOUNT, body));

        assertThat(await(store.statuses().unread(ACCOUNT))).singleElement().satisfies(unread -> {
            assertThat(unread.id()).isEqualTo(block).isNotEqualTo(gone);
            assertThat(unread.body()).isEqualTo(body);
        });
        await(store.statuses().read(block, List.of(status("a", SmsDeliveryStatus.SENT))));
        assertThat(statuses()).hasSize(1);
        assertThat(await(store.statuses().gaps(ACCOUNT))).isEmpty();
    }

    @Test
    void receive_sameBodyTwice_isStored() {
        long block = ask(lease());
        await(store.statuses().receive(block, new byte[] { 1 }));

        assertThat(await(store.statuses().receive(block, new byte[] { 1 }))).isTrue();
        assertThat(await(store.statuses().receive(block, new byte[] { 2 }))).isFalse();
        assertThat(await(store.statuses().unread(ACCOUNT))).singleElement()
                .satisfies(unread -> assertThat(unread.body()).containsExactly(1));
    }

    @Test
    void read_gap_omitsKnownStatuses() {
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
    void readPart_block_offersItsStatusesAndLeavesAGap() {
        unknownMessage("a");
        long block = ask(lease());
        byte[] body = { 1, 2 };
        await(store.statuses().receive(block, body));

        List<SmsStoredMessage> settled = await(
                store.statuses().readPart(block, List.of(status("a", SmsDeliveryStatus.DELIVERED)), "the end is missing"));

        assertThat(settled).singleElement().matches(message -> message.state() == SmsMessageState.ACCEPTED);
        assertThat(statuses()).extracting(SmsStatusDelivery::status).containsExactly(status("a", SmsDeliveryStatus.DELIVERED));
        assertThat(await(store.statuses().unread(ACCOUNT))).isEmpty();
        SmsStatusGap gap = await(store.statuses().gaps(ACCOUNT)).get(0);
        assertThat(gap.reason()).isEqualTo("the end is missing");
        assertThat(gap.body()).isEqualTo(body);
        assertThat(await(store.statuses().drop(gap.id()))).isTrue();
        assertThat(await(store.statuses().gaps(ACCOUNT))).isEmpty();
    }

    @Test
    void readPart_twice_changesNothing() {
        long block = received();
        await(store.statuses().readPart(block, List.of(status("a", SmsDeliveryStatus.SENT)), "cut"));

        await(store.statuses().readPart(block, List.of(status("a", SmsDeliveryStatus.SENT)), "cut"));

        assertThat(statuses()).hasSize(1);
        assertThat(await(store.statuses().gaps(ACCOUNT))).hasSize(1);
    }

    /** A gap may have been filled between the response and this call. */
    @Test
    void readPart_knownStatuses_areNotOfferedAgain() {
        acceptedMessage("a");
        long block = received();
        await(store.statuses().read(gap(), List.of(status("a", SmsDeliveryStatus.DELIVERED))));
        acknowledgeStatuses(statuses());

        await(store.statuses().readPart(block, List.of(status("a", SmsDeliveryStatus.DELIVERED)), "cut"));

        advance(Duration.ofMinutes(2));
        assertThat(statuses()).isEmpty();
        assertThat(await(store.statuses().gaps(ACCOUNT))).hasSize(1);
    }

    @Test
    void readPart_largeResponse_leavesAGapWithoutIt() {
        long block = ask(lease());
        await(store.statuses().receive(block, new byte[SmsStatusGap.MAX_BODY_BYTES + 1]));

        await(store.statuses().readPart(block, List.of(status("a", SmsDeliveryStatus.SENT)), "cut"));

        assertThat(await(store.statuses().gaps(ACCOUNT))).singleElement().matches(gap -> gap.body() == null);
    }

    @Test
    void learn_statusOfAnUnknownMessage_settlesItAndOffersTheOutcome() {
        unknownMessage("a");

        List<SmsStoredMessage> settled = await(
                store.statuses().recordEvidence(ACCOUNT, List.of(status("a", SmsDeliveryStatus.NOT_DELIVERED))));

        assertThat(settled).singleElement().matches(message -> message.state() == SmsMessageState.ACCEPTED);
        assertThat(find("a").deliveryStatus()).isEqualTo(SmsDeliveryStatus.NOT_DELIVERED);
        assertThat(results()).hasSize(1);
        assertThat(statuses()).isEmpty();
    }

    @Test
    void learn_deliveryOfARejectedMessage_returnsItOnceAndKeepsItsState() {
        intake(message("a"));
        SmsClaimed.Request request = claim(lease(), 10);
        await(store.sending().record(request.id(), List.of(rejected(request.messages().get(0))), RECONCILED));

        assertThat(await(store.statuses().recordEvidence(ACCOUNT, List.of(status("a", SmsDeliveryStatus.BLACKLIST)))))
                .isEmpty();
        assertThat(await(store.statuses().recordEvidence(ACCOUNT, List.of(status("a", SmsDeliveryStatus.DELIVERED)))))
                .singleElement().matches(message -> message.state() == SmsMessageState.REJECTED);
        assertThat(await(store.statuses().recordEvidence(ACCOUNT, List.of(status("a", SmsDeliveryStatus.DELIVERED)))))
                .isEmpty();
        assertThat(find("a").deliveryStatus()).isEqualTo(SmsDeliveryStatus.DELIVERED);
    }

    @Test
    void read_gapWithAStatusKnownAsEvidenceOnly_offersIt() {
        unknownMessage("a");
        await(store.statuses().recordEvidence(ACCOUNT, List.of(status("a", SmsDeliveryStatus.DELIVERED))));

        await(store.statuses().read(gap(), List.of(status("a", SmsDeliveryStatus.DELIVERED))));
        assertThat(statuses()).hasSize(1);

        await(store.statuses().recordEvidence(ACCOUNT, List.of(status("a", SmsDeliveryStatus.DELIVERED))));
        long later = gap();
        await(store.statuses().read(later, List.of(status("a", SmsDeliveryStatus.DELIVERED))));
        assertThat(statuses()).as("delivered before").noneMatch(delivery -> delivery.key().block() == later);
    }

    @Test
    void learn_statusOfAMessageNeverSent_isIgnored() {
        intake(message("a"));

        assertThat(await(store.statuses().recordEvidence(ACCOUNT, List.of(status("a", SmsDeliveryStatus.SENT))))).isEmpty();
        assertThat(state("a")).containsExactly(SmsMessageState.WAITING);
        assertThat(find("a").deliveryStatus()).isNull();
    }

    @Test
    void read_statusWithUnusualCharacters_isOffered() {
        SmsStatus strange = new SmsStatus("a\u0000b", "\u0000", null, SmsDeliveryStatus.OTHER, "N\u0000W");

        await(store.statuses().read(received(),
                List.of(strange, new SmsStatus(null, null, null, SmsDeliveryStatus.OTHER, null))));

        assertThat(statuses()).hasSize(2);
    }

    @Test
    void learn_statusBeforeALostResponse_settlesTheMessage() {
        intake(message("a"), message("b"), message("c"));
        SmsClaimed.Request request = claim(lease(), 10);
        await(
                store.statuses().recordEvidence(
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
    void record_acceptedAfterAStatusSettledIt_addsTheMessageId() {
        SmsStoredMessage lost = unknownMessage("a");
        await(store.statuses().recordEvidence(ACCOUNT, List.of(status("a", SmsDeliveryStatus.SENT))));

        List<SmsStoredMessage> recorded = await(
                store.sending().record(new SmsRequestId(ACCOUNT, 1, lastRequest), List.of(accepted(lost)), RECONCILED));

        assertThat(recorded).singleElement().satisfies(message -> {
            assertThat(message.smsId()).isEqualTo("sms-a");
            assertThat(message.revision()).isEqualTo(2);
        });
        assertThat(find("a").smsId()).isEqualTo("sms-a");
    }

    @Test
    void learn_statusOfAMessageWaitingAgain_preventsResending() {
        intake(message("a"));
        SmsLease lease = lease();
        SmsClaimed.Request request = claim(lease, 10);
        await(record(request, throttled(of(request, "a"))));

        await(store.statuses().recordEvidence(ACCOUNT, List.of(status("a", SmsDeliveryStatus.SENT))));

        assertThat(state("a")).containsExactly(SmsMessageState.ACCEPTED);
        assertThat(ids(claim(Samples.claim(lease, 80, 10)))).isEmpty();
    }

    @Test
    void learn_statusOfTheRejectedAttemptOfAResentMessage_doesNotSettleIt() {
        rejectedAndResent("a");
        assertThat(find("a")).satisfies(resent -> {
            assertThat(resent.code()).isNull();
            assertThat(resent.reason()).isNull();
            assertThat(resent.attempts()).isZero();
        });

        await(store.statuses().recordEvidence(ACCOUNT, List.of(status("a", SmsDeliveryStatus.INVALID_MESSAGE_FORMAT))));

        assertThat(ids(claim(Samples.claim(lease(), 80, 10)))).containsExactly("a");
    }

    @Test
    void learn_statusOfTheRejectedAttemptDuringTheSecond_doesNotSettleTheMessage() {
        rejectedAndResent("a", "b");
        SmsClaimed.Request second = claim(lease(), 10);
        List<SmsStatus> ofFirst = List.of(sent("a", second, -200), sent("b", second, -200));
        await(store.statuses().recordEvidence(ACCOUNT, ofFirst));

        await(record(second, throttledNow(of(second, "a")), unknown(of(second, "b"))));

        assertThat(state("a", "b")).containsExactly(SmsMessageState.WAITING, SmsMessageState.UNKNOWN);
        await(store.statuses().recordEvidence(ACCOUNT, ofFirst));
        assertThat(state("a", "b")).containsExactly(SmsMessageState.WAITING, SmsMessageState.UNKNOWN);
        await(store.statuses().recordEvidence(ACCOUNT, List.of(sent("a", second, -2), sent("b", second, 2))));
        assertThat(state("a", "b")).as("status of the second attempt").containsOnly(SmsMessageState.ACCEPTED);
    }

    @Test
    void learn_statusThatCanBeOfTheSecondAttempt_settlesTheMessage() {
        rejectedAndResent("a");
        SmsClaimed.Request second = claim(lease(), 10);
        await(store.statuses().recordEvidence(ACCOUNT,
                List.of(new SmsStatus("a", NUMBER, null, SmsDeliveryStatus.SENT, "SENT"))));

        await(record(second, unknown(of(second, "a"))));

        assertThat(state("a")).containsExactly(SmsMessageState.ACCEPTED);
    }

    /** A message with this id was sent without the store, or removed from it. */
    @Test
    void learn_statusOfAnEarlierMessageWithTheSameId_isIgnored() {
        intake(message("a"), message("b"));
        SmsClaimed.Request request = claim(lease(), 10);
        List<SmsStatus> ofEarlier = List.of(sent("a", request, -A_DAY), sent("b", request, -A_DAY));
        await(store.statuses().recordEvidence(ACCOUNT, ofEarlier));

        await(record(request, throttled(of(request, "a")), unknown(of(request, "b"))));

        assertThat(state("a", "b")).containsExactly(SmsMessageState.WAITING, SmsMessageState.UNKNOWN);
        await(store.statuses().recordEvidence(ACCOUNT, ofEarlier));
        assertThat(state("a", "b")).containsExactly(SmsMessageState.WAITING, SmsMessageState.UNKNOWN);
        await(store.statuses().recordEvidence(ACCOUNT,
                List.of(sent("a", request, -A_DAY / 3), sent("b", request, -A_DAY / 3))));
        assertThat(state("a", "b")).as("dated in another time zone").containsOnly(SmsMessageState.ACCEPTED);
    }

    /** The service may date it wrongly, or it is of the rejected request or an earlier message. */
    @Test
    void learn_deliveryThatAnotherRequestCanExplain_parksTheMessage() {
        rejectedAndResent("a");
        SmsClaimed.Request second = claim(lease(), 10);
        await(record(second, unknown(of(second, "a"))));
        unknownMessage("b");
        unknownMessage("c");

        await(store.statuses().recordEvidence(
                ACCOUNT, List.of(
                        delivered("a", second, -3 * 3_600), delivered("b", second, -A_DAY),
                        delivered("c", second, -3 * 3_600))));

        assertThat(state("a", "b", "c"))
                .containsExactly(SmsMessageState.PARKED, SmsMessageState.PARKED, SmsMessageState.ACCEPTED);
        assertThat(find("a").reason()).contains("operation=settle");
        await(store.statuses().recordEvidence(ACCOUNT, List.of(delivered("a", second, 2))));
        assertThat(state("a")).as("a later status with the right date").containsExactly(SmsMessageState.ACCEPTED);
    }

    @Test
    void learn_statusOnThePastScheduledDate_settlesTheMessage() {
        Instant scheduled = storedAt("other").minusSeconds(A_DAY);
        intake(new SmsNewMessage(new SmsMessage("text", NUMBER, "a", scheduled), SmsOffer.AT_ONCE));
        SmsClaimed.Request request = claim(lease(), 10);
        await(record(request, unknown(of(request, "a"))));

        await(store.statuses().recordEvidence(ACCOUNT, List.of(sent("a", request, -A_DAY))));

        assertThat(state("a")).containsExactly(SmsMessageState.ACCEPTED);
    }

    @Test
    void learn_statusOfAnotherNumber_isIgnored() {
        unknownMessage("a");

        await(store.statuses().recordEvidence(ACCOUNT, List.of(to("a", "21900000000"))));

        assertThat(state("a")).containsExactly(SmsMessageState.UNKNOWN);
        assertThat(find("a").deliveryStatus()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "1187654321", "5511987654321", "+55 (11) 98765-4321", "005511987654321", "011 8765-4321", "87654321", "1198765****",
            "11987654321.0",
            "unknown", "0", "" })
    void learn_numberInAnotherFormat_settlesTheMessage(String number) {
        unknownMessage("a");

        await(store.statuses().recordEvidence(ACCOUNT, List.of(to("a", number))));

        assertThat(state("a")).containsExactly(SmsMessageState.ACCEPTED);
    }

    @Test
    void acknowledge_blockThatIsGone_removesNothingOfALaterBlock() {
        long first = received();
        await(store.statuses().read(first, List.of(status("a", SmsDeliveryStatus.SENT))));
        List<SmsStatusDelivery> delivered = statuses();
        acknowledgeStatuses(delivered);

        long second = received();
        await(store.statuses().read(second, List.of(status("b", SmsDeliveryStatus.SENT))));

        assertThat(await(store.statuses().acknowledge(delivered.stream().map(SmsStatusDelivery::key).toList()))).isZero();
        assertThat(second).isGreaterThan(first);
        assertThat(statuses()).hasSize(1);
    }

    private static SmsStatus to(String correlationId, String destination) {
        return new SmsStatus(correlationId, destination, SENT, SmsDeliveryStatus.SENT, "SENT");
    }

    /** Returns a status that was sent some seconds after a request. */
    private static SmsStatus sent(String correlationId, SmsClaimed.Request request, int seconds) {
        Instant sentAt = request.messages().get(0).sentAt();
        return new SmsStatus(correlationId, NUMBER, sentAt.plusSeconds(seconds), SmsDeliveryStatus.SENT, "SENT");
    }

    private static SmsStatus delivered(String correlationId, SmsClaimed.Request request, int seconds) {
        SmsStatus sent = sent(correlationId, request, seconds);
        return new SmsStatus(correlationId, NUMBER, sent.sentDate(), SmsDeliveryStatus.DELIVERED, "DELIVERED");
    }

    /** Sends messages, which are rejected, and resends them five minutes later. */
    private void rejectedAndResent(String... correlationIds) {
        intake(Stream.of(correlationIds).map(Samples::message).toArray(SmsNewMessage[]::new));
        SmsClaimed.Request first = claim(lease(), 10);
        await(record(
                first, first.messages().stream().map(message -> now(Samples.rejected(message), message))
                        .toArray(SmsMessageOutcome[]::new)));
        advance(Duration.ofMinutes(5));
        await(store.operations().resend(ACCOUNT, List.of(correlationIds)));
    }

    private static SmsMessageOutcome throttledNow(SmsStoredMessage message) {
        return now(throttled(message), message);
    }

    /** Returns an outcome of a request that was sent when its messages were claimed. */
    private static SmsMessageOutcome now(SmsMessageOutcome outcome, SmsStoredMessage message) {
        return new SmsMessageOutcome(
                outcome.messageId(), outcome.result().withSentAt(message.sentAt()), outcome.waitsAgain());
    }

    @Test
    void recover_messageWithAStatus_isAccepted() {
        intake(message("a"));
        claim(lease(), 10);
        await(store.statuses().recordEvidence(ACCOUNT, List.of(status("a", SmsDeliveryStatus.SENT))));
        SmsLease successor = takeOver();
        advance(Duration.ofMinutes(1));

        assertThat(await(store.sending().recover(successor, 1, RECONCILED)).messages()).singleElement()
                .matches(message -> message.state() == SmsMessageState.ACCEPTED);
    }
}
