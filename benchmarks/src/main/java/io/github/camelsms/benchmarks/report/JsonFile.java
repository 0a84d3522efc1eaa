package io.github.camelsms.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A report as a JSON file with the figures of each round.
 */
public final class JsonFile {

    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonFile() {
    }

    /**
     * Writes <code>&lt;table&gt;.json</code> to the directory, which is created if it does not exist.
     *
     * @return the file
     */
    public static Path write(Path folder, Report report, Machine machine) throws IOException {
        ObjectNode root = JSON.createObjectNode();
        root.put("table", report.table());
        root.put("question", report.question());
        root.putPOJO("machine", machine);
        ObjectNode rows = root.putObject("rows");
        for (String row : report.rowNames()) {
            ObjectNode columns = rows.putObject(row);
            for (String column : report.columns()) {
                Figures figures = report.figures(row, column);
                if (figures != null) {
                    ObjectNode cell = columns.putObject(column);
                    cell.put("min", figures.min()).put("median", figures.median()).put("max", figures.max());
                    report.values(row, column).forEach(cell.withArray("rounds")::add);
                }
            }
        }
        root.putPOJO("goals", report.goals());
        Files.createDirectories(folder);
        Path file = folder.resolve(report.table() + ".json");
        JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), root);
        return file;
    }
}
