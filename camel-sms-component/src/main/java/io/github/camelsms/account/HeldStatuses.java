package io.github.camelsms.account;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

import io.github.camelsms.model.SmsStatus;

/**
 * Statuses in memory that were read and whose exchanges have not succeeded. A status is the same object as before, not
 * an equal one. Thread-safe.
 */
public final class HeldStatuses {

    private final Deque<SmsStatus> waiting = new ArrayDeque<>();
    private final Set<SmsStatus> inProgress = Collections.newSetFromMap(new IdentityHashMap<>());

    HeldStatuses() {
    }

    /** Adds statuses that were read. */
    public synchronized void add(Collection<SmsStatus> read) {
        waiting.addAll(read);
    }

    /** Returns the statuses without an exchange in progress. */
    public synchronized List<SmsStatus> waiting() {
        return List.copyOf(waiting);
    }

    /** Records that the exchange of a waiting status starts. */
    public synchronized void started(SmsStatus status) {
        waiting.removeIf(other -> other == status);
        inProgress.add(status);
    }

    /** Removes a status, because its exchange has succeeded. */
    public synchronized void succeeded(SmsStatus status) {
        if (!inProgress.remove(status)) {
            waiting.removeIf(other -> other == status);
        }
    }

    /** Records that the exchange of a status has failed. */
    public synchronized void failed(SmsStatus status) {
        if (inProgress.remove(status)) {
            waiting.add(status);
        }
    }

    public synchronized int size() {
        return waiting.size() + inProgress.size();
    }
}
