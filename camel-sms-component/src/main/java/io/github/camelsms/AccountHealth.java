package io.github.camelsms;

import java.util.Map;

import io.github.camelsms.dispatch.DispatcherState;
import org.jspecify.annotations.Nullable;

import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.health.WritableHealthCheckRepository;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Readiness of an account to send: down while the service refuses its credentials or cannot be reached.
 */
final class AccountHealth extends AbstractHealthCheck {

    private final SmsAccount account;

    private AccountHealth(SmsAccount account, SmsEndpoint endpoint) {
        super("camel", "producer:sms-" + account.label() + "-" + Integer.toHexString(System.identityHashCode(endpoint)));
        this.account = account;
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
        DispatcherState state = account.state();
        builder.detail("sms.account", account.label());
        if (state == null || state.trouble() == null) {
            builder.up();
            return;
        }
        builder.detail("sms.pending", state.pendingMessages());
        builder.message(
                state.credentialsRefused()
                        ? "SMS account halted: " + state.trouble() : "SMS service not reached: " + state.trouble());
        builder.down();
    }

    private static @Nullable WritableHealthCheckRepository repository(SmsEndpoint endpoint) {
        return HealthCheckHelper.getHealthCheckRepository(
                endpoint.getCamelContext(), "producers", WritableHealthCheckRepository.class);
    }
}
