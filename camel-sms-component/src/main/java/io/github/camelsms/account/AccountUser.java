package io.github.camelsms.account;

import java.time.Duration;
import java.util.Set;

import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.stored.ReconciliationSettings;

/**
 * User of an account, usually the producer or consumer of an endpoint, with its settings.
 *
 * @param name                 name in error messages
 * @param component            name of its component in the Camel context
 * @param service              settings of the HTTP client
 * @param engine               settings of the engine
 * @param reconciliation       settings for messages of unknown outcome
 * @param requestsPerSecond    the account's limit as configured
 * @param maxBacklogAge        maximum age of a waiting message before health is down
 * @param maxStoredAge         maximum age of a message that waits in the message store before health is down
 * @param isHealthCheckEnabled whether the account's health check is enabled
 * @param explicit             names of the shared options that the user sets itself; it follows its account in the
 *                             others
 */
public record AccountUser(String name, String component, SmsServiceSettings service, EngineSettings engine,
        ReconciliationSettings reconciliation, double requestsPerSecond, Duration maxBacklogAge, Duration maxStoredAge,
        boolean isHealthCheckEnabled, Set<String> explicit) {

    /** Maximum age without effect: messages can be of any age. */
    public static final Duration ANY_AGE = Duration.ofSeconds(Long.MAX_VALUE);

    /** Returns this user with other shared settings. */
    AccountUser with(
            SmsServiceSettings otherService, EngineSettings otherDispatch, ReconciliationSettings otherReconciliation,
            double otherRequestsPerSecond) {
        return new AccountUser(
                name, component, otherService, otherDispatch, otherReconciliation, otherRequestsPerSecond, maxBacklogAge,
                maxStoredAge, isHealthCheckEnabled, explicit);
    }

    /** Returns the account that these settings belong to. */
    public AccountKey account() {
        return new AccountKey(service.baseUrl().toString(), service.username());
    }
}
