package io.github.camelsms.benchmarks.accounts;

import java.util.List;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.report.Report;

/**
 * Rate and resource usage of many accounts in one JVM.
 */
public final class AccountsTable implements Table {

    private static final int SECONDS = 20;
    private static final String NEAR = "10-30";

    @Override
    public String name() {
        return "accounts";
    }

    @Override
    public String question() {
        return "With many accounts in one JVM at one request per second each, what share of their limits is"
               + " reached, with how many threads and how much heap?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int seconds = options.seconds(SECONDS);
        List<AccountsRow> rows = List.of(
                new AccountsRow(1, 10, NEAR, seconds), new AccountsRow(100, 10, NEAR, seconds),
                new AccountsRow(1000, 10, NEAR, seconds), new AccountsRow(1000, 10, "50-150", seconds),
                new AccountsRow(1, 200, NEAR, seconds), new AccountsRow(100, 200, NEAR, seconds),
                new AccountsRow(1000, 200, NEAR, seconds));
        List<AccountsRow> wanted = rows.stream().filter(row -> options.wants(row.name())).toList();
        Rounds.interleave(wanted, options, 0, report);
        report.atLeast(rows.get(2).name(), AccountsRow.SHARE, 0.95);
    }
}
