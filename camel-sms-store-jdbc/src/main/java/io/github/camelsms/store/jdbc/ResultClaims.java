package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.Visibility;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes that consumers have claimed, in memory: without a write, a claim hides an outcome from the other consumers
 * of this process. For a database that belongs to it; always empty otherwise. Thread-safe.
 */
final class ResultClaims {

    private final Map<SmsMessageRevision, Claim> claims = new ConcurrentHashMap<>();

    /**
     * Claim of an outcome.
     *
     * @param until      when it ends
     * @param deliveries number of deliveries, including this one
     */
    private record Claim(long until, int deliveries) {

        /** Returns whether it has ended, or the clock was set back since then. */
        boolean hasEnded(long now) {
            return until <= now || until > Hiding.until(now, Visibility.MAX_HIDDEN_TIME);
        }

        /** Returns whether it ended so long ago that its outcome is probably not offered any more. */
        boolean isForgotten(long now) {
            return until <= now - Visibility.MAX_HIDDEN_TIME.toMillis();
        }
    }

    /**
     * Change of a claim.
     *
     * @param before claim that had ended, or null
     */
    private record Claimed(SmsMessageRevision outcome, Claim claim, @Nullable Claim before) {
    }

    /** Claims of one call, which can be repeated. */
    final class Call {

        private final List<Claimed> claimed = new ArrayList<>();

        /**
         * Claims the first visible outcomes that no other call has claimed, and returns them. If the transaction fails,
         * {@link #undo()} must be called.
         *
         * @param visible outcomes that are visible in the database, at least as many as are claimed and {@link #size()}
         */
        List<OfferedResult> claim(List<OfferedResult> visible, int max, long now, Duration visibility) {
            undo();
            List<OfferedResult> offered = new ArrayList<>(Math.min(max, visible.size()));
            for (OfferedResult each : visible) {
                Claim before = claims.get(each.key());
                if (offered.size() < max && (before == null || before.hasEnded(now))) {
                    int deliveries = before == null ? each.deliveries() : before.deliveries;
                    Claim claim = new Claim(Hiding.until(now, visibility), deliveries + 1);
                    claims.put(each.key(), claim);
                    claimed.add(new Claimed(each.key(), claim, before));
                    offered.add(new OfferedResult(each.key(), deliveries));
                }
            }
            claims.values().removeIf(claim -> claim.isForgotten(now));
            return offered;
        }

        /** Ends the claims of an attempt that has failed. Those before are kept for their number of deliveries. */
        void undo() {
            for (Claimed each : claimed) {
                claims.computeIfPresent(
                        each.outcome, (outcome, current) -> current.equals(each.claim) ? each.before : current);
            }
            claimed.clear();
        }
    }

    /** Returns the number of claims, including some that have ended. */
    int size() {
        return claims.size();
    }

    boolean contain(SmsMessageRevision outcome) {
        return claims.containsKey(outcome);
    }

    /** Ends claims, because the database now tells what happens to their outcomes. */
    void end(Collection<SmsMessageRevision> outcomes) {
        outcomes.forEach(claims::remove);
    }
}
