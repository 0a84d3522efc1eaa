package io.github.camelsms.dispatch.pacing;

/**
 * How the interval between two requests of an account is counted.
 */
public enum Pacing {

    /**
     * As close to the interval as the network allows: the time at which a request reached the service is bounded by its
     * answer and by the shortest round trip seen, and a 429 widens the margin.
     */
    adaptive,

    /**
     * From the previous response: the service never sees two requests closer than the interval, at the cost of one
     * round trip each time.
     */
    strict
}
