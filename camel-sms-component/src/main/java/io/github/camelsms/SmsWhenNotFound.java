package io.github.camelsms;

/**
 * Handling of a message of unknown outcome that the service does not know after <code>reconcileFor</code>.
 */
public enum SmsWhenNotFound {

    /** The message is PARKED, and an operator decides. */
    park,

    /** The message is sent again. */
    resend
}
