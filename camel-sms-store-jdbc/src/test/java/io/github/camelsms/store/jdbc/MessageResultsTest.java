package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.NUMBER;
import static io.github.camelsms.store.jdbc.Samples.accepted;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static io.github.camelsms.store.jdbc.Samples.status;
import static io.github.camelsms.store.jdbc.Samples.text;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for results, on each message store.
 */
@ParameterizedClass
@EnumSource(StoreUnderTest.class)
class MessageResultsTest extends MessageStoreContract {

    @Test
    void claim_clockIsSetBack_returnsOutcomesThatWereClaimedOrOfferedBefore() {
        acceptedMessage("a");
        assertThat(results()).hasSize(1);
        acceptedMessage("b");

        advance(Duration.ofHours(-3));

        assertThat(results()).extracting(result -> result.message().correlationId()).containsExactlyInAnyOrder("a", "b");
        assertThat(results()).as("hidden as usual").isEmpty();
    }

    @Test
    void claimResults_outcome_isHiddenFromOthersUntilItsTimeout() {
        intake(new SmsNewMessage(text("a"), null, Map.of("reply", "q1"), SmsOffer.AT_ONCE));
        SmsClaimed.Request request = claim(lease(), 10);
        await(record(request, accepted(of(request, "a"))));

        List<SmsResultDelivery> first = results();
        assertThat(first).singleElement().satisfies(result -> {
            assertThat(result.message().result()).isEqualTo(accepted(of(request, "a")).result().about(Samples.NUMBER, null));
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

    /** A store can keep an outcome in memory until it is claimed. */
    @Test
    void claimResults_numberErasedAfterTheOutcome_returnsNoNumber() {
        intake(message("a"));
        SmsClaimed.Request request = claim(lease(), 10);
        await(record(request, accepted(of(request, "a"))));
        await(store.operations().erase(NUMBER));

        assertThat(results()).singleElement().satisfies(result -> {
            assertThat(result.message().result().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
            assertThat(result.message().message().destination()).isNull();
            assertThat(result.message().message().messageText()).isNull();
        });
    }

    @Test
    void claimResults_statusAfterTheOutcome_returnsIt() {
        intake(message("a"));
        SmsClaimed.Request request = claim(lease(), 10);
        await(record(request, accepted(of(request, "a"))));
        await(store.statuses().recordEvidence(ACCOUNT, List.of(status("a", SmsDeliveryStatus.DELIVERED))));

        assertThat(results()).singleElement()
                .matches(result -> result.message().deliveryStatus() == SmsDeliveryStatus.DELIVERED);
    }

    @Test
    void releaseResults_delay_areOfferedAfterIt() {
        unknownNotReconciled("a");
        SmsResultDelivery result = results().get(0);

        assertThat(await(store.results().release(List.of(result.key()), Duration.ofSeconds(5)))).isEqualTo(1);
        assertThat(results()).isEmpty();
        advance(Duration.ofSeconds(6));
        assertThat(results()).hasSize(1);
    }

    @Test
    void acknowledge_earlierOutcome_keepsTheLaterOne() {
        unknownNotReconciled("a");
        SmsResultDelivery early = results().get(0);
        assertThat(early.message().result().outcome()).isEqualTo(SmsOutcome.UNKNOWN);
        await(store.statuses().recordEvidence(ACCOUNT, List.of(status("a", SmsDeliveryStatus.DELIVERED))));

        assertThat(await(store.results().acknowledge(List.of(early.key())))).isZero();
        assertThat(results()).singleElement().satisfies(
                result -> assertThat(result.message().result().outcome()).isEqualTo(SmsOutcome.ACCEPTED));
    }

    /** Nobody could acknowledge the outcome, which is not offered any more. */
    @Test
    void unacknowledged_messageIsResent_doesNotCountItsEarlierOutcome() {
        intake(message("a"), message("b"));
        await(store.operations().cancel(ACCOUNT, List.of("a", "b"), "x"));

        await(store.operations().resend(ACCOUNT, List.of("a")));

        assertThat(await(store.operations().unacknowledged(ACCOUNT))).isEqualTo(1);
        assertThat(results()).extracting(result -> result.message().correlationId()).containsExactly("b");
    }

    @Test
    void unacknowledged_outcomes_countUntilTheyAreAcknowledged() {
        acceptedMessage("a");
        acceptedMessage("b");
        intake(message("waiting"));
        assertThat(await(store.operations().unacknowledged(ACCOUNT))).isEqualTo(2);
        assertThat(await(store.operations().unacknowledged("other@example"))).isZero();

        List<SmsResultDelivery> claimed = results();
        assertThat(await(store.operations().unacknowledged(ACCOUNT))).isEqualTo(2);

        await(store.results().acknowledge(List.of(claimed.get(0).key())));
        assertThat(await(store.operations().unacknowledged(ACCOUNT))).isEqualTo(1);
    }

    @Test
    void claimResults_awaitedOutcome_isReservedForItsCaller() {
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
    void claimResults_max_limitsTheResult() {
        await(store.intake().store(ACCOUNT, messages("m", 5)));
        SmsClaimed.Request request = claim(lease(), 10);
        await(record(request, request.messages().stream().map(Samples::accepted).toArray(SmsMessageOutcome[]::new)));

        assertThat(await(store.results().claim(ACCOUNT, 3, LEASE))).hasSize(3);
        assertThat(await(store.results().claim(ACCOUNT, 3, LEASE))).hasSize(2);
        assertThat(await(store.results().claim("other", 3, LEASE))).isEmpty();
    }
}
