package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsMessageFilter;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsMessagePage;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.accepted;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static io.github.camelsms.store.jdbc.Samples.notSent;
import static io.github.camelsms.store.jdbc.Samples.rejected;
import static io.github.camelsms.store.jdbc.Samples.status;
import static io.github.camelsms.store.jdbc.Samples.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests that messages are found by the time of their outcome, on each message store.
 */
@ParameterizedClass
@EnumSource(StoreUnderTest.class)
class FoundMessagesTest extends MessageStoreContract {

    private static final Duration DAY = Duration.ofDays(1);

    @Test
    void find_messagesOfTwoDays_returnsThoseWhoseOutcomeIsInTheTime() {
        Instant first = acceptedMessage("first").finishedAt();
        advance(DAY);
        Instant second = acceptedMessage("second").finishedAt();
        unknownMessage("unknown");
        intake(message("waiting"));

        assertThat(found(SmsMessageFilter.all(first, first.plusMillis(1)), 10)).containsExactly("first");
        assertThat(found(SmsMessageFilter.all(first.plusMillis(1), second), 10)).isEmpty();
        assertThat(found(SmsMessageFilter.all(first.plusMillis(1), second.plus(DAY)), 10)).containsExactly("second", "unknown");
    }

    @Test
    void find_morePagesThanOne_returnsEachMessageOnceInTheOrderOfOutcomes() {
        Instant start = storedAt("start");
        await(store.intake().store(ACCOUNT, messages("m", 25)));
        List<String> order = new ArrayList<>();
        for (int batch : List.of(7, 1, 10, 8)) {
            SmsClaimed.Request request = claim(lease(), batch);
            await(record(request, request.messages().stream().map(Samples::accepted).toArray(SmsMessageOutcome[]::new)));
            request.messages().forEach(message -> order.add(message.correlationId()));
            advance(A_MOMENT);
        }

        for (int max : List.of(1, 3, 1_000)) {
            assertThat(found(SmsMessageFilter.all(start, start.plus(DAY)), max)).isEqualTo(order);
        }
    }

    @Test
    void find_notReached_returnsAllThatWereCertainlyOrProbablyNotReached() {
        Instant start = storedAt("waiting");
        intake(message("accepted"), message("delivered"), message("blacklisted"), message("rejected"), message("not sent"),
                message("unknown"), message("parked"), message("sent"));
        await(store.operations().cancel(ACCOUNT, List.of("waiting"), "test"));
        SmsClaimed.Request request = claim(lease(), 8);
        await(record(request, accepted(of(request, "accepted")), accepted(of(request, "delivered")),
                accepted(of(request, "blacklisted")), rejected(of(request, "rejected")), notSent(of(request, "not sent")),
                unknown(of(request, "unknown")), unknown(of(request, "parked")), accepted(of(request, "sent"))));
        await(store.reconciliation().park(lease(), List.of(find("parked").named()), "test"));
        await(store.statuses().read(received(), List.of(
                status("delivered", SmsDeliveryStatus.DELIVERED), status("blacklisted", SmsDeliveryStatus.BLACKLIST),
                status("sent", SmsDeliveryStatus.SENT))));

        assertThat(found(SmsMessageFilter.notReached(start, start.plus(DAY)), 2))
                .containsExactlyInAnyOrder("waiting", "blacklisted", "rejected", "not sent", "unknown", "parked");
        assertThat(found(new SmsMessageFilter(
                start, start.plus(DAY), Set.of(SmsMessageState.PARKED), Set.of(SmsDeliveryStatus.DELIVERED)), 2))
                .containsExactlyInAnyOrder("delivered", "parked");
        await(store.operations().settle(ACCOUNT, List.of("parked"), SmsOutcome.ACCEPTED, "seen"));
        assertThat(found(SmsMessageFilter.notReached(start, start.plus(DAY)), 10)).doesNotContain("parked");
    }

    @Test
    void find_manyMessagesThatDoNotMatch_returnsAPageWithoutMessagesThatIsNotTheLast() {
        Instant start = acceptedMessage("a").finishedAt();
        acceptedMessage("b");

        SmsMessagePage page = await(store.operations().find(
                ACCOUNT, SmsMessageFilter.notReached(start, start.plus(DAY)), null, 1));

        assertThat(page.messages()).isEmpty();
        if (underTest != StoreUnderTest.MEMORY) {
            assertThat(page.next()).isNotNull();
        }
    }

    @Test
    void find_messagesOfAnotherAccount_returnsNone() {
        Instant start = acceptedMessage("a").finishedAt();

        assertThat(await(store.operations().find("other", SmsMessageFilter.all(start, start.plus(DAY)), null, 10)).messages())
                .isEmpty();
    }

    @Test
    void filter_stateWithoutOutcome_isRejected() {
        assertThatThrownBy(
                () -> new SmsMessageFilter(Instant.EPOCH, Instant.MAX, Set.of(SmsMessageState.WAITING), Set.of()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("no outcome yet");
    }

    /** Reads all pages. */
    private List<String> found(SmsMessageFilter filter, int max) {
        List<String> found = new ArrayList<>();
        SmsMessagePage.Key after = null;
        do {
            SmsMessagePage page = await(store.operations().find(ACCOUNT, filter, after, max));
            assertThat(page.messages()).hasSizeLessThanOrEqualTo(max);
            page.messages().stream().map(SmsStoredMessage::correlationId).forEach(found::add);
            after = page.next();
        } while (after != null);
        return found;
    }
}
