package io.github.camelsms.simulator;

/** The order of the results in a response to {@code POST /v1/send}. */
public enum ResultOrder {
    /** The order of the messages in the request. */
    INPUT,
    /** Last message first. */
    REVERSED,
    /** A random order, from the seed. */
    SHUFFLED
}
