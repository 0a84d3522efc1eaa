package io.github.camelsms.sample.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ResultsFileTest {

    private static final String SIX_COLUMNS = "line,correlationId,outcome,code,smsId,reason\n";
    private static final Instant SENT_AT = Instant.parse("2026-03-31T17:30:00Z");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void append_fileOfAnEarlierVersion_keepsItsColumnsAndSaysWhichItLacks() throws Exception {
        Files.writeString(path(), SIX_COLUMNS + "2,id-1,ACCEPTED,5,s1,\n");

        try (LogLines log = new LogLines(ResultsFile.class)) {
            append(3, SmsSendResult.unknown(null, "no answer", "id-2").withSentAt(SENT_AT));

            assertThat(log.lines()).containsExactly(
                    "WARN Results file a.results.csv was begun by another version of the application."
                                                    + " It keeps its columns: its rows have no sentAt");
        }

        assertThat(path()).hasContent(SIX_COLUMNS + "2,id-1,ACCEPTED,5,s1,\n3,id-2,UNKNOWN,,,no answer");
        assertFinal(2, 3);
    }

    @Test
    void append_fileOfALaterVersion_leavesItsColumnsEmpty() throws Exception {
        Files.writeString(path(), "line,network,correlationId,outcome,code,smsId,reason,sentAt\n");

        append(2, SmsSendResult.accepted(5, "s1", "id-1").withSentAt(SENT_AT));

        assertThat(Files.readAllLines(path())).last().isEqualTo("2,,id-1,ACCEPTED,5,s1,,2026-03-31T17:30:00Z");
    }

    /** As an earlier version left it. */
    @Test
    void open_rowsWithMoreColumnsThanTheFirstLine_areRead() throws Exception {
        Files.writeString(path(), SIX_COLUMNS + "2,id-1,ACCEPTED,5,s1,\n3,id-2,UNKNOWN,,,?,2026-03-31T17:30:00Z\n");

        assertFinal(2, 3);
    }

    @Test
    void append_newFile_hasAllColumnsAndNothingToSay() throws Exception {
        try (LogLines log = new LogLines(ResultsFile.class)) {
            append(2, SmsSendResult.accepted(5, "s1", "id-1").withSentAt(SENT_AT));

            assertThat(log.lines()).isEmpty();
        }

        assertThat(path()).hasContent(ResultsFile.HEADER + "2,id-1,ACCEPTED,5,s1,,2026-03-31T17:30:00Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "no results\n", "line,outcome\n2,DELIVERED\n", "line,result\n2,ACCEPTED\n", "outcome\nACCEPTED\n" })
    void open_noResults_saysWhatToDo(String content) throws Exception {
        Files.writeString(path(), content);

        assertThatThrownBy(() -> ResultsFile.open(path(), DurableFile.ON_DISK).close())
                .hasMessageContaining("was changed and cannot be read as results. Restore it");
    }

    private void append(int line, SmsSendResult result) throws Exception {
        try (ResultsFile file = ResultsFile.open(path(), DurableFile.ON_DISK)) {
            file.append(List.of(new ResultsFile.Row(line, result)));
        }
    }

    private void assertFinal(int... lines) throws Exception {
        try (ResultsFile file = ResultsFile.open(path(), DurableFile.ON_DISK)) {
            for (int line : lines) {
                assertThat(file.isFinal(line)).as("line %s", line).isTrue();
            }
        }
    }

    private Path path() {
        return folder.resolve("a.results.csv");
    }
}
