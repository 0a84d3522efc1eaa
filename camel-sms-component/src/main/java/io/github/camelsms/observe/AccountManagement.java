package io.github.camelsms.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

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
        return SendFigures.sending(figures(account));
    }

    public static @Nullable String trouble(@Nullable ObservedAccount account) {
        SendFigures figures = figures(account);
        return figures == null ? null : figures.trouble();
    }

    public static int pending(@Nullable ObservedAccount account) {
        SendFigures figures = figures(account);
        return figures == null ? 0 : figures.waiting();
    }

    public static int inFlight(@Nullable ObservedAccount account) {
        SendFigures figures = figures(account);
        return figures == null ? 0 : figures.requestsInFlight();
    }

    public static long oldestMillis(@Nullable ObservedAccount account) {
        return millis(account, SendFigures::oldest);
    }

    public static long drainMillis(@Nullable ObservedAccount account) {
        return millis(account, SendFigures::timeToDrain);
    }

    public static long usualGapMillis(@Nullable ObservedAccount account) {
        return millis(account, SendFigures::usualGap);
    }

    public static long polledStatuses(@Nullable ObservedAccount account) {
        return account == null
                ? 0 : account.monitor().statuses().byStatus().values().stream().mapToLong(Long::longValue).sum();
    }

    public static @Nullable String lastPoll(@Nullable ObservedAccount account) {
        Instant lastPoll = account == null ? null : account.monitor().statuses().lastPoll();
        return lastPoll == null ? null : lastPoll.toString();
    }

    public static long messages(@Nullable ObservedAccount account, SmsOutcome outcome) {
        return account == null ? 0 : account.monitor().messages(outcome);
    }

    public static long throttledRequests(@Nullable ObservedAccount account) {
        return account == null ? 0 : account.monitor().requests(RequestResult.THROTTLED);
    }

    /** Returns the number of messages of the message store in a state; 0 without a store, and before it was counted. */
    public static long stored(@Nullable ObservedAccount account, SmsMessageState state) {
        StoreFigures figures = account == null ? null : account.storeFigures();
        Long count = figures == null ? null : figures.count(state);
        return count == null ? 0 : count;
    }

    /**
     * Returns the age of the oldest message of the message store that could be sent, in milliseconds; 0 without a
     * store, and before it was read.
     */
    public static long storedOldestMillis(@Nullable ObservedAccount account) {
        StoreFigures figures = account == null ? null : account.storeFigures();
        Duration oldest = figures == null ? null : figures.oldest();
        return oldest == null ? 0 : oldest.toMillis();
    }

    /** Returns the node that owns the account, or null if none is known or messages are kept in memory. */
    public static @Nullable String owner(@Nullable ObservedAccount account) {
        Ownership.Owner owner = currentOwner(account);
        return owner == null ? null : owner.node();
    }

    /** Returns whether this node owns the account. */
    public static boolean isOwner(@Nullable ObservedAccount account) {
        Ownership.Owner owner = currentOwner(account);
        return owner != null && owner.isThisNode();
    }

    /** Returns when this node learned of the current owner, or null. */
    public static @Nullable String ownedSince(@Nullable ObservedAccount account) {
        Ownership.Owner owner = currentOwner(account);
        return owner == null ? null : owner.since().toString();
    }

    private static Ownership.@Nullable Owner currentOwner(@Nullable ObservedAccount account) {
        Ownership ownership = account == null ? null : account.ownership();
        return ownership == null ? null : ownership.owner();
    }

    private static @Nullable SendFigures figures(@Nullable ObservedAccount account) {
        return account == null ? null : account.sending();
    }

    private static long millis(@Nullable ObservedAccount account, Function<SendFigures, Duration> figure) {
        SendFigures figures = figures(account);
        return figures == null ? 0 : figure.apply(figures).toMillis();
    }
}
