package io.github.camelsms.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * State of an account that the engine needs after a restart. Contains no secrets.
 *
 * @param pace       learned state of the pacer, in its own format, or null
 * @param hold       time from now during which no request may be sent, zero or more: the interval, or a delay that the
 *                   service requested
 * @param haltCode   the service's code for rejected credentials, or null if the account is not halted
 * @param haltReason the service's reason, or null
 */
public record SmsAccountState(@Nullable String pace, Duration hold, @Nullable Integer haltCode,
        @Nullable String haltReason) {

    /** State of an account without saved state. */
    public static final SmsAccountState NEW = new SmsAccountState(null, Duration.ZERO, null, null);
}
