package io.github.camelsms.benchmarks.paced;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.backlog.BacklogSender;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.server.Counts;

/**
 * A row in one round: a sender with its own service. Served requests are counted at the service, from one arrival to
 * another, so that the result does not depend on the phase of the clock.
 */
final class PacedRun {

    static final String SHARE = "share of 200 messages/s";
    static final String SHARE_LATER = "share after the first tenth";
    static final String THROTTLED = "requests throttled, %";
    static final String LOST = "messages lost";
    static final String DUPLICATES = "messages twice";

    private static final double BATCH = 200;
    private static final int TIMER_THREADS = 8;

    private final String row;
    private final BacklogSender sender;
    private final ServerProcess.Service service;
    private Counts early = Counts.NONE;
    private Counts counts = Counts.NONE;

    PacedRun(String row, BacklogSender sender, ServerProcess.Service service) {
        this.row = row;
        this.sender = sender;
        this.service = service;
    }

    String row() {
        return row;
    }

    /** Runs all, started evenly within one second, so that they do not all send at the same times. */
    static void runAll(List<PacedRun> runs, int seconds) throws Exception {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(TIMER_THREADS);
        try {
            List<Future<?>> steps = new ArrayList<>();
            for (int i = 0; i < runs.size(); i++) {
                PacedRun run = runs.get(i);
                long start = 1_000_000L * i / runs.size();
                steps.add(timer.schedule(step(run.sender::start), start, TimeUnit.MICROSECONDS));
                steps.add(timer.schedule(step(run::note), start + seconds * 100_000L, TimeUnit.MICROSECONDS));
                steps.add(timer.schedule(step(run::stop), start + seconds * 1_000_000L, TimeUnit.MICROSECONDS));
            }
            for (Future<?> step : steps) {
                step.get();
            }
        } finally {
            timer.shutdownNow();
        }
    }

    private static Callable<Boolean> step(Step step) {
        return () -> {
            step.run();
            return true;
        };
    }

    /** Records the pace so far; the rest is also counted separately. */
    private void note() throws IOException, InterruptedException {
        early = service.counts();
    }

    /** Ends the measurement. */
    private void stop() throws IOException, InterruptedException {
        counts = service.counts();
        sender.stop();
    }

    /**
     * Returns the figures when all messages have their result.
     *
     * @throws IllegalStateException if callers received more accepted results than the service accepted messages
     */
    Sample sample() throws IOException, InterruptedException {
        sender.awaitEnd();
        Counts end = service.counts();
        if (sender.accepted() > end.accepted()) {
            throw new IllegalStateException(
                    row + ": callers received " + sender.accepted() + " accepted results, but the service accepted "
                                            + end.accepted() + " messages");
        }
        double laterSeconds = (counts.lastServedNanos() - early.lastServedNanos()) / 1e9;
        double fullness = counts.messagesEach() / BATCH;
        Sample sample = new Sample();
        sample.put(SHARE, counts.servedPerSecond() * fullness);
        sample.put(SHARE_LATER, (counts.served() - early.served()) / laterSeconds * fullness);
        sample.put(THROTTLED, 100.0 * end.throttled() / end.requests());
        sample.put(LOST, sender.lost());
        sample.put(DUPLICATES, end.duplicates());
        return sample;
    }

    @FunctionalInterface
    private interface Step {

        void run() throws Exception;
    }
}
