package io.github.camelsms.policy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.camelsms.SmsPolicy;
import io.github.camelsms.SmsVerdict;
import io.github.camelsms.engine.SendVerdict;
import io.github.camelsms.model.SmsMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PolicyChainTest {

    private static final Instant NOW = Instant.EPOCH;

    private final List<String> asked = new ArrayList<>();
    private final List<String> allowed = new ArrayList<>();

    private final SmsPolicy counting = new SmsPolicy() {

        @Override
        public SmsVerdict check(SmsMessage message, Instant now) {
            asked.add(String.valueOf(message.messageText()));
            return SmsVerdict.allowUntil(now.plusSeconds(10));
        }

        @Override
        public void onAllowed(List<SmsMessage> messages, Instant now) {
            messages.forEach(message -> allowed.add(String.valueOf(message.messageText())));
        }
    };

    private static List<SmsMessage> messages(String... texts) {
        return List.of(texts).stream().map(text -> SmsMessage.of(text, "11987654321")).toList();
    }

    private static SmsPolicy failingOn(String text) {
        return (message, now) -> {
            if (text.equals(message.messageText())) {
                throw new AssertionError("planned");
            }
            return SmsVerdict.allow();
        };
    }

    @Test
    void check_firstRejects_othersAreNotAskedAboutIt() {
        SmsPolicy first = (message, now) -> "a".equals(message.messageText())
                ? SmsVerdict.reject("OPTED_OUT", null) : SmsVerdict.allowUntil(now.plusSeconds(5));

        List<SendVerdict> verdicts = new PolicyChain(List.of(first, counting)).check(messages("a", "b"), NOW);

        assertThat(verdicts).containsExactly(new SendVerdict.Rejected("OPTED_OUT"),
                new SendVerdict.Allowed(NOW.plusSeconds(5)));
        assertThat(asked).containsExactly("b");
        assertThat(allowed).containsExactly("b");
    }

    @Test
    void verdicts_dryRun_countsNothing() {
        assertThat(new PolicyChain(List.of(counting)).verdicts(messages("a"), NOW))
                .containsExactly(new SendVerdict.Allowed(NOW.plusSeconds(10)));
        assertThat(allowed).isEmpty();
    }

    @Test
    void check_failsOnOneMessage_othersHaveTheirVerdicts() {
        List<SendVerdict> verdicts = new PolicyChain(List.of(failingOn("b"), counting)).check(messages("a", "b", "c"), NOW);

        assertThat(verdicts.get(1)).isInstanceOfSatisfying(
                SendVerdict.Failed.class,
                failed -> assertThat(failed.reason()).isEqualTo("the policy PolicyChainTest failed (AssertionError)"));
        assertThat(allowed).containsExactly("a", "c");
    }

    @Test
    void check_alwaysFails_isAskedAboutFewMessages() {
        int[] calls = new int[1];
        SmsPolicy broken = (message, now) -> {
            calls[0]++;
            throw new IllegalStateException("planned");
        };
        List<SmsMessage> many = IntStream.range(0, 200).mapToObj(i -> SmsMessage.of("m" + i, "11987654321")).toList();

        List<SendVerdict> verdicts = new PolicyChain(List.of(broken)).check(many, NOW);

        assertThat(verdicts).hasSize(200).allMatch(SendVerdict.Failed.class::isInstance);
        assertThat(calls[0]).isLessThan(10);
    }

    @Test
    void check_wrongNumberOfVerdicts_fails() {
        SmsPolicy broken = new SmsPolicy() {

            @Override
            public SmsVerdict check(SmsMessage message, Instant now) {
                return SmsVerdict.allow();
            }

            @Override
            public List<SmsVerdict> checkAll(List<SmsMessage> messages, Instant now) {
                return List.of();
            }
        };
        assertThat(new PolicyChain(List.of(broken)).check(messages("a"), NOW)).singleElement()
                .isInstanceOf(SendVerdict.Failed.class);
    }

    @Test
    void check_countingFails_nothingIsAllowed() {
        SmsPolicy broken = new SmsPolicy() {

            @Override
            public SmsVerdict check(SmsMessage message, Instant now) {
                return SmsVerdict.allow();
            }

            @Override
            public void onAllowed(List<SmsMessage> messages, Instant now) {
                throw new IllegalStateException("planned");
            }
        };
        assertThat(new PolicyChain(List.of(broken)).check(messages("a"), NOW)).singleElement()
                .isInstanceOf(SendVerdict.Failed.class);
    }
}
