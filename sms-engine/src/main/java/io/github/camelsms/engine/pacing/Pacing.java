package io.github.camelsms.engine.pacing;

/**
 * Strategy for counting the interval between two requests of an account.
 */
public enum Pacing {

    /**
     * As close to the interval as the network allows. The arrival of each request is estimated from its round-trip
     * time, and a 429 raises the safety margin.
     */
    adaptive,

    /**
     * From the previous response. The service never receives two requests closer than the interval, at the cost of one
     * round trip for each request.
     */
    strict
}
