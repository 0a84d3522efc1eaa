package io.github.camelsms.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What the engine knows of an account and needs after a restart. Holds no secret.
 *
 * @param pace       what the pacer has learned, in its own format, or null
 * @param hold       how long no request may leave from now on, zero or more: the interval, or a pause that the service
 *                   asked for
 * @param haltCode   the service's code for refused credentials, or null if the account is not halted
 * @param haltReason the service's reason, or null
 */
public record SmsAccountState(@Nullable String pace, Duration hold, @Nullable Integer haltCode,
        @Nullable String haltReason) {

    /** The state of an account of which nothing was saved. */
    public static final SmsAccountState NEW = new SmsAccountState(null, Duration.ZERO, null, null);
}
