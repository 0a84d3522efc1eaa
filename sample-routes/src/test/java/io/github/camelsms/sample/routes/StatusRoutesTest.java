package io.github.camelsms.sample.routes;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class StatusRoutesTest extends SampleRoutesFixture {

    private static final String HEADER = "correlationId,status,sentDate";

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void status_eachMessage_isOnTheQueueAndInTheFile(String language) throws Exception {
        app.produce("sms.outbox", 3, QueueRoutesTest::text);

        app.start(language);

        await(() -> assertThat(statuses()).filteredOn(row -> row.contains(",DELIVERED,")).hasSize(3));
        assertThat(statuses().get(0)).isEqualTo(HEADER);
        assertThat(statuses()).anyMatch(row -> row.startsWith("id-1,DELIVERED,2"));
        Map<?, ?> status = new ObjectMapper().readValue(app.receive("sms.statuses").getBody(String.class), Map.class);
        assertThat(String.valueOf(status.get("correlationId"))).startsWith("id-");
        assertThat(status.get("destination")).isEqualTo("11987654321");
        assertThat(status.containsKey("rawStatus")).isTrue();
    }

    @Test
    void status_fileWithACutRow_beginsANewLine() throws Exception {
        Files.createDirectory(folder.resolve("results"));
        Files.writeString(folder.resolve("results/statuses.csv"), HEADER + "\nid-7,DELI");
        app.produce("sms.outbox", 1, QueueRoutesTest::text);

        app.start();

        await(() -> assertThat(statuses()).hasSize(3));
        assertThat(statuses()).startsWith(HEADER, "id-7,DELI").last().asString().startsWith("id-0,DELIVERED,2");
    }

    @Test
    void status_emptyFile_getsTheHeader() throws Exception {
        Files.createDirectory(folder.resolve("results"));
        Files.createFile(folder.resolve("results/statuses.csv"));
        app.produce("sms.outbox", 1, QueueRoutesTest::text);

        app.start();

        await(() -> assertThat(statuses()).hasSize(2));
        assertThat(statuses().get(0)).isEqualTo(HEADER);
    }

    private List<String> statuses() throws Exception {
        return Files.exists(folder.resolve("results/statuses.csv"))
                ? Files.readAllLines(folder.resolve("results/statuses.csv")) : List.of();
    }
}
