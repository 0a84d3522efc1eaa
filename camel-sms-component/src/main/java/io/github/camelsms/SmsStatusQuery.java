package io.github.camelsms;

/**
 * Which statuses an <code>sms:status</code> endpoint reads.
 */
public enum SmsStatusQuery {

    /** Those not consulted yet. The service answers each of them once only. */
    notConsulted,

    /** Those of messages sent on a date, as often as you like. */
    byDate
}
