package io.github.camelsms.account;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.camelsms.client.ConnectionSettings;
import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.engine.stored.ReconciliationSettings;
import org.jspecify.annotations.Nullable;

import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * Users of an account and the settings that they share: a user that does not set an option itself follows the account.
 * Not thread-safe.
 */
final class AccountUsers {

    private final Set<AccountUse> uses = new LinkedHashSet<>();
    /** The last user to join, with the account's settings. */
    private @Nullable AccountUser inForce;

    /** A rate as configured, and the interval that follows from it. */
    private record Rate(double requestsPerSecond, long intervalNanos) {

        static Rate of(AccountUser user) {
            return new Rate(user.requestsPerSecond(), user.engine().intervalNanos());
        }

        @Override
        public String toString() {
            return String.valueOf(requestsPerSecond);
        }
    }

    /** A request timeout as configured, and the engine's response timeout that follows from it. */
    private record Timeout(Duration request, long responseNanos) {

        static Timeout of(AccountUser user) {
            return new Timeout(user.service().requestTimeout(), user.engine().responseTimeoutNanos());
        }

        @Override
        public String toString() {
            return String.valueOf(request.toMillis());
        }
    }

    /** Settings that a user shares with others. */
    private final class Shared {

        private final AccountUser user;
        private final List<AccountUser> others;

        Shared(AccountUser user, Stream<AccountUser> others) {
            this.user = user;
            this.others = others.toList();
        }

        /**
         * Returns the value of an option: that of the user, if it sets it itself or is the first, and otherwise that of
         * the account.
         *
         * @throws IllegalArgumentException if another user sets another value itself; the message names both
         */
        <T extends @Nullable Object> T value(String option, Function<AccountUser, T> setting) {
            AccountUser account = inForce;
            if (!user.explicit().contains(option)) {
                return setting.apply(others.isEmpty() || account == null ? user : account);
            }
            T value = setting.apply(user);
            for (AccountUser other : others) {
                if (other.explicit().contains(option) && !Objects.equals(setting.apply(other), value)) {
                    throw conflict(option, setting.apply(other), other, value, user);
                }
            }
            return value;
        }
    }

    /**
     * Returns the user with the account's settings, which take effect when it joins.
     *
     * @param  isStored                 whether the account has a message store, and reconciles
     * @throws IllegalArgumentException if it does not agree with the others; the message names both
     */
    AccountUser agreed(AccountUse use, boolean isStored) {
        AccountUser user = use.user();
        uses.forEach(other -> checkPassword(other.user(), user));
        Shared all = new Shared(user, uses.stream().map(AccountUse::user));
        Timeout timeout = all.value("requestTimeout", Timeout::of);
        SmsServiceSettings service = service(user, timeout.request, all);
        AccountUser account = inForce;
        if (!use.isSender()) {
            AccountUser last = account == null ? user : account;
            return user.with(
                    service, last.engine().withResponseTimeout(timeout.responseNanos), last.reconciliation(),
                    last.requestsPerSecond());
        }
        Shared senders = new Shared(user, senders());
        Rate rate = senders.value("requestsPerSecond", Rate::of);
        return user.with(
                service, engine(rate, timeout, senders), isStored ? reconciliation(senders) : user.reconciliation(),
                rate.requestsPerSecond);
    }

    private static SmsServiceSettings service(AccountUser user, Duration requestTimeout, Shared all) {
        ConnectionSettings connection = new ConnectionSettings(
                Duration.ofMillis(all.value("connectTimeout", it -> connection(it).connectTimeout().toMillis())),
                all.<ConnectionSettings.@Nullable Proxy> value("proxyHost", it -> connection(it).proxy()),
                all.value("useSystemProperties", it -> connection(it).useSystemProperties()),
                all.<@Nullable HttpClientConfigurer> value("httpClientConfigurer", it -> connection(it).configurer()));
        return new SmsServiceSettings(
                user.service().baseUrl(), user.service().username(), user.service().password(), requestTimeout,
                all.<@Nullable SSLContextParameters> value(
                        "sslContextParameters", it -> it.service().sslContextParameters()),
                connection);
    }

    private static ConnectionSettings connection(AccountUser user) {
        return user.service().connection();
    }

    private static EngineSettings engine(Rate rate, Timeout timeout, Shared senders) {
        return new EngineSettings(
                rate.intervalNanos,
                senders.<Pacing> value("pacing", it -> it.engine().pacing()),
                senders.value("batchSize", it -> it.engine().batchSize()),
                senders.value("maxPendingMessages", it -> it.engine().maxPendingMessages()),
                senders.value("maxRequestsInFlight", it -> it.engine().maxInFlight()),
                senders.value("whenQueueFull", it -> it.engine().refuseWhenFull() ? "fail" : "wait").equals("fail"),
                timeout.responseNanos);
    }

    private static ReconciliationSettings reconciliation(Shared senders) {
        return new ReconciliationSettings(
                senders.value("reconcile", it -> it.reconciliation().isEnabled()),
                Duration.ofMillis(senders.value("reconcileAfter", it -> it.reconciliation().after().toMillis())),
                Duration.ofMillis(senders.value("reconcileFor", it -> it.reconciliation().atMost().toMillis())),
                senders.value("whenNotFound", it -> it.reconciliation().isResent() ? "resend" : "park").equals("resend"),
                senders.<ZoneId> value("zone", it -> it.reconciliation().zone()));
    }

    private static void checkPassword(AccountUser first, AccountUser second) {
        if (!first.service().password().equals(second.service().password())) {
            throw conflict("password", "(hidden)", first, "another one", second);
        }
    }

    /**
     * @param account the user with the account's settings
     */
    void add(AccountUse use, AccountUser account) {
        uses.add(use);
        inForce = account;
    }

    void remove(AccountUse use) {
        uses.remove(use);
    }

    boolean isEmpty() {
        return uses.isEmpty();
    }

    boolean hasSender() {
        return senders().findAny().isPresent();
    }

    /** Returns the smallest value of the senders. */
    Duration lowest(Function<AccountUser, Duration> setting) {
        return senders().map(setting).min(Comparator.naturalOrder()).orElse(AccountUser.ANY_AGE);
    }

    private Stream<AccountUser> senders() {
        return uses.stream().filter(AccountUse::isSender).map(AccountUse::user);
    }

    private static IllegalArgumentException conflict(
            String option, @Nullable Object theirs, AccountUser first, @Nullable Object ours, AccountUser second) {
        return new IllegalArgumentException(
                "Option " + option + " is shared by all endpoints of an account, but " + first.name() + " has " + theirs
                                            + " and " + second.name() + " has " + ours
                                            + ": set it on one of them, or once on the component. If it was changed, stop and start the ProducerTemplates that still use the old value");
    }
}
