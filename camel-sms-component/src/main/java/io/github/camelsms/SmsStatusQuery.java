package io.github.camelsms;

/**
 * Selection of the statuses that an <code>sms:status</code> endpoint queries.
 */
public enum SmsStatusQuery {

    /** Statuses not consulted yet. The service returns each of them only once. */
    notConsulted,

    /** Statuses of messages sent on a date. They can be queried repeatedly. */
    byDate
}
