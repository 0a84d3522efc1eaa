package io.github.camelsms.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TablesTest {

    @Test
    void tables_all_areInTheReadmeWithTheirQuestion() throws IOException {
        String page = Files.readString(Path.of("README.md"));

        assertThat(ServiceLoader.load(Table.class)).isNotEmpty()
                .allSatisfy(table -> assertThat(page).contains("| `" + table.name() + "` | " + table.question() + " |"));
    }
}
