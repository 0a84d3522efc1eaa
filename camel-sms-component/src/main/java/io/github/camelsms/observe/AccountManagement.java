package io.github.camelsms.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.SmsMessageState;
import org.jspecify.annotations.Nullable;

/**
 * Values of an account's JMX attributes. An account that is not in use is null and has zeros.
 */
public final class AccountManagement {

    private AccountManagement() {
    }

    public static String sending(@Nullable ObservedAccount account) {
        return SendFigures.sending(figures(account).orElse(null));
    }

    public static @Nullable String trouble(@Nullable ObservedAccount account) {
        return figures(account).map(SendFigures::trouble).orElse(null);
    }

    public static int pending(@Nullable ObservedAccount account) {
        return figures(account).map(SendFigures::waiting).orElse(0);
    }

    public static int inFlight(@Nullable ObservedAccount account) {
        return figures(account).map(SendFigures::requestsInFlight).orElse(0);
    }

    public static long oldestMillis(@Nullable ObservedAccount account) {
        return figures(account).map(SendFigures::oldest).map(Duration::toMillis).orElse(0L);
    }

    public static long drainMillis(@Nullable ObservedAccount account) {
        return figures(account).map(SendFigures::timeToDrain).map(Duration::toMillis).orElse(0L);
    }

    public static long usualGapMillis(@Nullable ObservedAccount account) {
        return figures(account).map(SendFigures::usualGap).map(Duration::toMillis).orElse(0L);
    }

    public static long polledStatuses(@Nullable ObservedAccount account) {
        return account == null
                ? 0 : account.monitor().statuses().byStatus().values().stream().mapToLong(Long::longValue).sum();
    }

    public static @Nullable String lastPoll(@Nullable ObservedAccount account) {
        return Optional.ofNullable(account).map(used -> used.monitor().statuses().lastPoll()).map(Instant::toString)
                .orElse(null);
    }

    public static long messages(@Nullable ObservedAccount account, SmsOutcome outcome) {
        return account == null ? 0 : account.monitor().messages(outcome);
    }

    public static long throttledRequests(@Nullable ObservedAccount account) {
        return account == null ? 0 : account.monitor().requests(RequestResult.THROTTLED);
    }

    /** Returns the number of messages of the message store in a state; 0 without a store, and before it was counted. */
    public static long stored(@Nullable ObservedAccount account, SmsMessageState state) {
        return Optional.ofNullable(account).map(ObservedAccount::storeFigures).map(figures -> figures.count(state)).orElse(0L);
    }

    /**
     * Returns the age of the oldest message of the message store that could be sent, in milliseconds; 0 without a
     * store, and before it was read.
     */
    public static long storedOldestMillis(@Nullable ObservedAccount account) {
        return Optional.ofNullable(account).map(ObservedAccount::storeFigures).map(StoreFigures::oldest)
                .map(Duration::toMillis).orElse(0L);
    }

    /** Returns the node that owns the account, or null if none is known or messages are kept in memory. */
    public static @Nullable String owner(@Nullable ObservedAccount account) {
        return currentOwner(account).map(Ownership.Owner::node).orElse(null);
    }

    /** Returns whether this node owns the account. */
    public static boolean isOwner(@Nullable ObservedAccount account) {
        return currentOwner(account).map(Ownership.Owner::isThisNode).orElse(false);
    }

    /** Returns when this node learned of the current owner, or null. */
    public static @Nullable String ownedSince(@Nullable ObservedAccount account) {
        return currentOwner(account).map(owner -> owner.since().toString()).orElse(null);
    }

    private static Optional<Ownership.Owner> currentOwner(@Nullable ObservedAccount account) {
        return Optional.ofNullable(account).map(ObservedAccount::ownership).map(Ownership::owner);
    }

    private static Optional<SendFigures> figures(@Nullable ObservedAccount account) {
        return Optional.ofNullable(account).map(used -> used.sending());
    }
}
