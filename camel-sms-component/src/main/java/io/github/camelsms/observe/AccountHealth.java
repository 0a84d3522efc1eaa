package io.github.camelsms.observe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.Count;
import io.github.camelsms.store.SmsMessageState;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.health.WritableHealthCheckRepository;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Readiness check of an account, shared by all producers that send through it. It is down while the service rejects the
 * credentials or cannot be reached, and while a message waits for too long.
 */
public final class AccountHealth extends AbstractHealthCheck {

    /** Time of throttled requests before the account is not ready. */
    private static final Duration MAX_THROTTLED = Duration.ofMinutes(3);

    private final ObservedAccount account;
    private final CamelContext context;
    private boolean isRegistered;

    public AccountHealth(ObservedAccount account, CamelContext context) {
        super("camel", "producer:" + account.component() + "-" + account.label());
        this.account = account;
        this.context = context;
    }

    public synchronized void register() {
        WritableHealthCheckRepository repository = repository();
        if (repository != null && !isRegistered) {
            repository.addHealthCheck(this);
            isRegistered = true;
        }
    }

    /** Removes the check if it is registered. Camel would otherwise remove another check with the same id. */
    public synchronized void unregister() {
        WritableHealthCheckRepository repository = repository();
        if (repository != null && isRegistered) {
            repository.removeHealthCheck(this);
            isRegistered = false;
        }
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        builder.detail("sms.account", account.label());
        SendFigures figures = account.sending();
        StoreFigures store = account.storeFigures();
        Duration oldestStored = store == null ? null : store.oldest();
        String complaint = figures == null ? null : complaint(figures, oldestStored);
        List<@Nullable String> warnings = new ArrayList<>();
        if (figures != null) {
            builder.detail("sms.sending", figures.sending().name());
            builder.detail("sms.pending", figures.waiting());
            builder.detail("sms.oldest.millis", figures.oldest().toMillis());
            if (figures.sending() == SendFigures.Sending.THROTTLED) {
                builder.detail("sms.throttled.millis", account.monitor().throttledFor().toMillis());
                warnings.add(figures.trouble());
            }
        }
        String otherSender = account.monitor().statuses().otherSender();
        if (otherSender != null) {
            warnings.add(otherSender + "; another application probably uses this account with another store");
        }
        if (!warnings.isEmpty()) {
            builder.detail("sms.warning", String.join("; ", warnings));
        }
        Map<SmsMessageState, Long> stored = store == null ? Map.of() : store.counts();
        if (!stored.isEmpty()) {
            builder.detail("sms.stored.waiting", stored.get(SmsMessageState.WAITING));
            builder.detail("sms.unknown", stored.get(SmsMessageState.UNKNOWN));
            builder.detail("sms.parked", stored.get(SmsMessageState.PARKED));
        }
        if (oldestStored != null) {
            builder.detail("sms.stored.oldest.millis", oldestStored.toMillis());
        }
        Ownership ownership = account.ownership();
        if (ownership != null) {
            Ownership.Owner owner = ownership.owner();
            builder.detail("sms.node", ownership.node());
            builder.detail("sms.owner", owner == null ? "none" : owner.node());
        }
        if (complaint == null) {
            builder.up();
        } else {
            builder.message(complaint);
            // Spring Boot's health shows only the details.
            builder.detail("sms.reason", complaint);
            builder.down();
        }
    }

    /** Returns why the account is not ready, for operators, or null if it is ready. */
    private @Nullable String complaint(SendFigures figures, @Nullable Duration oldestStored) {
        if (figures.sending() == SendFigures.Sending.HALTED) {
            return "SMS account halted: " + figures.trouble();
        }
        boolean isThrottled = figures.sending() == SendFigures.Sending.THROTTLED;
        if (isThrottled && account.monitor().throttledFor().compareTo(MAX_THROTTLED) > 0) {
            return "SMS account throttled: " + figures.trouble();
        }
        if (figures.trouble() != null && !isThrottled) {
            return "SMS service unavailable: " + figures.trouble();
        }
        boolean isSuspended = figures.sending() == SendFigures.Sending.SUSPENDED;
        String complaint = tooOld(
                "the oldest of " + Count.of(figures.waiting(), "message"), figures.oldest(), account.maxBacklogAge(),
                isSuspended);
        return complaint != null || oldestStored == null
                ? complaint
                : tooOld("the oldest message in the message store", oldestStored, account.maxStoredAge(), isSuspended);
    }

    /** Returns an error with the remedy if a message has waited for longer than the maximum age, otherwise null. */
    public static @Nullable String tooOld(String message, Duration age, Duration maxAge, boolean isSuspended) {
        if (age.compareTo(maxAge) <= 0) {
            return null;
        }
        return "SMS backlog: " + message + " has waited for " + age.toSeconds() + " s, longer than healthMaxBacklogAge ("
               + maxAge.toSeconds() + " s)"
               + (isSuspended
                       ? "; sending is suspended: call resumeSending"
                       : ". Check that the account or the node that owns it sends, and the rate of the contract; or increase healthMaxBacklogAge");
    }

    private @Nullable WritableHealthCheckRepository repository() {
        return HealthCheckHelper.getHealthCheckRepository(context, "producers", WritableHealthCheckRepository.class);
    }
}
