package io.github.camelsms;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

import io.github.camelsms.metrics.ObservedAccount;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.monitor.RequestResult;
import io.github.camelsms.monitor.SendFigures;
import org.jspecify.annotations.Nullable;

/**
 * An account's figures as JMX shows them: plain numbers and texts, also while nothing uses the account (null).
 */
final class AccountManagement {

    private AccountManagement() {
    }

    static String sending(@Nullable ObservedAccount account) {
        return SendFigures.sending(figures(account));
    }

    static @Nullable String trouble(@Nullable ObservedAccount account) {
        SendFigures figures = figures(account);
        return figures == null ? null : figures.trouble();
    }

    static int pending(@Nullable ObservedAccount account) {
        SendFigures figures = figures(account);
        return figures == null ? 0 : figures.waiting();
    }

    static int inFlight(@Nullable ObservedAccount account) {
        SendFigures figures = figures(account);
        return figures == null ? 0 : figures.requestsInFlight();
    }

    static long oldestMillis(@Nullable ObservedAccount account) {
        return millis(account, SendFigures::oldest);
    }

    static long drainMillis(@Nullable ObservedAccount account) {
        return millis(account, SendFigures::timeToDrain);
    }

    static long usualGapMillis(@Nullable ObservedAccount account) {
        return millis(account, SendFigures::usualGap);
    }

    static long polledStatuses(@Nullable ObservedAccount account) {
        return account == null
                ? 0 : account.monitor().statuses().byStatus().values().stream().mapToLong(Long::longValue).sum();
    }

    static @Nullable String lastPoll(@Nullable ObservedAccount account) {
        Instant lastPoll = account == null ? null : account.monitor().statuses().lastPoll();
        return lastPoll == null ? null : lastPoll.toString();
    }

    static long messages(@Nullable ObservedAccount account, SmsOutcome outcome) {
        return account == null ? 0 : account.monitor().messages(outcome);
    }

    static long throttledRequests(@Nullable ObservedAccount account) {
        return account == null ? 0 : account.monitor().requests(RequestResult.THROTTLED);
    }

    private static @Nullable SendFigures figures(@Nullable ObservedAccount account) {
        return account == null ? null : account.sending();
    }

    private static long millis(@Nullable ObservedAccount account, Function<SendFigures, Duration> figure) {
        SendFigures figures = figures(account);
        return figures == null ? 0 : figure.apply(figures).toMillis();
    }
}
