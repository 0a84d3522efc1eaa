package io.github.camelsms.account;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;

import io.github.camelsms.client.StatusLookUp;
import io.github.camelsms.client.StatusQuery;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.observe.ReconciliationLog;
import io.github.camelsms.observe.ReconciliationMonitor;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsLease;
import org.jspecify.annotations.Nullable;

/**
 * ReconciliationSettings of one account on a store in memory, with a manual clock.
 */
class ReconcilerFixture {

    static final String ACCOUNT = "demo@sms.example.com";
    static final ZoneId ZONE = ZoneId.of("America/Sao_Paulo");
    static final Duration AT_MOST = Duration.ofHours(1);
    static final ReconciliationSettings PARK = settings(true, false);
    static final ReconciliationSettings RESEND = settings(true, true);
    static final Duration INTERVAL = Duration.ofSeconds(1);
    static final StatusLookUp NO_RECORD = new StatusLookUp.NoRecord();

    final ManualClock clock = new ManualClock();
    final MessageStore store = new InMemoryMessageStore(clock);
    final ReconciliationMonitor monitor = new ReconciliationMonitor();
    boolean isBusy;

    /** A process that owns the account or waits for it. */
    final class Node {

        final OwnedAccount stored;
        final Reconciler reconciler;

        Node(String name, Function<StatusQuery, StatusLookUp> service, Executor pool, MessageStore view) {
            this.stored = new OwnedAccount(view, ACCOUNT, ACCOUNT, name, clock, null);
            this.reconciler = new Reconciler(
                    stored, service, new QueryExecutor(ACCOUNT, pool), clock, () -> isBusy,
                    new ReconciliationLog(ACCOUNT, monitor, clock::nanos));
            stored.start();
        }

        Node(String name, Function<StatusQuery, StatusLookUp> service) {
            this(name, service, Runnable::run, store);
        }

        SmsLease lease() {
            return Objects.requireNonNull(stored.lease());
        }
    }

    UnknownMessages messages() {
        return new UnknownMessages(store, ACCOUNT);
    }

    static ReconciliationSettings settings(boolean isEnabled, boolean isResent) {
        return new ReconciliationSettings(isEnabled, UnknownMessages.LOOK_AFTER, AT_MOST, isResent, ZONE);
    }

    static StatusLookUp found(@Nullable String correlationId) {
        return new StatusLookUp.Found(
                List.of(new SmsStatus(correlationId, UnknownMessages.NUMBER, null, SmsDeliveryStatus.SENT, "SENT")));
    }

    static StatusLookUp failed(boolean isThrottled, @Nullable Duration retryAfter) {
        return new StatusLookUp.Failed("failed on purpose", isThrottled, retryAfter);
    }
}
