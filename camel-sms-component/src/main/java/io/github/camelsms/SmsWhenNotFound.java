package io.github.camelsms;

/**
 * Handling of a message of unknown outcome of which the service has no record after <code>reconcileFor</code>.
 */
public enum SmsWhenNotFound {

    /** The message is PARKED, and an operator decides. */
    park,

    /** The message is resent. */
    resend
}
