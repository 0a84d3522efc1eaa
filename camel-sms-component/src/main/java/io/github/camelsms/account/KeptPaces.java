package io.github.camelsms.account;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import io.github.camelsms.client.SmsServiceSettings;
import org.jspecify.annotations.Nullable;

/**
 * When the next request of each account may leave, while the component restarts: the service goes on counting.
 * Thread-safe.
 */
public final class KeptPaces {

    private final Map<AccountKey, KeptPace> paces = new LinkedHashMap<>();
    private final int most;

    /**
     * What one account had when the component stopped. Times are of the {@link SystemClock}, in nanoseconds.
     *
     * @param notBefore     when its next request may leave, after its interval and after what the service asked for
     * @param closedAt      when it stopped; no request of it arrived later
     * @param intervalNanos its interval
     * @param refused       the settings whose credentials the service had refused, or null
     */
    record KeptPace(long notBefore, long closedAt, long intervalNanos, @Nullable SmsServiceSettings refused) {

        /** When the first request with these settings may leave. Other credentials need not wait out a halt. */
        long notBefore(long newIntervalNanos, SmsServiceSettings settings) {
            boolean isCorrected = refused != null && !refused.password().equals(settings.password());
            long slot = isCorrected ? Math.min(notBefore, closedAt + intervalNanos) : notBefore;
            return slot + Math.max(0, newIntervalNanos - intervalNanos);
        }
    }

    /**
     * @param most accounts to keep, 1 or more; of more than that, those that stopped first are forgotten
     */
    public KeptPaces(int most) {
        this.most = most;
    }

    synchronized void keep(AccountKey account, KeptPace pace) {
        paces.remove(account);
        paces.put(account, pace);
        if (paces.size() > most) {
            paces.remove(paces.keySet().iterator().next());
        }
    }

    synchronized Optional<KeptPace> of(AccountKey account) {
        return Optional.ofNullable(paces.get(account));
    }
}
