package io.github.camelsms.observe;

import java.time.Duration;
import java.util.Map;

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

    private final ObservedAccount account;
    private final CamelContext context;

    public AccountHealth(ObservedAccount account, CamelContext context) {
        super("camel", "producer:" + account.component() + "-" + account.label());
        this.account = account;
        this.context = context;
    }

    public void register() {
        WritableHealthCheckRepository repository = repository();
        if (repository != null) {
            repository.addHealthCheck(this);
        }
    }

    public void unregister() {
        WritableHealthCheckRepository repository = repository();
        if (repository != null) {
            repository.removeHealthCheck(this);
        }
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        builder.detail("sms.account", account.label());
        SendFigures figures = account.sending();
        StoreFigures store = account.storeFigures();
        Duration oldestStored = store == null ? null : store.oldest();
        String complaint = figures == null ? null : complaint(figures, account.maxBacklogAge());
        if (complaint == null && figures != null && oldestStored != null) {
            complaint = complaint(figures, oldestStored, account.maxStoredAge());
        }
        if (figures != null) {
            builder.detail("sms.sending", figures.sending().name());
            builder.detail("sms.pending", figures.waiting());
            builder.detail("sms.oldest.millis", figures.oldest().toMillis());
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
    public static @Nullable String complaint(SendFigures figures, Duration maxBacklogAge) {
        if (figures.sending() == SendFigures.Sending.HALTED) {
            return "SMS account halted: " + figures.trouble();
        }
        if (figures.trouble() != null) {
            return "SMS service not reached: " + figures.trouble();
        }
        if (figures.oldest().compareTo(maxBacklogAge) > 0) {
            return "SMS backlog: the oldest of " + figures.waiting() + " messages has waited for "
                   + figures.oldest().toSeconds() + " s, longer than healthMaxBacklogAge (" + maxBacklogAge.toSeconds()
                   + " s)" + (figures.sending() == SendFigures.Sending.SUSPENDED ? "; sending is suspended" : "");
        }
        return null;
    }

    /** Returns why messages in the message store wait for too long, with the remedy, or null if they do not. */
    private static @Nullable String complaint(SendFigures figures, Duration oldest, Duration maxAge) {
        if (oldest.compareTo(maxAge) <= 0) {
            return null;
        }
        return "SMS backlog: the oldest message in the message store has waited for " + oldest.toSeconds()
               + " s, longer than healthMaxBacklogAge (" + maxAge.toSeconds() + " s)"
               + (figures.sending() == SendFigures.Sending.SUSPENDED
                       ? "; sending is suspended: call resumeSending"
                       : ". Check that a node owns the account and sends, and the rate of the contract; or increase healthMaxBacklogAge");
    }

    private @Nullable WritableHealthCheckRepository repository() {
        return HealthCheckHelper.getHealthCheckRepository(context, "producers", WritableHealthCheckRepository.class);
    }
}
