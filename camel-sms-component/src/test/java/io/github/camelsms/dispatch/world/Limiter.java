package io.github.camelsms.dispatch.world;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/**
 * How a service counts requests. Each of them admits requests that arrive an interval apart, but for the fickle one.
 */
interface Limiter {

    /** Whether a request that arrives now, not earlier than the ones before, is admitted. */
    boolean admits(long now);

    /** Admits all. */
    static Limiter none() {
        return now -> true;
    }

    /** At most some requests in any window; those refused count too if the service is strict. */
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

    /** At most some requests in each window of a clock that knows nothing of us. */
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

    /** A bucket that starts full and gets one token for each interval. */
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

    /** Each request an interval after the last one admitted. */
    static Limiter minimumInterval(long interval) {
        return sliding(1, interval, false);
    }

    /** Now one limiter, now a slower one, now none. */
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
