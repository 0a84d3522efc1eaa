package io.github.camelsms.benchmarks.store;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.report.Report;

/**
 * Import of a list of opt-outs, and the check of a request against it.
 */
public final class OptOutsTable implements Table {

    private static final int NUMBERS = 1_000_000;
    private static final double GOAL_SECONDS = 60;

    @Override
    public String name() {
        return "opt-outs";
    }

    @Override
    public String question() {
        return "How long does `sms:opt-out?operation=import` take for a CSV file of a million numbers, and the check of a"
               + " request of 200 messages against them?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int count = options.messages(NUMBERS);
        List<OptOutsRow> rows = new ArrayList<>();
        try (Databases databases = Databases.start(options)) {
            for (DurableDatabase database : databases.all()) {
                rows.add(new OptOutsRow(database, count, false));
                rows.add(new OptOutsRow(database, count, true));
            }
            Rounds.interleave(rows, options, 0, report);
            rows.forEach(row -> report.atMost(row.name(), OptOutsRow.IMPORT, GOAL_SECONDS));
        }
    }
}
