package io.github.camelsms;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

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
import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStoreException;

/**
 * A message store whose results, statuses and operations fail on demand. Counts acknowledgments.
 */
public final class FailingStore implements MessageStore {

    public static final String REASON = "the database is away; start it";

    public volatile boolean failsClaims;
    public volatile boolean failsAcknowledgments;
    volatile boolean failsOperations;
    public volatile boolean failsOptOuts;
    public volatile boolean failsStatuses;
    /** How many operations succeed before they fail, if they do. */
    volatile int operationsBeforeFailure;
    /** Lets the next operation be carried out, and fail. */
    volatile boolean losesResponses;
    /** Until it completes, acquisitions of leases are executed, but do not respond. */
    public volatile CompletableFuture<Void> acquisitions = CompletableFuture.completedFuture(null);
    /** Until it completes, claims of outcomes are executed, but do not respond. */
    public volatile CompletableFuture<Void> claims = CompletableFuture.completedFuture(null);
    final List<String> hints = new CopyOnWriteArrayList<>();
    public final AtomicInteger acknowledgments = new AtomicInteger();
    private final MessageStore store;

    public FailingStore(MessageStore store) {
        this.store = store;
    }

    private static <T> CompletionStage<T> failed() {
        return CompletableFuture.failedFuture(new SmsStoreException(REASON, false, null));
    }

    private final class Results implements MessageResults {

        @Override
        public CompletionStage<List<SmsResultDelivery>> claim(String account, int max, Duration visibility) {
            if (failsClaims) {
                return failed();
            }
            CompletionStage<List<SmsResultDelivery>> claimed = store.results().claim(account, max, visibility);
            return claims.thenCompose(done -> claimed);
        }

        @Override
        public CompletionStage<Integer> acknowledge(List<SmsMessageRevision> keys) {
            acknowledgments.incrementAndGet();
            return failsAcknowledgments ? failed() : store.results().acknowledge(keys);
        }

        @Override
        public CompletionStage<Integer> release(List<SmsMessageRevision> keys, Duration delay) {
            return store.results().release(keys, delay);
        }
    }

    @Override
    public void start() {
        store.start();
    }

    @Override
    public MessageIntake intake() {
        return store.intake();
    }

    @Override
    public AccountLeases leases() {
        return delayingAcquisitions(store.leases());
    }

    /** Returns the leases of the store, whose acquisitions respond after a stage has completed. */
    private AccountLeases delayingAcquisitions(AccountLeases leases) {
        return (AccountLeases) Proxy.newProxyInstance(
                AccountLeases.class.getClassLoader(), new Class<?>[] { AccountLeases.class }, (proxy, method, arguments) -> {
                    CompletionStage<?> result = (CompletionStage<?>) method.invoke(leases, arguments);
                    return method.getName().equals("acquire") ? acquisitions.thenCompose(done -> result) : result;
                });
    }

    @Override
    public MessageSending sending() {
        return store.sending();
    }

    @Override
    public MessageReconciliation reconciliation() {
        return store.reconciliation();
    }

    @Override
    public MessageResults results() {
        return new Results();
    }

    @Override
    public MessageStatuses statuses() {
        if (failsStatuses) {
            throw new SmsStoreException(REASON, false, null);
        }
        return store.statuses();
    }

    @Override
    public MessageOperations operations() {
        if (failsOperations && operationsBeforeFailure-- <= 0) {
            throw new SmsStoreException(REASON, false, null);
        }
        if (losesResponses) {
            losesResponses = false;
            return (MessageOperations) Proxy.newProxyInstance(
                    MessageOperations.class.getClassLoader(), new Class<?>[] { MessageOperations.class },
                    (proxy, method, arguments) -> {
                        method.invoke(store.operations(), arguments);
                        return CompletableFuture.failedFuture(new SmsStoreException(REASON, true, null));
                    });
        }
        return store.operations();
    }

    @Override
    public OptOuts optOuts() {
        OptOuts optOuts = store.optOuts();
        return (OptOuts) Proxy.newProxyInstance(
                OptOuts.class.getClassLoader(), new Class<?>[] { OptOuts.class },
                (proxy, method, arguments) -> failsOptOuts ? failed() : method.invoke(optOuts, arguments));
    }

    @Override
    public void hint(String account, SmsHint hint) {
        hints.add(account + " " + hint);
    }

    @Override
    public void close() {
        store.close();
    }
}
