package io.github.camelsms.account;

import java.util.Map;

import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.Count;
import io.github.camelsms.store.SmsMessageState;

/**
 * Log of an account's start, the changes of its settings, and its end. Thread-safe.
 */
final class AccountStartLog {

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;

    private final String account;
    private boolean isStarted;

    AccountStartLog(String account) {
        this.account = account;
    }

    synchronized void reading(SmsServiceSettings service) {
        if (!isStarted) {
            LOG.info("SMS account {}: started; reads statuses", account);
            warnIfUnencrypted(service);
            isStarted = true;
        }
    }

    /** Logs one line at the account's start, and one for each change of the send settings. */
    synchronized void sending(AccountUser user, AccountEngine.Change change) {
        EngineSettings settings = user.engine();
        if (!isStarted) {
            warnIfUnencrypted(user.service());
            LOG.info("SMS account {}: started; sends up to {} per request, {} requests per second ({})", account,
                    Count.of(settings.batchSize(), "message"), user.requestsPerSecond(), settings.pacing());
        } else if (change == AccountEngine.Change.CHANGED) {
            LOG.info(
                    "SMS account {}: the settings have changed; sends up to {} per request, {} requests per second ({})",
                    account, Count.of(settings.batchSize(), "message"), user.requestsPerSecond(), settings.pacing());
        } else if (change != AccountEngine.Change.NONE) {
            LOG.debug("SMS account {}: sends up to {} per request, {} requests per second ({})", account,
                    Count.of(settings.batchSize(), "message"), user.requestsPerSecond(), settings.pacing());
        }
        isStarted = true;
    }

    /** Logs how many messages are left in the message store at the end, if there are any. */
    void stored(Map<SmsMessageState, Long> counts) {
        long waiting = counts.getOrDefault(SmsMessageState.WAITING, 0L) + counts.getOrDefault(SmsMessageState.SCHEDULED, 0L);
        long unknown = counts.getOrDefault(SmsMessageState.UNKNOWN, 0L) + counts.getOrDefault(SmsMessageState.SENDING, 0L);
        if (waiting + unknown > 0) {
            LOG.info(
                    "SMS account {}: {} in the message store to be sent, and {} of unknown outcome to be looked up, after the next start or by another node",
                    account, Count.of(waiting, "message stays", "messages stay"), unknown);
        }
    }

    synchronized void stopped() {
        if (isStarted) {
            LOG.info("SMS account {}: stopped", account);
        }
        isStarted = false;
    }

    private void warnIfUnencrypted(SmsServiceSettings service) {
        if (service.isClearText()) {
            LOG.warn(
                    "SMS account {}: user name, password and messages are sent unencrypted, because baseUrl is an http address. Use https, and set requireHttps=true to reject http addresses",
                    account);
        }
    }
}
