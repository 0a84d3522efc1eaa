package io.github.camelsms.account;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.engine.EngineState;
import org.jspecify.annotations.Nullable;

/**
 * Rate-limit state of accounts that outlives a restart of the component, because the service continues to count.
 * Thread-safe.
 */
public final class KeptPaces {

    private final Map<AccountKey, KeptPace> paces = new LinkedHashMap<>();
    private final int maxAccounts;

    /**
     * State of one account when the component stopped. Times are those of the {@link SystemClock}, in nanoseconds.
     *
     * @param notBefore     earliest departure of its next request
     * @param closedAt      when it stopped; none of its requests arrived later
     * @param intervalNanos its interval
     * @param rejected      settings with the rejected credentials, or null
     */
    record KeptPace(long notBefore, long closedAt, long intervalNanos, @Nullable SmsServiceSettings rejected) {

        /**
         * @param isTerminated whether requests were ended without a response, so that they may arrive as late as now
         */
        static KeptPace of(EngineState state, AccountUser user, boolean isTerminated, long now) {
            long interval = user.engine().intervalNanos();
            Long slot = state.slotOpensAt();
            long latest = isTerminated || slot == null ? now + interval : 0;
            return new KeptPace(
                    slot == null ? latest : Math.max(slot, latest), now, interval,
                    state.credentialsRejected() ? user.service() : null);
        }

        /** Returns the earliest departure with these settings. Other credentials do not wait for the end of a halt. */
        long notBefore(long newIntervalNanos, SmsServiceSettings settings) {
            boolean isCorrected = rejected != null && !rejected.password().equals(settings.password());
            long slot = isCorrected ? Math.min(notBefore, closedAt + intervalNanos) : notBefore;
            return slot + Math.max(0, newIntervalNanos - intervalNanos);
        }
    }

    /**
     * @param maxAccounts accounts to keep, 1 or more; the oldest entries are evicted
     */
    public KeptPaces(int maxAccounts) {
        this.maxAccounts = maxAccounts;
    }

    synchronized void keep(AccountKey account, KeptPace pace) {
        paces.remove(account);
        paces.put(account, pace);
        if (paces.size() > maxAccounts) {
            paces.remove(paces.keySet().iterator().next());
        }
    }

    synchronized Optional<KeptPace> of(AccountKey account) {
        return Optional.ofNullable(paces.get(account));
    }
}
