package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;

import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.QueryExecutor;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.model.StatusLookUp;
import io.github.camelsms.model.StatusQuery;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.UnknownMessages;
import org.jspecify.annotations.Nullable;

/**
 * Reconciliation of one account on a store in memory, with a manual clock.
 */
public class ReconcilerFixture {

    public static final String ACCOUNT = "demo@sms.example.com";
    public static final ZoneId ZONE = ZoneId.of("America/Sao_Paulo");
    public static final Duration AT_MOST = Duration.ofHours(1);
    public static final ReconciliationSettings PARK = settings(true, false);
    public static final ReconciliationSettings RESEND = settings(true, true);
    public static final Duration INTERVAL = Duration.ofSeconds(1);
    protected static final StatusLookUp NO_RECORD = new StatusLookUp.NoRecord();

    protected final ManualClock clock = new ManualClock();
    protected final Recorded recorded = new Recorded();
    protected final MessageStore store = new InMemoryMessageStore(clock);
    boolean isBusy;

    /** Returns the listener of new nodes. */
    protected ReconciliationListener listener() {
        return recorded;
    }

    /** Listener that records what was decided. */
    protected static final class Recorded implements ReconciliationListener {

        public final List<SmsStoredMessage> settled = new ArrayList<>();
        public final List<SmsStoredMessage> parked = new ArrayList<>();
        public final List<SmsStoredMessage> resent = new ArrayList<>();
        public final List<SmsStoredMessage> expired = new ArrayList<>();
        final List<SmsStoredMessage> contradicted = new ArrayList<>();
        final List<String> failures = new ArrayList<>();
        int successes;

        @Override
        public void settled(List<SmsStoredMessage> messages) {
            settled.addAll(messages);
        }

        @Override
        public void parked(List<SmsStoredMessage> messages) {
            parked.addAll(messages);
        }

        @Override
        public void resent(List<SmsStoredMessage> messages) {
            resent.addAll(messages);
        }

        @Override
        public void expired(List<SmsStoredMessage> messages) {
            expired.addAll(messages);
        }

        @Override
        public void contradicted(SmsStoredMessage message) {
            contradicted.add(message);
        }

        @Override
        public void failed(String reason, Duration delay) {
            failures.add(reason);
        }

        @Override
        public void succeeded() {
            successes++;
        }
    }

    /** A process that owns the account or waits for it. */
    public final class Node {

        public final OwnedAccount stored;
        public final Reconciler reconciler;

        public Node(String name, Function<StatusQuery, StatusLookUp> service, Executor pool, MessageStore view) {
            this.stored = new OwnedAccount(view, ACCOUNT, ACCOUNT, name, clock, null);
            this.reconciler = new Reconciler(
                    stored, service, new QueryExecutor(ACCOUNT, pool), clock, () -> isBusy, listener());
            stored.start();
        }

        public Node(String name, Function<StatusQuery, StatusLookUp> service) {
            this(name, service, Runnable::run, store);
        }

        public SmsLease lease() {
            return Objects.requireNonNull(stored.lease());
        }
    }

    protected UnknownMessages messages() {
        return new UnknownMessages(store, ACCOUNT);
    }

    public static ReconciliationSettings settings(boolean isEnabled, boolean isResent) {
        return new ReconciliationSettings(isEnabled, UnknownMessages.LOOK_AFTER, AT_MOST, isResent, ZONE);
    }

    protected static StatusLookUp found(@Nullable String correlationId) {
        return new StatusLookUp.Found(
                List.of(new SmsStatus(correlationId, UnknownMessages.NUMBER, null, SmsDeliveryStatus.SENT, "SENT")));
    }

    protected static StatusLookUp failed(boolean isThrottled, @Nullable Duration retryAfter) {
        return new StatusLookUp.Failed("failed on purpose", isThrottled, retryAfter);
    }
}
