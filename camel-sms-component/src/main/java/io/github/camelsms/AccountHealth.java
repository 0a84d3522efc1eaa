package io.github.camelsms;

import java.time.Duration;
import java.util.Map;

import io.github.camelsms.monitor.SendFigures;
import org.jspecify.annotations.Nullable;

import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.health.WritableHealthCheckRepository;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Readiness of an account to send: down while the service refuses its credentials or cannot be reached, and when
 * messages have waited for too long.
 */
final class AccountHealth extends AbstractHealthCheck {

    private final SmsAccount account;
    private final Duration maxBacklogAge;

    private AccountHealth(SmsAccount account, SmsEndpoint endpoint) {
        super("camel", "producer:sms-" + account.label() + "-" + Integer.toHexString(System.identityHashCode(endpoint)));
        this.account = account;
        this.maxBacklogAge = SmsOptions.maxBacklogAge(endpoint.getConfiguration());
    }

    static @Nullable AccountHealth register(SmsAccount account, SmsEndpoint endpoint) {
        WritableHealthCheckRepository repository = repository(endpoint);
        if (repository == null) {
            return null;
        }
        AccountHealth check = new AccountHealth(account, endpoint);
        check.setEnabled(endpoint.getComponent().isHealthCheckProducerEnabled());
        repository.addHealthCheck(check);
        return check;
    }

    static void unregister(@Nullable AccountHealth check, SmsEndpoint endpoint) {
        WritableHealthCheckRepository repository = check == null ? null : repository(endpoint);
        if (repository != null) {
            repository.removeHealthCheck(check);
        }
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        builder.detail("sms.account", account.label());
        SendFigures figures = account.sending();
        String complaint = figures == null ? null : complaint(figures);
        if (figures != null) {
            builder.detail("sms.sending", figures.sending().name());
            builder.detail("sms.pending", figures.waiting());
            builder.detail("sms.oldest.millis", figures.oldest().toMillis());
        }
        if (complaint == null) {
            builder.up();
        } else {
            builder.message(complaint);
            // Spring Boot's health shows details and no message.
            builder.detail("sms.reason", complaint);
            builder.down();
        }
    }

    private @Nullable String complaint(SendFigures figures) {
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

    private static @Nullable WritableHealthCheckRepository repository(SmsEndpoint endpoint) {
        return HealthCheckHelper.getHealthCheckRepository(
                endpoint.getCamelContext(), "producers", WritableHealthCheckRepository.class);
    }
}
