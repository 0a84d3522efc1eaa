package io.github.camelsms.benchmarks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class BenchmarksTest {

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "tables ; --rounds ; There is no table tables",
            "paced ; --rounds ; Missing required parameter for option '--rounds'",
            "nodes-latency ; --only=ours ; Option --only does not apply to the table nodes-latency",
            "memory ; --only=ours ; Option --only does not apply to the table memory" })
    void main_wrongArguments_printsOneLine(String table, String option, String message) throws Exception {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), Benchmarks.class.getName(), table, option)
                .redirectErrorStream(true).start();

        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(printed.lines()).singleElement().asString().startsWith("benchmarks: " + message);
    }
}
