package io.github.camelsms.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import io.github.camelsms.SmsVerdict;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsWhenUnknown;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static org.assertj.core.api.Assertions.assertThat;

class FrequencyCapPolicyTest {

    private static final String NUMBER = "11987654321";
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    private final FrequencyCapPolicy policy = new FrequencyCapPolicy();

    private static SmsMessage message(String id) {
        return new SmsMessage("text", NUMBER, id, null);
    }

    private List<Boolean> allowed(Instant now, SmsMessage... messages) {
        return policy.checkAll(List.of(messages), now).stream().map(SmsVerdict.Allow.class::isInstance).toList();
    }

    private List<Boolean> send(Instant now, SmsMessage... messages) {
        List<Boolean> allowed = allowed(now, messages);
        policy.onAllowed(
                Stream.of(messages).filter(message -> allowed.get(List.of(messages).indexOf(message))).toList(), now);
        return allowed;
    }

    @Test
    void checkAll_sameBatch_counts() {
        policy.setMax(2);

        assertThat(allowed(NOW, message("a"), message("b"), message("c"), message("d").withDestination("11900000000")))
                .containsExactly(true, true, false, true);
        assertThat(policy.check(message("e"), NOW)).as("a check has no effect").isEqualTo(SmsVerdict.allow());
    }

    @Test
    void checkAll_inMemory_periodSlides() {
        policy.setPeriod(HOUR);
        assertThat(send(NOW, message("a"))).containsExactly(true);

        assertThat(send(NOW.plus(HOUR).minusMillis(1), message("b"))).containsExactly(false);
        assertThat(send(NOW.plus(HOUR), message("b"))).containsExactly(true);
    }

    @Test
    void checkAll_requestIsRetried_isNotCountedTwice() {
        SmsMessage withoutId = new SmsMessage("text", NUMBER, null, null);
        assertThat(send(NOW, withoutId)).containsExactly(true);
        assertThat(send(NOW, withoutId)).containsExactly(true);

        assertThat(send(NOW, new SmsMessage("text", NUMBER, null, null))).containsExactly(false);
    }

    @Test
    void checkAll_segments_countAsOneMessage() {
        assertThat(send(NOW, message("a-1of3"), message("a-2of3"), message("b"))).containsExactly(true, true, false);
        assertThat(send(NOW, message("a-3of3"))).containsExactly(true);
    }

    @Test
    void checkAll_highPriority_passesAndCounts() {
        policy.setPassPriority(9);
        assertThat(send(NOW, message("a"), message("b").withPriority(9))).containsExactly(true, true);
        assertThat(send(NOW, message("c"))).containsExactly(false);
    }

    @Test
    void checkAll_withStore_countsWhatItHasSentOrHasInFlight() {
        MessageStore store = new InMemoryMessageStore(() -> NOW);
        policy.setMessageStore(store);
        policy.setMax(2);
        SmsClaimed.Request first = claim(store, "one", "a", "b");
        assertThat(allowed(NOW, message("a"), message("b"))).containsExactly(true, true);
        assertThat(allowed(NOW, message("c"))).as("two are in flight").containsExactly(false);
        await(store.sending().record(
                first.id(),
                List.of(
                        new SmsMessageOutcome(
                                first.messages().get(0).id(), SmsSendResult.accepted(5, "x", "a").withSentAt(NOW), false),
                        new SmsMessageOutcome(
                                first.messages().get(1).id(), SmsSendResult.rejected(-5, "no", "b").withSentAt(NOW), false)),
                new SmsWhenUnknown(HOUR, false)));

        claim(store, "two", "c", "d");

        assertThat(allowed(NOW, message("c"), message("d"))).containsExactly(true, false);
    }

    private static SmsClaimed.Request claim(MessageStore store, String account, String... ids) {
        await(store.intake().store(
                account, Stream.of(ids).map(id -> new SmsNewMessage(message(id), SmsOffer.NEVER)).toList()));
        var lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(account, "node"))).lease();
        return await(store.sending().claim(new SmsClaim(lease, 1, 1, 10, HOUR))).requests().get(0);
    }
}
