package io.github.camelsms.sample.nodes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measurements during disturbances of nodes and database. Thread-safe.
 */
final class Figures {

    /** Time after a frozen process continues in which its requests may be late. */
    private static final long WINDOW_NANOS = Duration.ofSeconds(2).toNanos();
    private static final long CLOCK_NANOS = Duration.ofMillis(1).toNanos();

    private final Map<Disturbance.Cause, List<Duration>> takeOvers = new EnumMap<>(Disturbance.Cause.class);
    private final Map<Disturbance.Cause, Integer> disturbances = new EnumMap<>(Disturbance.Cause.class);
    private final Map<String, Long> released = new HashMap<>();
    /** Times of hand-overs, by whether nothing else was disturbed. */
    private final Map<Boolean, List<Duration>> handOvers = new HashMap<>();
    private boolean isOneDisturbed = true;
    private final List<Long> thawed = new ArrayList<>();
    /** Start and end of periods in which all nodes lived and all accounts had owners. */
    private final List<long[]> calm = new ArrayList<>();

    synchronized void disturbed(Disturbance.Cause cause) {
        disturbances.merge(cause, 1, Integer::sum);
    }

    synchronized void tookOver(Disturbance.Cause cause, Duration time) {
        takeOvers.computeIfAbsent(cause, key -> new ArrayList<>()).add(time);
    }

    synchronized void thawed(long time) {
        thawed.add(time);
    }

    /** Records that a stopping node has released an account. */
    synchronized void released(String account, long time) {
        released.put(account, time);
    }

    synchronized void acquired(String account, long time) {
        Long since = released.remove(account);
        if (since != null) {
            handOvers.computeIfAbsent(isOneDisturbed, key -> new ArrayList<>()).add(Duration.ofNanos(time - since));
        }
    }

    /** Notes whether the next disturbance comes alone, so that the other nodes can take over from a node that stops. */
    synchronized void disturbing(boolean isOne) {
        isOneDisturbed = isOne;
    }

    /**
     * Returns the longest time from the release of an account by a stopping node to its next owner.
     *
     * @param isOne while nothing else was disturbed, or only while another node or the database was
     */
    synchronized Duration longestHandOver(boolean isOne) {
        return Collections.max(handOvers.getOrDefault(isOne, List.of(Duration.ZERO)));
    }

    synchronized void calm(long begin, long end) {
        calm.add(new long[] { begin, end });
    }

    synchronized Map<Disturbance.Cause, Integer> disturbances() {
        return Map.copyOf(disturbances);
    }

    /** Returns the longest time from the disturbance to a request of a new owner. */
    synchronized Duration longest(Disturbance.Cause cause) {
        return Collections.max(takeOvers.getOrDefault(cause, List.of(Duration.ZERO)));
    }

    /**
     * Returns how many requests followed another of their account too early.
     *
     * @param isInWindow whether to count those soon after a frozen process continued, or all others
     */
    synchronized long tooClose(List<ServiceAccount> accounts, boolean isInWindow) {
        long count = 0;
        for (ServiceAccount account : accounts) {
            List<Long> arrivals = account.arrivals();
            for (int i = 1; i < arrivals.size(); i++) {
                long previous = arrivals.get(i - 1);
                long arrival = arrivals.get(i);
                boolean isClose = arrival - previous < ServiceAccount.INTERVAL_NANOS - CLOCK_NANOS;
                // The request of a process that continues is close to the one before it and to the one after it.
                boolean isAfterFreeze = isAfterFreeze(previous) || isAfterFreeze(arrival);
                count += isClose && isAfterFreeze == isInWindow ? 1 : 0;
            }
        }
        return count;
    }

    private boolean isAfterFreeze(long arrival) {
        return thawed.stream().anyMatch(time -> arrival >= time && arrival - time < WINDOW_NANOS);
    }

    /** Returns the share of the allowed requests that arrived in undisturbed periods. */
    synchronized double share(List<ServiceAccount> accounts) {
        long requests = 0;
        long nanos = 0;
        for (ServiceAccount account : accounts) {
            List<Long> arrivals = account.arrivals();
            for (long[] window : calm) {
                List<Long> within = arrivals.stream().filter(time -> time >= window[0] && time <= window[1]).toList();
                if (within.size() > 1) {
                    requests += within.size() - 1;
                    nanos += within.get(within.size() - 1) - within.get(0);
                }
            }
        }
        return nanos == 0 ? 0 : requests * (double) ServiceAccount.INTERVAL_NANOS / nanos;
    }

    /** Returns the lines of a table: for each disturbance its number, and the times until a new owner sent. */
    synchronized String takeOverTable() {
        StringBuilder table = new StringBuilder();
        disturbances.forEach((cause, number) -> {
            List<Duration> times = new ArrayList<>(takeOvers.getOrDefault(cause, List.of()));
            Collections.sort(times);
            String text = times.isEmpty()
                    ? "-"
                    : String.format(
                            Locale.ROOT, "%.1f / %.1f / %.1f s", seconds(times.get(0)), seconds(times.get(times.size() / 2)),
                            seconds(times.get(times.size() - 1)));
            table.append(String.format(Locale.ROOT, "| %-15s | %4d | %5d | %-20s |%n", cause, number, times.size(), text));
        });
        return table.toString();
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }
}
