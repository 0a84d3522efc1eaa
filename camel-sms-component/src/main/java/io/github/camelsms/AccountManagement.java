package io.github.camelsms;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

import io.github.camelsms.monitor.SendFigures;
import org.jspecify.annotations.Nullable;

/**
 * An account's figures as JMX shows them: plain numbers and texts, also while nothing has been sent.
 */
final class AccountManagement {

    private AccountManagement() {
    }

    static String sending(SmsAccount account) {
        return SendFigures.sending(account.sending());
    }

    static @Nullable String trouble(SmsAccount account) {
        SendFigures figures = account.sending();
        return figures == null ? null : figures.trouble();
    }

    static int pending(SmsAccount account) {
        SendFigures figures = account.sending();
        return figures == null ? 0 : figures.waiting();
    }

    static int inFlight(SmsAccount account) {
        SendFigures figures = account.sending();
        return figures == null ? 0 : figures.requestsInFlight();
    }

    static long oldestMillis(SmsAccount account) {
        return millis(account, SendFigures::oldest);
    }

    static long drainMillis(SmsAccount account) {
        return millis(account, SendFigures::timeToDrain);
    }

    static long usualGapMillis(SmsAccount account) {
        return millis(account, SendFigures::usualGap);
    }

    static long polledStatuses(SmsAccount account) {
        return account.monitor().statuses().byStatus().values().stream().mapToLong(Long::longValue).sum();
    }

    static @Nullable String lastPoll(SmsAccount account) {
        Instant lastPoll = account.monitor().statuses().lastPoll();
        return lastPoll == null ? null : lastPoll.toString();
    }

    private static long millis(SmsAccount account, Function<SendFigures, Duration> figure) {
        SendFigures figures = account.sending();
        return figures == null ? 0 : figure.apply(figures).toMillis();
    }
}
