package io.github.camelsms.account;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.github.camelsms.dispatch.DispatchClock;
import io.github.camelsms.dispatch.LeaseKeeper;
import io.github.camelsms.dispatch.LeaseListener;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import org.jspecify.annotations.Nullable;

/**
 * An account in the message store: its name there, and a lease, which is kept while this process sends for the account,
 * or polls its statuses. Thread-safe.
 */
public final class AccountStore {

    private final MessageStore store;
    private final String name;
    private final String leaseName;
    private final LeaseKeeper keeper;
    private final List<LeaseListener> listeners = new CopyOnWriteArrayList<>();
    private SmsLeaseResult.@Nullable Granted granted;
    private boolean isStarted;
    private volatile Consumer<SmsHint> sender = hint -> {
    };
    private final @Nullable Nodes nodes;

    AccountStore(MessageStore store, String name, String node, DispatchClock clock) {
        this(store, name, name, node, clock, null);
    }

    /**
     * @param leaseName name of the lease
     * @param nodes     the nodes that share the store, or null if it belongs to this process
     */
    AccountStore(MessageStore store, String name, String leaseName, String node, DispatchClock clock,
                 @Nullable Nodes nodes) {
        this.leaseName = leaseName;
        this.nodes = nodes;
        this.store = store;
        this.name = name;
        this.keeper = new LeaseKeeper(
                store.leases(), leaseName, node, clock, new Changes(),
                () -> nodes == null || nodes.shouldAcquire(leaseName));
    }

    /** Passes changes of the lease on. */
    private final class Changes implements LeaseListener {

        @Override
        public void granted(SmsLeaseResult.Granted grant) {
            List<LeaseListener> present;
            synchronized (AccountStore.this) {
                granted = grant;
                present = List.copyOf(listeners);
            }
            present.forEach(listener -> listener.granted(grant));
        }

        @Override
        public void held(String owner) {
            listeners.forEach(listener -> listener.held(owner));
        }

        @Override
        public void resumed() {
            listeners.forEach(LeaseListener::resumed);
        }

        @Override
        public void lost(String reason) {
            synchronized (AccountStore.this) {
                granted = null;
            }
            listeners.forEach(listener -> listener.lost(reason));
        }

        @Override
        public CompletionStage<Boolean> handOver() {
            List<CompletableFuture<Boolean>> all
                    = listeners.stream().map(listener -> listener.handOver().toCompletableFuture()).toList();
            return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                    .thenApply(done -> all.stream().allMatch(CompletableFuture::join));
        }

        @Override
        public void released(String reason) {
            synchronized (AccountStore.this) {
                granted = null;
            }
            listeners.forEach(listener -> listener.released(reason));
        }
    }

    /** Begins to acquire the lease. Further calls have no effect. */
    void start() {
        synchronized (this) {
            if (isStarted) {
                return;
            }
            isStarted = true;
        }
        keeper.start();
        if (nodes != null) {
            nodes.add(this);
        }
    }

    /** Sets the receiver of hints about the account. */
    void onHint(Consumer<SmsHint> receiver) {
        sender = receiver;
    }

    /** Passes a hint of another node on. */
    void hinted(SmsHint hint) {
        sender.accept(hint);
    }

    /** Lets the account's owner search for messages at once, wherever it is. */
    public void wakeOwner() {
        sender.accept(SmsHint.WAITING);
        if (keeper.lease() == null) {
            store.hint(name, SmsHint.WAITING);
        }
    }

    /** Lets callers on all nodes learn of messages that were settled without a response: by statuses or operators. */
    public void messagesSettled() {
        sender.accept(SmsHint.SETTLED);
        store.hint(name, SmsHint.SETTLED);
    }

    /** Called when another node was seen to own the account. */
    void ownedBy(String other) {
        listeners.forEach(listener -> listener.held(other));
    }

    CompletionStage<Void> close() {
        if (nodes != null) {
            nodes.remove(this);
        }
        return keeper.close();
    }

    public MessageStore store() {
        return store;
    }

    /** Returns the name of the account in the store. */
    public String name() {
        return name;
    }

    String leaseName() {
        return leaseName;
    }

    /** Returns the keeper of the lease. */
    public LeaseKeeper keeper() {
        return keeper;
    }

    /** Returns the lease if this process holds it now, otherwise null. */
    public @Nullable SmsLease lease() {
        return keeper.lease();
    }

    /**
     * Adds a listener. If the lease is held, the listener is called with its grant at once.
     */
    public void listen(LeaseListener listener) {
        SmsLeaseResult.Granted present;
        synchronized (this) {
            listeners.add(listener);
            present = granted;
        }
        if (present != null) {
            listener.granted(present);
        }
    }

    public void unlisten(LeaseListener listener) {
        listeners.remove(listener);
    }
}
