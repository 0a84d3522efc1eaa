package io.github.camelsms.observe;

import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Routes in which the exchanges of an account's delivery statuses or outcomes fail. Thread-safe.
 */
public final class RouteMonitor {

    private final InstantSource clock;
    private final Recent<Incident> incidents;
    private final Map<Source, Set<Object>> failing = new EnumMap<>(Source.class);

    /** What a route consumes. */
    public enum Source {
        /** Delivery statuses. */
        STATUSES,
        /** Outcomes of stored messages. */
        RESULTS
    }

    RouteMonitor(InstantSource clock, Recent<Incident> incidents) {
        this.clock = clock;
        this.incidents = incidents;
        for (Source source : Source.values()) {
            failing.put(source, ConcurrentHashMap.newKeySet());
        }
    }

    /**
     * Records that the exchanges of a route fail from now on.
     *
     * @param consumer of the route
     */
    public void failing(Source source, Object consumer, String reason) {
        consumers(source).add(consumer);
        incidents.add(new Incident(clock.instant(), Incident.Kind.ROUTE, reason));
    }

    /** Records that the exchanges of a route no longer fail, or that there are none. */
    public void works(Source source, Object consumer) {
        consumers(source).remove(consumer);
    }

    /** Returns whether the exchanges of any route fail. */
    public boolean isFailing(Source source) {
        return !consumers(source).isEmpty();
    }

    @SuppressWarnings("NullAway")
    private Set<Object> consumers(Source source) {
        return failing.get(source);
    }
}
