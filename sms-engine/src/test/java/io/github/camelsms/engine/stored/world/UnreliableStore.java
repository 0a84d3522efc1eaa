package io.github.camelsms.engine.stored.world;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.camelsms.engine.world.VirtualTime;
import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.MessageIntake;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.MessageReconciliation;
import io.github.camelsms.store.MessageResults;
import io.github.camelsms.store.MessageSending;
import io.github.camelsms.store.MessageStatuses;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.OptOuts;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsStoreException;

/**
 * A process's view of a message store: calls take time, fail before or after their commit, never end, and are lost if
 * the process crashes or cannot reach the store.
 */
final class UnreliableStore implements MessageStore {

    private final MessageStore disk;
    private final StoreScenario scenario;
    private final VirtualTime time;
    private final SplittableRandom random;
    private final BooleanSupplier isAlive;
    private final BooleanSupplier isTroubled;
    private final BooleanSupplier isDown;
    private final Consumer<Supplier<String>> notes;
    private final Consumer<Runnable> process;
    private final LeaseWitness witness;
    private final Map<SmsHint.Listener, SmsHint.Listener> listeners = new HashMap<>();
    private final MessageIntake intake;
    private final AccountLeases leases;
    private final MessageSending sending;
    private final MessageReconciliation reconciliation;
    private final MessageResults results;
    private final MessageStatuses statuses;
    private final MessageOperations operations;
    private final OptOuts optOuts;

    UnreliableStore(MessageStore disk, StoreScenario scenario, VirtualTime time, SplittableRandom random,
                    BooleanSupplier isAlive, BooleanSupplier isTroubled, BooleanSupplier isDown,
                    Consumer<Supplier<String>> notes, Consumer<Runnable> process, LeaseWitness witness) {
        this.witness = witness;
        this.process = process;
        this.disk = disk;
        this.scenario = scenario;
        this.time = time;
        this.random = random;
        this.isAlive = isAlive;
        this.isTroubled = isTroubled;
        this.isDown = isDown;
        this.notes = notes;
        this.intake = view(MessageIntake.class, disk.intake(), false);
        this.leases = view(AccountLeases.class, disk.leases(), false);
        this.sending = view(MessageSending.class, disk.sending(), false);
        this.results = view(MessageResults.class, disk.results(), false);
        this.operations = view(MessageOperations.class, disk.operations(), false);
        this.optOuts = view(OptOuts.class, disk.optOuts(), false);
        // Reconciliation blocks on these calls, which the single thread of the world cannot.
        this.reconciliation = view(MessageReconciliation.class, disk.reconciliation(), true);
        this.statuses = view(MessageStatuses.class, disk.statuses(), true);
    }

    private <T> T view(Class<T> type, T part, boolean isImmediate) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
            if (!CompletionStage.class.isAssignableFrom(method.getReturnType())) {
                throw new UnsupportedOperationException(method.getName());
            }
            return isImmediate ? immediate(part, method, arguments) : call(part, method, arguments);
        }));
    }

    private CompletableFuture<Object> immediate(Object part, Method method, Object[] arguments) throws Throwable {
        if (isDown.getAsBoolean() || happens(scenario.storeFailsBefore)) {
            return CompletableFuture.failedFuture(new SmsStoreException("failed before its commit", false, null));
        }
        Object result = execute(part, method, arguments);
        return happens(scenario.storeFailsAfter)
                ? CompletableFuture.failedFuture(new SmsStoreException("failed after its commit", true, null))
                : CompletableFuture.completedFuture(result);
    }

    private CompletableFuture<Object> call(Object part, Method method, Object[] arguments) {
        CompletableFuture<Object> response = new CompletableFuture<>();
        boolean failsBefore = happens(scenario.storeFailsBefore);
        boolean isUncertain = random.nextBoolean();
        boolean failsAfter = happens(scenario.storeFailsAfter);
        boolean stalls = happens(scenario.storeStalls);
        boolean commitsWithoutProcess = random.nextBoolean();
        long there = delay();
        long back = delay();
        time.happensAfter(there, () -> {
            if (failsBefore || isDown.getAsBoolean() || !isAlive.getAsBoolean() && !commitsWithoutProcess) {
                if (!stalls) {
                    respond(response, back, () -> fail(response, "before", isUncertain));
                }
                return;
            }
            Object result = execute(part, method, arguments);
            notes.accept(() -> method.getName() + Arrays.toString(arguments) + " -> " + result
                               + (failsAfter ? ", failed" : stalls ? ", never ends" : ""));
            if (failsAfter) {
                respond(response, back, () -> fail(response, "after", true));
            } else if (!stalls) {
                respond(response, back, () -> {
                    if (isDown.getAsBoolean()) {
                        fail(response, "after", true);
                    } else {
                        response.complete(result);
                    }
                });
            }
        });
        return response;
    }

    private static void fail(CompletableFuture<Object> response, String when, boolean isUncertain) {
        response.completeExceptionally(new SmsStoreException("failed " + when + " its commit", isUncertain, null));
    }

    private long delay() {
        return random.nextLong(happens(scenario.storeSlow) ? StoreScenario.LONGEST_CALL : scenario.storeLatency);
    }

    private void respond(CompletableFuture<Object> response, long delay, Runnable end) {
        time.happensAfter(delay, () -> process.accept(end));
    }

    private Object execute(Object part, Method method, Object[] arguments) {
        try {
            Object result = ((CompletionStage<?>) method.invoke(part, arguments)).toCompletableFuture().join();
            witness.committed(method.getName(), arguments, result);
            return result;
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new AssertionError(e);
        }
    }

    private boolean happens(int perMille) {
        return isTroubled.getAsBoolean() && random.nextInt(1_000) < perMille;
    }

    @Override
    public void start() {
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public void hint(String account, SmsHint hint) {
        if (!isDown.getAsBoolean() && random.nextInt(1_000) >= scenario.lostHints) {
            time.happensAfter(random.nextLong(scenario.storeLatency), () -> disk.hint(account, hint));
        }
    }

    @Override
    public void listen(SmsHint.Listener listener) {
        SmsHint.Listener guarded = (account, hint) -> process.accept(() -> listener.hinted(account, hint));
        listeners.put(listener, guarded);
        disk.listen(guarded);
    }

    @Override
    public void unlisten(SmsHint.Listener listener) {
        disk.unlisten(listeners.remove(listener));
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

    @Override
    public void close() {
    }
}
