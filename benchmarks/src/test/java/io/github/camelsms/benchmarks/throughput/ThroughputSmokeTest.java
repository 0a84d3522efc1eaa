package io.github.camelsms.benchmarks.throughput;

import java.util.List;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.report.Report;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class ThroughputSmokeTest {

    static List<Arguments> tables() {
        return List.of(
                Arguments.of(
                        new ThroughputTable(),
                        List.of("ours", "camel", "gax", "spring", "gax+exchange", "bare+json", "bare")),
                Arguments.of(new ListsTable(), List.of("ours", "camel", "bare+json", "bare")));
    }

    /** A round fails if a message is not accepted, so figures prove that all were. */
    @ParameterizedTest
    @MethodSource("tables")
    void run_fewMessages_measuresRateAndRatioOfEachRow(Table table, List<String> rows) throws Exception {
        Report report = new Report(table.name(), table.question());

        table.run(Options.parse(List.of("--messages", "2000", "--rounds", "1", "--warm-up", "0")),
                report);

        assertThat(report.rowNames()).containsExactlyInAnyOrderElementsOf(rows);
        for (String row : rows) {
            double rate = report.values(row, Stopwatch.RATE).get(0);
            double bare = report.values("bare+json", Stopwatch.RATE).get(0);
            assertThat(report.values(row, "of bare+json")).containsExactly(rate / bare);
        }
    }
}
