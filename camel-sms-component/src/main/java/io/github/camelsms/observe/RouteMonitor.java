package io.github.camelsms.observe;

import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Routes in which the exchanges of an account's delivery statuses or outcomes fail. Thread-safe.
 */
public final class RouteMonitor {

    private final InstantSource clock;
    private final Recent<Incident> incidents;
    /** One for each route whose exchanges fail. One that has ended in the meantime does not count. */
    private final Map<Outage, Source> outages = new ConcurrentHashMap<>();

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
    }

    /**
     * Records that the exchanges of a route fail from now on.
     *
     * @param outage that of the route, which has begun
     */
    public void failing(Source source, Outage outage, String reason) {
        outages.put(outage, source);
        incidents.add(new Incident(clock.instant(), Incident.Kind.ROUTE, reason));
    }

    /** Records that the outage of a route has ended. */
    public void ended(Outage outage) {
        outages.remove(outage);
    }

    /** Returns whether the exchanges of any route fail. */
    public boolean isFailing(Source source) {
        return outages.entrySet().stream().anyMatch(each -> each.getValue() == source && each.getKey().isOpen());
    }
}
