package io.github.camelsms.ownership;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Account in the message store that this process owns or competes for: its name there, and its lease, which this
 * process acquires and renews while it sends for the account or polls its statuses. Thread-safe.
 */
public final class OwnedAccount {

    private final MessageStore store;
    private final String name;
    private final String leaseName;
    private final @Nullable Nodes nodes;
    private final LeaseKeeper keeper;
    private final List<LeaseListener> listeners = new CopyOnWriteArrayList<>();
    /** Completes when this node or another one is known to own the account. */
    private final CompletableFuture<Void> ownerFound = new CompletableFuture<>();
    /** Completes when this node owns the account, or is closed. */
    private CompletableFuture<Void> acquired = new CompletableFuture<>();
    private SmsLeaseResult.@Nullable Granted granted;
    private boolean isStarted;
    private boolean isClosed;
    private volatile Consumer<SmsHint> hintReceiver = hint -> {
    };

    /**
     * @param leaseName name of the lease
     * @param nodes     the nodes that share the store, or null if it belongs to this process
     */
    public OwnedAccount(MessageStore store, String name, String leaseName, String node, EngineClock clock,
                        @Nullable Nodes nodes) {
        this.leaseName = leaseName;
        this.nodes = nodes;
        this.store = store;
        this.name = name;
        this.keeper = new LeaseKeeper(
                store.leases(), leaseName, node, clock, new Changes(),
                () -> nodes == null || nodes.shouldAcquire(leaseName));
    }

    /** Forwards changes of the lease to all listeners. */
    private final class Changes implements LeaseListener {

        @Override
        public void granted(SmsLeaseResult.Granted grant) {
            List<LeaseListener> current;
            synchronized (OwnedAccount.this) {
                granted = grant;
                current = List.copyOf(listeners);
            }
            current.forEach(listener -> listener.granted(grant));
            endWaits();
        }

        @Override
        public void held(String owner) {
            listeners.forEach(listener -> listener.held(owner));
            ownerFound.complete(null);
        }

        @Override
        public void resumed() {
            listeners.forEach(LeaseListener::resumed);
        }

        @Override
        public void lost(String reason) {
            forget();
            listeners.forEach(listener -> listener.lost(reason));
        }

        @Override
        public void storeCalled(@Nullable SmsStoreException failure) {
            OwnedAccount.this.storeCalled(failure);
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
            forget();
            listeners.forEach(listener -> listener.released(reason));
        }

        private void forget() {
            synchronized (OwnedAccount.this) {
                granted = null;
                if (acquired.isDone() && !isClosed) {
                    acquired = new CompletableFuture<>();
                }
            }
        }
    }

    /** Begins to acquire the lease. Further calls have no effect. */
    public void start() {
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
    public void onHint(Consumer<SmsHint> receiver) {
        hintReceiver = receiver;
    }

    /** Forwards a hint of another node. */
    public void hinted(SmsHint hint) {
        hintReceiver.accept(hint);
    }

    /** Makes the account's owner, on this node or another, look for waiting messages immediately. */
    public void wakeOwner() {
        hintReceiver.accept(SmsHint.WAITING);
        if (keeper.lease() == null) {
            StoreCalls.hint(store, name, SmsHint.WAITING);
        }
    }

    /** Notifies callers on all nodes that statuses or an operator settled messages. */
    public void messagesSettled() {
        hintReceiver.accept(SmsHint.SETTLED);
        StoreCalls.hint(store, name, SmsHint.SETTLED);
    }

    /** Called when another node was seen to own the account. */
    void ownedBy(String other) {
        listeners.forEach(listener -> listener.held(other));
        ownerFound.complete(null);
    }

    public CompletionStage<Void> close() {
        synchronized (this) {
            isClosed = true;
        }
        endWaits();
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

    private void endWaits() {
        CompletableFuture<Void> current;
        synchronized (this) {
            current = acquired;
        }
        ownerFound.complete(null);
        current.complete(null);
    }

    /** Waits until this node or another one is known to own the account, for a time at most. */
    void awaitOwner(Duration timeout) {
        await(ownerFound, timeout);
    }

    /**
     * Waits until this node owns the account, for a time at most. Returns false if it will not, because the account is
     * closed.
     */
    boolean awaitLease(Duration timeout) {
        CompletableFuture<Void> current;
        synchronized (this) {
            current = acquired;
        }
        await(current, timeout);
        synchronized (this) {
            return !isClosed;
        }
    }

    private static void await(CompletableFuture<Void> future, Duration timeout) {
        StoreCalls.await(future.copy().completeOnTimeout(null, timeout.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** Returns whether another node owns the account, and was certainly alive at a time, in nanoseconds. */
    boolean isOwnerAlive(long since) {
        return nodes == null || nodes.isOwnerAlive(leaseName, since);
    }

    /** Returns the lease if this process holds it now, otherwise null. */
    public @Nullable SmsLease lease() {
        return keeper.lease();
    }

    /**
     * Adds a listener. If the lease is held, the listener is called with its grant immediately.
     */
    public void listen(LeaseListener listener) {
        SmsLeaseResult.Granted current;
        synchronized (this) {
            listeners.add(listener);
            current = granted;
        }
        if (current != null) {
            listener.granted(current);
        }
    }

    /** Reports a call to the message store about leases, and its failure or null. */
    void storeCalled(@Nullable SmsStoreException failure) {
        listeners.forEach(listener -> listener.storeCalled(failure));
    }

    public void unlisten(LeaseListener listener) {
        listeners.remove(listener);
    }
}
