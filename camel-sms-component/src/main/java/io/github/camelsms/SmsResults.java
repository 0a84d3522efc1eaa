package io.github.camelsms;

/**
 * Which results an exchange of many messages gets as its body.
 */
public enum SmsResults {

    /** One result per message, in input order. */
    all,

    /** Only the results of messages that were not accepted, in input order. */
    problems,

    /** No results, only the count headers, so that the response to millions of messages fits in memory. */
    counts
}
