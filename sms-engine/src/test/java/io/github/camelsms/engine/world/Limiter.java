package io.github.camelsms.engine.world;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/**
 * Rate limiters of a service. Each admits requests that arrive an interval apart, except the fickle one.
 */
interface Limiter {

    /** Returns whether a request is admitted that arrives now, not earlier than the previous one. */
    boolean admits(long now);

    /** Admits each request. */
    static Limiter none() {
        return now -> true;
    }

    /** Sliding window; throttled requests count if the service is strict. */
    static Limiter sliding(int requests, long window, boolean countsRefused) {
        Deque<Long> counted = new ArrayDeque<>();
        return now -> {
            while (!counted.isEmpty() && counted.peekFirst() <= now - window) {
                counted.removeFirst();
            }
            boolean admitted = counted.size() < requests;
            if (admitted || countsRefused) {
                counted.addLast(now);
            }
            return admitted;
        };
    }

    /** Fixed windows of an independent clock. */
    static Limiter fixed(int requests, long window, long offset) {
        long[] current = { -1, 0 };
        return now -> {
            long number = (now + offset) / window;
            if (number != current[0]) {
                current[0] = number;
                current[1] = 0;
            }
            return current[1]++ < requests;
        };
    }

    /** Token bucket that starts full and gains one token per interval. */
    static Limiter bucket(int capacity, long interval) {
        long[] credit = { capacity * interval, 0 };
        return now -> {
            credit[0] = Math.min(capacity * interval, credit[0] + now - credit[1]);
            credit[1] = now;
            boolean admitted = credit[0] >= interval;
            credit[0] -= admitted ? interval : 0;
            return admitted;
        };
    }

    /** Admits a request an interval after the last admitted one. */
    static Limiter minimumInterval(long interval) {
        return sliding(1, interval, false);
    }

    /** Changes between a limiter, a slower one and none. */
    static Limiter fickle(long interval, SplittableRandom random) {
        Limiter[] all = { none(), minimumInterval(interval), minimumInterval(2 * interval), sliding(1, interval, true) };
        return now -> {
            if (random.nextInt(5) == 0) {
                int mood = random.nextInt(all.length);
                Limiter first = all[0];
                all[0] = all[mood];
                all[mood] = first;
            }
            return all[0].admits(now);
        };
    }
}
