package io.github.camelsms.benchmarks.report;

import java.util.List;

/**
 * A report as a Markdown table, followed by goals, and by the machine.
 */
public final class MarkdownTable {

    private MarkdownTable() {
    }

    /** Returns the Markdown text, which ends with a line break. */
    public static String of(Report report, Machine machine) {
        StringBuilder text = new StringBuilder();
        text.append("### `").append(report.table()).append("`\n\n").append(report.question()).append("\n\n");
        List<String> columns = report.columns();
        text.append("| |");
        columns.forEach(column -> text.append(' ').append(column).append(" |"));
        text.append("\n|---|").append("---:|".repeat(columns.size())).append('\n');
        for (String row : report.rowNames()) {
            text.append("| ").append(row).append(" |");
            for (String column : columns) {
                Figures figures = report.figures(row, column);
                text.append(' ').append(figures == null ? "" : figures.inWords()).append(" |");
            }
            text.append('\n');
        }
        text.append('\n');
        goals(report, text);
        int rounds = rounds(report);
        text.append("- min / **median** / max of ").append(rounds).append(rounds == 1 ? " round; " : " rounds; ")
                .append(machine.inWords()).append('\n');
        return text.toString();
    }

    private static void goals(Report report, StringBuilder text) {
        for (Report.Goal goal : report.goals()) {
            Figures figures = report.figures(goal.row(), goal.column());
            if (figures != null) {
                text.append("- goal: ").append(goal.row()).append(", ").append(goal.column())
                        .append(goal.atLeast() ? " at least " : " at most ").append(Figures.format(goal.limit()))
                        .append(": ").append(goal.isReachedBy(figures) ? "reached" : "missed").append(" (")
                        .append(Figures.format(figures.median())).append(")\n");
            }
        }
    }

    private static int rounds(Report report) {
        return report.rowNames().stream()
                .flatMap(row -> report.columns().stream().map(column -> report.values(row, column).size()))
                .mapToInt(Integer::intValue).max().orElse(0);
    }
}
