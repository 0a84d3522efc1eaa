package io.github.camelsms.benchmarks.store;

import java.util.List;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.latency.StoreLatencyTable;
import io.github.camelsms.benchmarks.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StoreTablesSmokeTest {

    static List<Arguments> tables() {
        return List.of(
                Arguments.of(new StoreCycleTable(), "--messages 400 --only sqlite", "messages/s", 6),
                Arguments.of(new StoreStatusesTable(), "--messages 400 --only sqlite", "statuses/s", 2),
                Arguments.of(new StoreLatencyTable(), "--messages 2 --only sqlite", "median ms", 3),
                Arguments.of(new StoreSizeTable(), "--finished 1000 --waiting 1400", "claim median, ms", 2),
                Arguments.of(new OptOutsTable(), "--messages 2500 --only sqlite", "import, s", 2));
    }

    /** A round fails if a message is not stored, claimed or accepted, so figures prove that all were. */
    @ParameterizedTest
    @MethodSource("tables")
    void run_fewMessages_measuresEachRow(Table table, String options, String column, int rows) throws Exception {
        Report report = new Report(table.name(), table.question());

        table.run(Options.parse(List.of((options + " --rounds 1 --warm-up 0").split(" "))), report);

        assertThat(report.rowNames()).hasSize(rows)
                .allSatisfy(row -> assertThat(report.values(row, column)).hasSize(1));
    }

    @Test
    void run_unknownDatabase_listsTheKnownDatabases() {
        Options options = Options.parse(List.of("--only", "mysql"));

        assertThatThrownBy(() -> new StoreCycleTable().run(options, new Report("store-cycle", "?")))
                .hasMessageContaining("mysql").hasMessageContaining("sqlite");
    }
}
