package io.github.camelsms.engine.stored;

import java.time.Duration;

import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An engine whose message store fails for longer than its requests may last, while it knows their outcomes.
 */
class StoreOutageTest {

    private static final Duration OUTAGE = Duration.ofMinutes(2);
    private static final Duration SEARCH = Duration.ofMinutes(5);
    private static final Duration RETRIES = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final StoreView view = new StoreView(new InMemoryMessageStore(clock));
    private final StoredFixture node = new StoredFixture(clock, view.store(), "first", created -> {
    });

    @AfterEach
    void noInternalErrors() {
        assertThat(node.errors).isEmpty();
    }

    @Test
    void outage_outlastsLeaseAndRequest_callerGetsTheOutcomeThatTheEngineKnows() {
        StoredSink sink = node.submit("m1", StoredFixture.untilOutcome());
        view.failing = method -> true;
        node.service.acceptAll();
        clock.advance(OUTAGE);
        assertThat(node.keeper.lease()).isNull();

        view.failing = method -> false;
        clock.advance(RETRIES);

        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void search_outcomeIsNotRecordedYet_leavesTheMessage() {
        clock.advance(SEARCH.minus(OUTAGE));
        StoredSink sink = node.submit("m1", StoredFixture.untilOutcome());
        view.failing = "record"::equals;
        node.service.acceptAll();

        clock.advance(OUTAGE.plus(RETRIES));
        assertThat(node.state("m1")).isEqualTo(SmsMessageState.SENDING);
        view.failing = method -> false;
        clock.advance(RETRIES);

        assertThat(sink.results.only().outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void outage_attemptsToStore_areNotOutcomes() {
        view.failing = method -> true;
        for (int second = 0; second < OUTAGE.toSeconds(); second++) {
            StoredSink refused = node.submit("m1", StoredFixture.untilOutcome());
            clock.advance(Duration.ofSeconds(1));
            assertThat(refused.results.only().outcome()).isIn(SmsOutcome.NOT_SENT, SmsOutcome.UNKNOWN);
        }

        assertThat(node.reported).isEmpty();
        assertThat(node.storeEvents).hasSizeGreaterThan(100).containsOnly("failed");
    }

    @Test
    void outage_ends_isReportedOnceWithoutNewMessages() {
        view.failing = method -> true;
        clock.advance(OUTAGE);
        assertThat(node.storeEvents).isNotEmpty().containsOnly("failed");
        node.storeEvents.clear();

        view.failing = method -> false;
        clock.advance(Duration.ofSeconds(5));
        assertThat(node.storeEvents).isEmpty();
        clock.advance(OUTAGE);

        assertThat(node.storeEvents).containsExactly("recovered");
    }

    @Test
    void fullDisk_onlyWritesFail_neverRecoversInBetween() {
        view.failing = method -> false;
        view.refusing = (method, arguments) -> {
            boolean hasNew = method.equals("store")
                    || arguments.length > 0 && arguments[0] instanceof SmsClaim claim && !claim.fresh().isEmpty();
            return hasNew ? new SmsStoreException("the disk is full", false, null) : null;
        };
        for (int attempt = 0; attempt < 20; attempt++) {
            node.submit("m1", StoredFixture.untilStored());
            clock.advance(Duration.ofSeconds(5));
        }

        assertThat(node.storeEvents).hasSize(20).containsOnly("failed");
        assertThat(node.reported).isEmpty();
    }
}
