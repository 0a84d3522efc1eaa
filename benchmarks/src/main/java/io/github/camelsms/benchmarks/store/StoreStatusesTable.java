package io.github.camelsms.benchmarks.store;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.report.Report;

/**
 * Delivery statuses per second from the poll to the acknowledgment, with a store.
 */
public final class StoreStatusesTable implements Table {

    private static final int MESSAGES = 20_000;
    /** Two statuses for each of 200 messages a second. */
    private static final double GOAL = 400;

    @Override
    public String name() {
        return "store-statuses";
    }

    @Override
    public String question() {
        return "How many delivery statuses per second are polled, stored, applied to their messages, routed and"
               + " acknowledged?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int count = options.messages(MESSAGES) / CycleRow.BATCH * CycleRow.BATCH;
        List<StatusesRow> rows = new ArrayList<>();
        try (Databases databases = Databases.start(options)) {
            for (DurableDatabase database : databases.all()) {
                rows.add(new StatusesRow(database, count, false));
                rows.add(new StatusesRow(database, count, true));
            }
            Rounds.interleave(rows, options, 1, report);
            rows.forEach(row -> report.atLeast(row.name(), StatusesRow.RATE, GOAL));
        }
    }
}
