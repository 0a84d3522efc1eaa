package io.github.camelsms.store;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Message store in memory, for tests. It fulfills the contract, but its content is lost when the process ends. Several
 * nodes of a test can share a store. Calls are executed immediately, on the caller's thread. Their results depend only
 * on earlier calls and the clock.
 */
public final class InMemoryMessageStore implements MessageStore {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration RETENTION = Duration.ofDays(30);

    private final MemoryIntake intake;
    private final MemoryLeases leases;
    private final MemorySending sending;
    private final MemoryReconciliation reconciliation;
    private final MemoryResults results;
    private final MemoryStatuses statuses;
    private final MemoryOperations operations;
    private final MemoryOptOuts optOuts;
    private final List<SmsHint.Listener> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean isShared;

    /** Creates a store with leases of 30 seconds that keeps finished messages for 30 days, with their texts. */
    public InMemoryMessageStore(InstantSource clock) {
        this(clock, LEASE, RETENTION, true);
    }

    /**
     * Creates a store.
     *
     * @param clock      the clock of the store
     * @param retention  how long messages in a final state are kept
     * @param retainText whether accepted and rejected messages keep text and destination
     */
    public InMemoryMessageStore(InstantSource clock, Duration leaseDuration, Duration retention, boolean retainText) {
        MemoryTables tables = new MemoryTables(clock, leaseDuration, retention, retainText);
        this.intake = new MemoryIntake(tables);
        this.leases = new MemoryLeases(tables);
        this.sending = new MemorySending(tables, intake);
        this.reconciliation = new MemoryReconciliation(tables);
        this.results = new MemoryResults(tables);
        this.statuses = new MemoryStatuses(tables);
        this.operations = new MemoryOperations(tables);
        this.optOuts = new MemoryOptOuts(tables);
    }

    /** Does nothing: the store is always open. */
    @Override
    public void start() {
    }

    @Override
    public boolean isShared() {
        return isShared;
    }

    /** Sets whether several nodes of a test share this store; false by default. */
    public void setShared(boolean shared) {
        isShared = shared;
    }

    @Override
    public void hint(String account, SmsHint hint) {
        listeners.forEach(listener -> listener.hinted(account, hint));
    }

    @Override
    public void listen(SmsHint.Listener listener) {
        listeners.add(listener);
    }

    @Override
    public void unlisten(SmsHint.Listener listener) {
        listeners.remove(listener);
    }

    @Override
    public MessageIntake intake() {
        return intake;
    }

    @Override
    public AccountLeases leases() {
        return leases;
    }

    @Override
    public MessageSending sending() {
        return sending;
    }

    @Override
    public MessageReconciliation reconciliation() {
        return reconciliation;
    }

    @Override
    public MessageResults results() {
        return results;
    }

    @Override
    public MessageStatuses statuses() {
        return statuses;
    }

    @Override
    public MessageOperations operations() {
        return operations;
    }

    @Override
    public OptOuts optOuts() {
        return optOuts;
    }

    /** Does nothing, so that a test can continue with the content, as after a restart. */
    @Override
    public void close() {
    }
}
