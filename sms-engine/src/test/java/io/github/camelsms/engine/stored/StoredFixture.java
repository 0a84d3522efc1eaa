package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import io.github.camelsms.engine.EngineExecutors;
import io.github.camelsms.engine.EngineListener;
import io.github.camelsms.engine.EngineListeners;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.FakeService;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.MemoryEngineFixture;
import io.github.camelsms.engine.SendPolicy;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.ownership.LeaseKeeper;
import io.github.camelsms.ownership.LeaseListener;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsWhenUnknown;
import org.jspecify.annotations.Nullable;

/**
 * An engine with a message store and manual clock and service. {@link #newProcess()} starts a second process on the
 * same store.
 */
public final class StoredFixture {

    static final String ACCOUNT = "demo@service";
    static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);

    public final ManualClock clock;
    public final FakeService service;
    final MessageStore store;
    final List<Throwable> errors = new ArrayList<>();
    final List<SmsSendResult> reported = new ArrayList<>();
    final List<String> storeEvents = new ArrayList<>();
    final List<SmsStoredMessage> contradicted = new ArrayList<>();
    public final LeaseKeeper keeper;
    public final StoredEngine engine;

    public StoredFixture() {
        this(created -> {
        });
    }

    /**
     * @param beforeGrant called after the lease was granted and before the engine is notified
     */
    public StoredFixture(Consumer<StoredFixture> beforeGrant) {
        this(new ManualClock(), null, "first", beforeGrant);
    }

    public StoredFixture(ManualClock clock, MessageStore shared, String node, Consumer<StoredFixture> beforeGrant) {
        this(clock, shared, node, beforeGrant, null, Runnable::run);
    }

    /**
     * @param policy  decides about each message, or null
     * @param readers runs it
     */
    public StoredFixture(ManualClock clock, @Nullable MessageStore shared, String node,
                         Consumer<StoredFixture> beforeGrant, @Nullable SendPolicy policy, Executor readers) {
        this.clock = clock;
        this.service = new FakeService(clock);
        this.store = shared == null ? new InMemoryMessageStore(clock) : shared;
        StoredEngine[] created = new StoredEngine[1];
        this.keeper = new LeaseKeeper(store.leases(), ACCOUNT, node, clock.reliable(), new LeaseListener() {
            @Override
            public void granted(io.github.camelsms.store.SmsLeaseResult.Granted grant) {
                beforeGrant.accept(StoredFixture.this);
                created[0].granted(grant);
            }

            @Override
            public void lost(String reason) {
                created[0].lost(reason);
            }

            @Override
            public void resumed() {
                created[0].resumed();
            }

            @Override
            public void storeCalled(@Nullable SmsStoreException failure) {
                created[0].storeCalled(failure);
            }

            @Override
            public java.util.concurrent.CompletionStage<Boolean> handOver() {
                return created[0].handOver();
            }
        }, () -> true);
        EngineSettings settings = new EngineSettings(
                MemoryEngineFixture.SECOND, Pacing.adaptive, 200, 10_000, 4, false, Duration.ofSeconds(40).toNanos());
        engine = new StoredEngine(
                settings, new StoredSettings(REQUEST_TIMEOUT, new SmsWhenUnknown(Duration.ofSeconds(30), false)),
                store,
                ACCOUNT,
                keeper, service, policy, clock, new EngineExecutors(Runnable::run, readers, Runnable::run),
                EngineListeners.of(new EngineListener() {
                    @Override
                    public void internalError(Throwable error) {
                        errors.add(error);
                    }

                    @Override
                    public void messageCompleted(SmsSendResult result, long nanos) {
                        reported.add(result);
                    }

                    @Override
                    public void storeFailed(SmsStoreException failure) {
                        storeEvents.add("failed");
                    }

                    @Override
                    public void storeRecovered() {
                        storeEvents.add("recovered");
                    }

                    @Override
                    public void contradicted(List<SmsSendResult> response, List<SmsStoredMessage> messages) {
                        contradicted.addAll(messages);
                    }
                }));
        created[0] = engine;
        keeper.start();
    }

    /** Returns an engine of another process on the same store, with its own service. */
    StoredFixture newProcess(String node) {
        return new StoredFixture(clock, store, node, created -> {
        });
    }

    public static SubmitOptions untilOutcome() {
        return new SubmitOptions(Duration.ofMinutes(5));
    }

    static SubmitOptions untilStored() {
        return new SubmitOptions(Duration.ofMinutes(5), true, true, Map.of("JobId", "7"));
    }

    public StoredSink submit(String id, SubmitOptions options) {
        StoredSink sink = new StoredSink();
        engine.submit(MemoryEngineFixture.message(id), options, sink);
        return sink;
    }

    SmsStoredMessage find(String id) {
        List<SmsStoredMessage> found = MessageStore.await(store.operations().find(ACCOUNT, List.of(id)));
        return found.get(0);
    }

    public SmsMessageState state(String id) {
        return find(id).state();
    }

    List<String> ids(int request) {
        return service.requests.get(request).messages().stream().map(SmsMessage::correlationId).toList();
    }
}
