package io.github.camelsms;

/**
 * Selection of the results in the body of an exchange of many messages.
 */
public enum SmsResults {

    /** One result for each message, in input order. */
    all,

    /** Only the results of messages that were not accepted, in input order. */
    problems,

    /** No results, only the count headers, so that an exchange of millions of messages fits in memory. */
    counts
}
