package io.github.camelsms.store;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Owner of an account.
 *
 * @param since     when it acquired the account
 * @param until     when its lease expires unless it is renewed; in the past if no other node has taken over yet
 * @param isExpired whether that time has passed by the store's clock
 * @param isAnyDue  whether the account has messages that can be claimed now or have expired
 * @param wantedBy  the other node that tried to acquire the account last, within {@link AccountLeases#WAITING_TIMEOUT},
 *                  or null
 */
public record SmsOwner(String account, String node, long epoch, Instant since, Instant until, boolean isExpired,
        boolean isAnyDue, @Nullable String wantedBy) {
}
