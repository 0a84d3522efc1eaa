package io.github.camelsms.benchmarks.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ReportTest {

    private static final String RATE = "messages/s";
    private static final Machine MACHINE
            = new Machine("a processor", 2, 4096, "a system", "a JVM", "2026-01-01T00:00Z", "abc");

    private final Report report = new Report("example", "How fast?");

    @Test
    void ratio_differentRounds_isComputedWithinEachRound() {
        rounds("bare", 100, 1000);
        rounds("ours", 50, 800);

        report.ratio("of bare", RATE, "bare");

        assertThat(report.values("ours", "of bare")).containsExactly(0.5, 0.8);
        assertThat(report.values("bare", "of bare")).containsExactly(1.0, 1.0);
    }

    @Test
    void difference_differentRounds_isComputedWithinEachRound() {
        rounds("bare", 1, 2);
        rounds("ours", 4, 3);

        report.difference("over bare", RATE, "bare");

        assertThat(report.values("ours", "over bare")).containsExactly(3.0, 1.0);
    }

    @Test
    void ratioToBest_bestPeerChangesPerRound_dividesByTheBestOfEachRound() {
        rounds("ours", 60, 60);
        rounds("camel", 10, 30);
        rounds("gax", 20, 15);

        report.ratioToBest("of best peer", RATE, "ours", List.of("camel", "gax", "spring"));

        assertThat(report.values("ours", "of best peer")).containsExactly(3.0, 2.0);
        assertThat(report.values("gax", "of best peer")).isEmpty();
    }

    @Test
    void ratio_baseNotMeasured_addsNothing() {
        rounds("ours", 60, 60);

        report.ratio("of bare", RATE, "bare");

        assertThat(report.columns()).containsExactly(RATE);
    }

    @Test
    void goals_measuredFigures_areComparedWithTheirMedian() {
        rounds("ours", 1, 5, 6);
        report.atLeast("ours", RATE, 5);
        report.atMost("ours", RATE, 4.9);
        report.atLeast("gax", RATE, 1);

        assertThat(MarkdownTable.of(report, MACHINE))
                .contains("- goal: ours, messages/s at least 5: reached (5)")
                .contains("- goal: ours, messages/s at most 4.90: missed (5)")
                .doesNotContain("gax");
    }

    @Test
    void markdown_rowsWithAndWithoutAFigure_returnsOneTable() {
        report.rows(List.of("ours", "idle", "bare"));
        rounds("bare", 1000, 3000, 2000);
        rounds("ours", 500);
        report.ratioToBest("of bare", RATE, "ours", List.of("bare"));

        assertThat(MarkdownTable.of(report, MACHINE)).isEqualTo(
                """
                        ### `example`

                        How fast?

                        | | messages/s | of bare |
                        |---|---:|---:|
                        | ours | 500 | 0.500 |
                        | bare | 1,000 / **2,000** / 3,000 |  |

                        - min / **median** / max of 3 rounds; a processor, 2 cores, 4 GiB; a system; a JVM; 2026-01-01T00:00Z, commit abc
                        """);
    }

    @Test
    void json_severalRounds_containsEachRoundAndTheMachine(@TempDir Path folder) throws Exception {
        rounds("ours", 1, 2, 6);

        Path file = JsonFile.write(folder.resolve("results"), report, MACHINE);

        JsonNode root = new ObjectMapper().readTree(Files.readAllBytes(file));
        assertThat(file).hasFileName("example.json");
        assertThat(root.at("/machine/commit").asText()).isEqualTo("abc");
        JsonNode cell = root.at("/rows/ours").path(RATE);
        assertThat(cell.path("median").asDouble()).isCloseTo(2, within(1e-9));
        assertThat(cell.path("rounds")).hasSize(3);
    }

    private void rounds(String row, double... values) {
        for (int round = 0; round < values.length; round++) {
            Sample sample = new Sample();
            sample.put(RATE, values[round]);
            report.add(row, round, sample);
        }
    }
}
