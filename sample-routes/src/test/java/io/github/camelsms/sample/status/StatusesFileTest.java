package io.github.camelsms.sample.status;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class StatusesFileTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void append_formulasFromTheService_areTexts() throws Exception {
        StatusesFile file = new StatusesFile(path());

        file.append(status("=HYPERLINK(\"http://x\")", "@SUM(A1)"));

        assertThat(path()).hasContent(
                StatusesFile.HEADER + "\"'=HYPERLINK(\"\"http://x\"\")\",'@SUM(A1),2026-03-31T17:30:00Z");
    }

    @Test
    void append_afterARowTornByACrash_startsANewRow() throws Exception {
        Files.writeString(path(), StatusesFile.HEADER + "id-1,DELI");

        new StatusesFile(path()).append(status("id-1", "DELIVERED"));

        assertThat(path()).hasContent(StatusesFile.HEADER + "id-1,DELI\nid-1,DELIVERED,2026-03-31T17:30:00Z");
    }

    private Path path() {
        return folder.resolve("statuses.csv");
    }

    private static SmsStatus status(String id, String raw) {
        return new SmsStatus(
                id, "11987654321", Instant.parse("2026-03-31T17:30:00Z"), SmsDeliveryStatus.DELIVERED, raw);
    }
}
