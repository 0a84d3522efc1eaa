package io.github.camelsms.benchmarks.queue;

import java.util.List;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.report.Report;

/**
 * Share of the limit that a transacted queue achieves, and the state after a kill.
 */
public final class QueueTable implements Table {

    private static final int SECONDS = 60;
    private static final int BATCH = 200;
    /** Number of consumers of the sample application. */
    private static final int DEFAULT_CONSUMERS = 10;
    private static final String NEAR = "10-30";
    private static final String FAR = "200-400";

    @Override
    public String name() {
        return "queue";
    }

    @Override
    public String question() {
        return "What share of 200 messages per second is sent from a transacted queue at one request per"
               + " second, and what does `kill -9` lose?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int messages = options.messages(options.seconds(SECONDS) * BATCH);
        List<QueueRow> rows = List.of(
                new QueueRow(5, NEAR, messages), new QueueRow(DEFAULT_CONSUMERS, NEAR, messages),
                new QueueRow(20, NEAR, messages), new QueueRow(DEFAULT_CONSUMERS, FAR, messages));
        List<QueueRow> wanted = rows.stream().filter(row -> options.wants(row.name())).toList();
        Rounds.interleave(wanted, options, 0, report);
        for (QueueRow row : wanted) {
            report.atMost(row.name(), QueueRow.LOST, 0);
            report.atMost(row.name(), QueueRow.WITHOUT_RESULT, 0);
            report.atMost(row.name(), QueueRow.SENT_TWICE, 0);
        }
        report.atLeast(rows.get(1).name(), QueueRow.SHARE, 0.97);
    }
}
