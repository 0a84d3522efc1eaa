package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.github.camelsms.model.Remedy;
import io.github.camelsms.store.MessageIntake;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Thread that executes work for many callers with group commits: work that is submitted during a commit shares the next
 * one.
 */
final class GroupWriter {

    private static final Logger LOG = LoggerFactory.getLogger(GroupWriter.class);
    /**
     * Maximum weight of a group, which limits how long its rows are locked, how long a caller waits for others, and how
     * much is repeated after a failure.
     */
    private static final int MAX_WEIGHT = 2 * MessageIntake.MAX_MESSAGES;
    private static final Duration IDLE_TIME = Duration.ofSeconds(10);
    /** Time for an aborted transaction to return its connection. */
    private static final long ABORT_MILLIS = 2_000;

    private final boolean isShared;
    private final boolean isReading;
    private final Duration idleTime;
    private final PriorityBlockingQueue<Job<?>> queue = new PriorityBlockingQueue<>(
            11, Comparator.<Job<?>> comparingInt(job -> job.isUrgent ? 0 : 1).thenComparingLong(job -> job.number));
    private final AtomicLong submitted = new AtomicLong();
    private final Transactions transactions;
    private final Thread thread;
    /** Calls that the thread executes. */
    private final List<Job<?>> group = new ArrayList<>();
    /** What the execution of the calls has thrown last. */
    private @Nullable Throwable cause;
    private volatile boolean isClosing;
    private volatile List<Job<?>> running = List.of();

    /**
     * @param isReading whether the work only reads
     */
    GroupWriter(Dialect dialect, String name, boolean isReading, FailureLog failures) {
        this(dialect, name, isReading, failures, IDLE_TIME);
    }

    /**
     * @param isReading whether the work only reads
     * @param idleTime  time without work after which the connection is returned
     */
    GroupWriter(Dialect dialect, String name, boolean isReading, FailureLog failures, Duration idleTime) {
        this.isShared = dialect.isShared();
        this.isReading = isReading;
        this.transactions = new Transactions(dialect, isReading, failures);
        this.idleTime = idleTime;
        this.thread = new Thread(this::work, name);
        this.thread.setDaemon(true);
        this.thread.start();
    }

    /**
     * Executes work on the writer's thread, which also completes the stage.
     *
     * @param account  name of the account whose rows it locks, or an empty text
     * @param weight   effort, as the number of new messages that take as long to store
     * @param isUrgent whether it is executed before other work that waits
     */
    <T> CompletionStage<T> submit(String account, Work<T> work, int weight, boolean isUrgent) {
        return submit(new Job<>(account, work, weight, isUrgent, false, submitted.incrementAndGet()));
    }

    /**
     * Executes work that stores new messages. If another transaction has locked one of them, it fails without a retry.
     */
    <T> CompletionStage<T> submitIntake(String account, Work<T> work, int weight) {
        return submit(new Job<>(account, work, weight, false, true, submitted.incrementAndGet()));
    }

    private <T> CompletionStage<T> submit(Job<T> job) {
        queue.add(job);
        // An urgent call that follows from the result of another one is completed, too: it releases what that has acquired.
        boolean isFollowing = job.isUrgent && Thread.currentThread().equals(thread);
        if (isClosing && !isFollowing && queue.remove(job)) {
            job.fail(closed());
        }
        return job.future;
    }

    /** Returns the number of committed transactions. */
    long commits() {
        return transactions.commits();
    }

    /**
     * Completes the submitted work and ends the thread. The work that a database server has not completed before the
     * timeout fails.
     *
     * @return whether all work was completed
     */
    boolean close(Duration timeout) {
        isClosing = true;
        queue.add(new Job<>("", transaction -> Boolean.TRUE, 1, false, false, submitted.incrementAndGet()));
        if (Thread.currentThread().equals(thread)) {
            return true;
        }
        // Zero waits without limit.
        join(isShared ? Math.max(1, timeout.toMillis()) : 0);
        if (thread.isAlive()) {
            abandon();
            join(ABORT_MILLIS);
        }
        return !transactions.isClosed();
    }

    private void join(long millis) {
        boolean isInterrupted = false;
        for (boolean isJoined = false; !isJoined;) {
            try {
                thread.join(millis);
                isJoined = true;
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Fails the work that the database server has not completed. */
    private void abandon() {
        transactions.close();
        List<Job<?>> waiting = new ArrayList<>();
        queue.drainTo(waiting);
        waiting.forEach(job -> job.fail(transactions.failure(Transactions.closed(), false)));
        running.forEach(job -> job.fail(transactions.failure(Transactions.closed(), !isReading)));
        transactions.abort();
    }

    private static SmsStoreException closed() {
        return new SmsStoreException("The message store is closed; nothing was stored. Start it first", false, null);
    }

    private void work() {
        Persistent.repeat(() -> !isClosing || !queue.isEmpty() || !group.isEmpty(), this::executeNext, this::failed);
        transactions.disconnect();
    }

    private void executeNext() throws InterruptedException {
        if (!group.isEmpty()) {
            failGroup();
        }
        running = List.of();
        Job<?> first = queue.poll(idleTime.toNanos(), TimeUnit.NANOSECONDS);
        if (first == null) {
            transactions.disconnect();
            return;
        }
        group.add(first);
        addMore(first.weight);
        running = List.copyOf(group);
        transactions.execute(group);
        group.clear();
    }

    private void failed(Throwable failure) {
        cause = failure;
        failGroup();
        LOG.error(
                "An internal error occurred in the message store. The calls in progress fail and can be repeated. {}",
                Remedy.ofInternalError(failure), failure);
    }

    /** Fails the calls whose execution has thrown an exception. If this fails as well, the next step repeats it. */
    private void failGroup() {
        SmsStoreException failure
                = new SmsStoreException("An internal error occurred in the message store: " + cause, true, cause);
        for (int last = group.size() - 1; last >= 0; last--) {
            group.get(last).fail(failure);
            group.remove(last);
        }
        transactions.disconnect();
    }

    private void addMore(int weightOfFirst) {
        int weight = weightOfFirst;
        for (Job<?> next = queue.peek(); next != null && weight + next.weight <= MAX_WEIGHT; next = queue.peek()) {
            // A different job, or none, if submit() has removed a late one in the meantime.
            Job<?> polled = queue.poll();
            if (polled != null) {
                group.add(polled);
                weight += polled.weight;
            }
        }
    }
}
