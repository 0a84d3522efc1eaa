package io.github.camelsms.policy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import io.github.camelsms.FailingStore;
import io.github.camelsms.SmsVerdict;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OptOutPolicyTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String OPTED_OUT = "11987654321";
    private static final String OTHER = "21987650000";

    private final FailingStore store = new FailingStore(new InMemoryMessageStore(() -> NOW));
    private final OptOutPolicy policy = new OptOutPolicy();

    @BeforeEach
    void optOut() {
        policy.setMessageStore(store);
        await(store.optOuts().add(List.of(OPTED_OUT), "asked by phone"));
    }

    @Test
    void checkAll_eachSpelling_isRejectedWithItsCode() {
        List<SmsVerdict> verdicts = policy.checkAll(messages(OTHER, OPTED_OUT, "1187654321", OPTED_OUT, OTHER), NOW);

        assertThat(verdicts).extracting(OptOutPolicyTest::code)
                .containsExactly("allowed", "OPTED_OUT", "OPTED_OUT", "OPTED_OUT", "allowed");
        assertThat(verdicts.toString()).doesNotContain("4321");
        assertThat(code(policy.check(SmsMessage.of("text", OPTED_OUT), NOW))).isEqualTo("OPTED_OUT");
    }

    @Test
    void checkAll_moreMessagesThanACallOfTheStore_answersForEach() {
        List<String> numbers = new ArrayList<>(
                IntStream.range(0, 2_500).mapToObj(i -> "219" + (60_000_000 + i)).toList());
        numbers.add(2_222, OPTED_OUT);

        List<SmsVerdict> verdicts = policy.checkAll(messages(numbers.toArray(String[]::new)), NOW);

        assertThat(verdicts).hasSize(2_501);
        assertThat(Collections.frequency(verdicts.stream().map(OptOutPolicyTest::code).toList(), "OPTED_OUT")).isEqualTo(1);
        assertThat(code(verdicts.get(2_222))).isEqualTo("OPTED_OUT");
    }

    @Test
    void check_numberWasRemoved_isAllowedAgain() {
        await(store.optOuts().remove(List.of("1187654321")));

        assertThat(code(policy.check(SmsMessage.of("text", OPTED_OUT), NOW))).isEqualTo("allowed");
    }

    /** The component then sends nothing. */
    @Test
    void check_storeFails_fails() {
        store.failsOptOuts = true;

        assertThatThrownBy(() -> policy.checkAll(messages(OTHER), NOW)).isInstanceOf(SmsStoreException.class);
    }

    @Test
    void check_noStore_fails() {
        OptOutPolicy withoutStore = new OptOutPolicy();

        assertThat(withoutStore.requiresMessageStore()).isTrue();
        assertThat(policy.requiresMessageStore()).isFalse();
        assertThatThrownBy(() -> withoutStore.check(SmsMessage.of("text", OTHER), NOW)).hasMessageContaining("message store");
    }

    private static List<SmsMessage> messages(String... numbers) {
        return List.of(numbers).stream().map(number -> SmsMessage.of("text", number)).toList();
    }

    private static String code(SmsVerdict verdict) {
        return verdict instanceof SmsVerdict.Reject reject ? reject.code() : "allowed";
    }
}
