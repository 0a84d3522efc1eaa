package io.github.camelsms.account;

import java.util.IdentityHashMap;
import java.util.Map;

import io.github.camelsms.store.MessageStore;

/**
 * Components of this process that use the same message store, in one or several Camel contexts. The store is started
 * for the first of them and closed after the last. Thread-safe.
 */
public final class StoreUsers {

    private static final Map<MessageStore, StoreUsers> OF_STORES = new IdentityHashMap<>();

    /** Guarded by the map. */
    private int count;

    private StoreUsers() {
    }

    /** Starts the store if it is not open. Each call needs a call of {@link #release}, unless it fails. */
    public static void acquire(MessageStore store) {
        StoreUsers users;
        synchronized (OF_STORES) {
            users = OF_STORES.computeIfAbsent(store, absent -> new StoreUsers());
            users.count++;
        }
        boolean isStarted = false;
        try {
            synchronized (users) {
                store.start();
            }
            isStarted = true;
        } finally {
            if (!isStarted) {
                users.leave(store);
            }
        }
    }

    /** Closes the store if no other component uses it. */
    public static void release(MessageStore store) {
        StoreUsers users;
        synchronized (OF_STORES) {
            users = OF_STORES.get(store);
        }
        if (users != null) {
            users.closeAndLeave(store);
        }
    }

    private synchronized void closeAndLeave(MessageStore store) {
        boolean isLast;
        synchronized (OF_STORES) {
            isLast = count == 1;
        }
        try {
            // A component that arrives now waits, and then starts the store again.
            if (isLast) {
                store.close();
            }
        } finally {
            leave(store);
        }
    }

    private void leave(MessageStore store) {
        synchronized (OF_STORES) {
            count--;
            if (count == 0) {
                OF_STORES.remove(store);
            }
        }
    }
}
