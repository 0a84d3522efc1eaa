package io.github.camelsms.account;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.store.MessageStore;
import org.jspecify.annotations.Nullable;

/**
 * Pollers of statuses in this process, of all components and Camel contexts. Two of them can poll an account if they
 * share a message store, which lets one of them poll at a time. Thread-safe.
 */
final class ProcessPollers {

    private static final Map<String, List<Poller>> OF_ACCOUNTS = new HashMap<>();

    /** A poller, compared by identity. */
    static final class Poller {

        private final String account;
        private final String name;
        private final @Nullable MessageStore store;

        /**
         * @param name  name for error messages
         * @param store message store of its component, or null without one
         */
        Poller(String account, String name, @Nullable MessageStore store) {
            this.account = account;
            this.name = name;
            this.store = store;
        }

        /** Two objects can be the same shared database. */
        private boolean canShareWith(Poller other) {
            MessageStore first = store;
            MessageStore second = other.store;
            return first != null && second != null && (first == second || first.isShared() && second.isShared());
        }
    }

    private ProcessPollers() {
    }

    /**
     * @throws IllegalArgumentException if a poller of another component cannot share the account with it
     */
    static void check(Poller poller) {
        synchronized (OF_ACCOUNTS) {
            for (Poller other : OF_ACCOUNTS.getOrDefault(poller.account, List.of())) {
                if (!poller.canShareWith(other)) {
                    throw new IllegalArgumentException(
                            "The statuses of account " + poller.account + " are already polled by " + other.name
                                                       + ", in another sms component or Camel context of this process. The service returns each status only once, so each of two pollers would miss those of the other. Poll in one of them only, or set the option messageStore of both components to the same message store");
                }
            }
        }
    }

    static void add(Poller poller) {
        synchronized (OF_ACCOUNTS) {
            check(poller);
            OF_ACCOUNTS.computeIfAbsent(poller.account, none -> new ArrayList<>()).add(poller);
        }
    }

    /** Removes a poller. Further calls have no effect. */
    static void remove(Poller poller) {
        synchronized (OF_ACCOUNTS) {
            OF_ACCOUNTS.computeIfPresent(poller.account, (account, pollers) -> {
                pollers.remove(poller);
                return pollers.isEmpty() ? null : pollers;
            });
        }
    }
}
