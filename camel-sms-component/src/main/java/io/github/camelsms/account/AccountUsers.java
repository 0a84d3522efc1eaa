package io.github.camelsms.account;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.dispatch.DispatchSettings;

/**
 * Users of an account, which agree on the settings that they share. Not thread-safe.
 */
final class AccountUsers {

    private final Set<AccountLease> leases = new LinkedHashSet<>();

    /**
     * Checks that a user agrees with the others. The error names both.
     *
     * @param  isStored                 whether the account has a message store, and reconciles
     * @throws IllegalArgumentException if it does not
     */
    void check(AccountLease lease, boolean isStored) {
        AccountUser user = lease.user();
        leases.forEach(other -> checkService(other.user(), user));
        if (lease.isSender()) {
            senders().forEach(other -> checkDispatch(other, user));
            if (isStored) {
                senders().forEach(other -> checkReconciliation(other, user));
            }
        }
    }

    void add(AccountLease lease) {
        leases.add(lease);
    }

    void remove(AccountLease lease) {
        leases.remove(lease);
    }

    boolean isEmpty() {
        return leases.isEmpty();
    }

    boolean hasSender() {
        return senders().findAny().isPresent();
    }

    /** Returns the smallest value of the senders. */
    Duration lowest(Function<AccountUser, Duration> setting) {
        return senders().map(setting).min(Comparator.naturalOrder()).orElse(AccountUser.ANY_AGE);
    }

    private Stream<AccountUser> senders() {
        return leases.stream().filter(AccountLease::isSender).map(AccountLease::user);
    }

    /** Compares the settings that all users of an account share. */
    private static void checkService(AccountUser first, AccountUser second) {
        SmsServiceSettings theirs = first.service();
        SmsServiceSettings ours = second.service();
        if (!theirs.password().equals(ours.password())) {
            throw conflict("password", "(hidden)", first, "(hidden)", second);
        }
        compare("requestTimeout", theirs.requestTimeout().toMillis(), first, ours.requestTimeout().toMillis(), second);
        compare("connectTimeout", theirs.connection().connectTimeout().toMillis(), first,
                ours.connection().connectTimeout().toMillis(), second);
        if (!Objects.equals(theirs.sslContextParameters(), ours.sslContextParameters())) {
            throw conflict("sslContextParameters", "one", first, "another", second);
        }
    }

    /** Compares the settings that all senders of an account share. */
    private static void checkDispatch(AccountUser first, AccountUser second) {
        DispatchSettings theirs = first.dispatch();
        DispatchSettings ours = second.dispatch();
        compare("requestsPerSecond", first.requestsPerSecond(), first, second.requestsPerSecond(), second);
        compare("pacing", theirs.pacing(), first, ours.pacing(), second);
        compare("batchSize", theirs.batchSize(), first, ours.batchSize(), second);
        compare("maxPendingMessages", theirs.maxPendingMessages(), first, ours.maxPendingMessages(), second);
        compare("maxRequestsInFlight", theirs.maxInFlight(), first, ours.maxInFlight(), second);
        compare("whenQueueFull", whenQueueFull(theirs), first, whenQueueFull(ours), second);
    }

    /** Compares the settings for messages of unknown outcome, which all senders of an account share. */
    private static void checkReconciliation(AccountUser first, AccountUser second) {
        Reconciliation their = first.reconciliation();
        Reconciliation our = second.reconciliation();
        compare("reconcile", their.isEnabled(), first, our.isEnabled(), second);
        compare("reconcileAfter", their.after().toMillis(), first, our.after().toMillis(), second);
        compare("reconcileFor", their.atMost().toMillis(), first, our.atMost().toMillis(), second);
        compare("whenNotFound", whenNotFound(their), first, whenNotFound(our), second);
        compare("zone", their.zone(), first, our.zone(), second);
    }

    private static String whenNotFound(Reconciliation settings) {
        return settings.isResent() ? "resend" : "park";
    }

    private static String whenQueueFull(DispatchSettings settings) {
        return settings.refuseWhenFull() ? "fail" : "wait";
    }

    private static void compare(String option, Object theirs, AccountUser first, Object ours, AccountUser second) {
        if (!theirs.equals(ours)) {
            throw conflict(option, theirs, first, ours, second);
        }
    }

    private static IllegalArgumentException conflict(
            String option, Object theirs, AccountUser first, Object ours, AccountUser second) {
        return new IllegalArgumentException(
                "Option " + option + " is shared by all endpoints of an account, but " + first.name() + " has " + theirs
                                            + " and " + second.name() + " has " + ours
                                            + ": set it once, on the component. If it was changed there, stop and start the ProducerTemplates that still use the old value");
    }
}
