package io.github.camelsms.simulator;

/** The order of the items in an answer to {@code POST /v1/send}. */
public enum ResultOrder {
    /** That of the messages in the request. */
    INPUT,
    /** Last message first. */
    REVERSED,
    /** Any, drawn from the seed. */
    SHUFFLED
}
