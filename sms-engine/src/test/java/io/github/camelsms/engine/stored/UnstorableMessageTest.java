package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.MemoryEngineFixture;
import io.github.camelsms.engine.MessageSource;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests with a message that the store cannot store, together with others that it can.
 */
class UnstorableMessageTest {

    private static final SmsStoreException OF_A_MESSAGE = new SmsStoreException("locked", false, true, null);

    private final ManualClock clock = new ManualClock();
    private final StoreView view = new StoreView(new InMemoryMessageStore(clock));
    private final StoredFixture owner = new StoredFixture(clock, view.store(), "owner", created -> {
    });
    private final List<Integer> claimed = new ArrayList<>();

    @AfterEach
    void noInternalErrors() {
        assertThat(owner.errors).isEmpty();
    }

    @Test
    void store_oneOfManyMessages_failsAlone() {
        StoredFixture other = owner.newProcess("other");
        view.refusing = UnstorableMessageTest::refusal;
        StoredSink all = new StoredSink();
        other.engine.submit(source(100), StoredFixture.untilStored(), all);

        assertThat(all.stored).hasSize(99).doesNotContain("bad");
        assertThat(all.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(owner.state("m42")).isEqualTo(SmsMessageState.WAITING);
    }

    @Test
    void claim_oneOfManyNewMessages_failsAlone() {
        view.refusing = UnstorableMessageTest::refusal;
        StoredSink all = new StoredSink();
        owner.engine.submit(source(100), StoredFixture.untilStored(), all);
        clock.advance(Duration.ofSeconds(5));

        assertThat(all.stored).hasSize(99).doesNotContain("bad");
        assertThat(all.results.only().outcome()).isEqualTo(SmsOutcome.NOT_SENT);
        assertThat(owner.ids(0)).hasSize(99);
    }

    @Test
    void claim_newMessageFailed_storesNewMessagesSeparatelyForAMinute() {
        view.refusing = UnstorableMessageTest::refusal;
        watchClaims();
        owner.submit("bad", StoredFixture.untilStored());
        clock.advance(Duration.ofSeconds(1));
        assertThat(claimed).containsExactly(1);
        claimed.clear();
        for (int second = 0; second < 50; second++) {
            assertThat(owner.submit("bad", StoredFixture.untilStored()).results.only().outcome())
                    .isEqualTo(SmsOutcome.NOT_SENT);
            StoredSink stored = owner.submit("m" + second, StoredFixture.untilStored());
            clock.advance(Duration.ofSeconds(1));
            assertThat(stored.stored).hasSize(1);
        }
        assertThat(claimed).isEmpty();

        clock.advance(Duration.ofMinutes(1));
        while (owner.service.inFlight() > 0) {
            owner.service.acceptAll();
            clock.advance(Duration.ofSeconds(2));
        }
        owner.submit("later", StoredFixture.untilStored());

        assertThat(claimed).containsExactly(1);
    }

    @Test
    void store_failureOfAllMessages_isNotRepeatedForEach() {
        StoredFixture other = owner.newProcess("other");
        view.refusing = (method, arguments) -> method.equals("store") ? new SmsStoreException("full", false, null) : null;
        List<String> calls = new ArrayList<>();
        view.watching = (method, arguments) -> calls.add(method);
        StoredSink all = new StoredSink();
        other.engine.submit(source(100), StoredFixture.untilStored(), all);

        assertThat(all.results.outcomes()).hasSize(100).containsOnly(SmsOutcome.NOT_SENT);
        assertThat(calls).containsOnlyOnce("store");
    }

    /** Counts the new messages of each claim that has some. */
    private void watchClaims() {
        view.watching = (method, arguments) -> {
            if (method.equals("claim") && arguments[0] instanceof SmsClaim claim && !claim.fresh().isEmpty()) {
                claimed.add(claim.fresh().size());
            }
        };
    }

    private static @Nullable SmsStoreException refusal(String method, Object[] arguments) {
        List<?> messages = switch (method) {
            case "store" -> (List<?>) arguments[1];
            case "claim" -> arguments[0] instanceof SmsClaim claim ? claim.fresh() : List.of();
            default -> List.of();
        };
        boolean isBad = messages.stream().anyMatch(each -> ((SmsNewMessage) each).correlationId().equals("bad"));
        return isBad ? OF_A_MESSAGE : null;
    }

    private static MessageSource source(int count) {
        Stream<String> ids = Stream.concat(Stream.of("bad"), IntStream.range(1, count).mapToObj(i -> "m" + i));
        return MemoryEngineFixture.source(
                ids.<CheckedMessage> map(id -> new CheckedMessage.Valid(MemoryEngineFixture.message(id))).iterator(), true);
    }
}
