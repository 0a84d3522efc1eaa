package io.github.camelsms.benchmarks.latency;

import java.util.Random;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.report.Times;

/**
 * Single messages, with a pause before each.
 *
 * @param count       messages per round
 * @param randomPause maximum random addition to the pause, in milliseconds
 * @param resource    closed with the row
 */
record LoneMessages(String name, int count, int randomPause, Call call, AutoCloseable resource) implements Contestant {

    static final String MEDIAN = "median ms";
    static final long PAUSE_MILLIS = 5;

    @Override
    public void measure(Sample sample) throws Exception {
        Times times = new Times();
        Random random = new Random(1);
        for (int i = 0; i < count; i++) {
            Thread.sleep(PAUSE_MILLIS + random.nextInt(randomPause + 1));
            long start = System.nanoTime();
            times.add(call.make(i) - start);
        }
        sample.put(MEDIAN, times.millis(50));
        sample.put("p99 ms", times.millis(99));
    }

    @Override
    public void close() throws Exception {
        resource.close();
    }

    /** Sends a message, waits for its result, and returns the time of the result. */
    @FunctionalInterface
    interface Call {

        long make(int number) throws Exception;
    }
}
