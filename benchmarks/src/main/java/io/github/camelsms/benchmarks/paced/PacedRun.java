package io.github.camelsms.benchmarks.paced;

import java.io.IOException;

import io.github.camelsms.benchmarks.ServerGroup;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.backlog.BacklogSender;
import io.github.camelsms.benchmarks.backlog.Tally;
import io.github.camelsms.benchmarks.report.Sample;

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

    private final String row;
    private final BacklogSender sender;
    private final ServerGroup.Service service;
    private ServerGroup.Pace earlyPace = new ServerGroup.Pace(0, 0, 0, 0);
    private ServerProcess.Stats stats = new ServerProcess.Stats(0, 0, 0, 0);
    private ServerGroup.Pace pace = earlyPace;

    PacedRun(String row, BacklogSender sender, ServerGroup.Service service) {
        this.row = row;
        this.sender = sender;
        this.service = service;
    }

    String row() {
        return row;
    }

    void start() throws Exception {
        sender.start();
    }

    /** Records the pace so far; the rest is also counted separately. */
    void note() throws IOException, InterruptedException {
        earlyPace = service.pace();
    }

    /** Ends the measurement. */
    void stop() throws IOException, InterruptedException {
        stats = service.stats();
        pace = service.pace();
        sender.stop();
    }

    /**
     * Returns the figures when all messages have their result.
     *
     * @throws IllegalStateException if callers received more accepted results than the service accepted messages
     */
    Sample sample() throws IOException, InterruptedException {
        sender.awaitEnd();
        ServerProcess.Stats end = service.stats();
        Tally tally = sender.tally();
        if (tally.accepted() > end.accepted()) {
            throw new IllegalStateException(
                    row + ": callers were told of " + tally.accepted()
                                            + " accepted messages, but the service took " + end.accepted());
        }
        double laterSeconds = (pace.lastServedNanos() - earlyPace.lastServedNanos()) / 1e9;
        double fullness = stats.messagesEach() / BATCH;
        Sample sample = new Sample();
        sample.put(SHARE, pace.servedPerSecond() * fullness);
        sample.put(SHARE_LATER, (pace.served() - earlyPace.served()) / laterSeconds * fullness);
        sample.put(THROTTLED, 100.0 * end.throttled() / end.requests());
        sample.put(LOST, tally.lost());
        sample.put(DUPLICATES, end.duplicates());
        return sample;
    }
}
