package io.github.camelsms.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.sun.management.ThreadMXBean;
import io.github.camelsms.SmsRow;
import io.github.camelsms.model.SmsMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Work and memory for files with many invalid lines.
 */
class LimitsTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void csv_eachLineHasAnUnclosedQuote_isParsedAFewTimesOnly() throws IOException {
        int lines = 2_000;
        String content = "messageText;destination\n" + "\"open\n".repeat(lines);
        long before = THREADS.getCurrentThreadAllocatedBytes();

        try (SmsFile file = open(content)) {
            int problems = 0;
            while (file.hasNext()) {
                problems += file.next().problem() == null ? 0 : 1;
            }
            assertThat(problems).isEqualTo(lines);
        }
        // Parsing a line allocates some kilobytes.
        assertThat((THREADS.getCurrentThreadAllocatedBytes() - before) / lines).isLessThan(20_000);
    }

    @Test
    void open_hundredThousandRows_parsesOnlyThoseThatAreRead() throws IOException {
        int rows = 100_000;
        String content = "destination,messageText\n" + "11900000001,Hello\n".repeat(rows);
        long before = THREADS.getCurrentThreadAllocatedBytes();

        try (SmsFile file = open(content)) {
            assertThat(file.next().origin().line()).isEqualTo(2);
            // Parsing a row allocates some kilobytes, the search for garbled text less than 50 bytes for a character.
            assertThat((THREADS.getCurrentThreadAllocatedBytes() - before) / content.length()).isLessThan(50);
        }
    }

    @Test
    void next_hundredThousandRowsThatCannotBeRead_keepsNone() throws IOException {
        int rows = 100_000;
        List<WeakReference<SmsRow>> read = new ArrayList<>();
        try (SmsFile file = open("destination,messageText\n" + "malformed\n".repeat(rows))) {
            while (file.hasNext()) {
                SmsRow row = file.next();
                assertThat(row.problem()).startsWith("it has 1 column instead of 2");
                read.add(new WeakReference<>(row));
            }
            assertThat(read).hasSize(rows);
            System.gc();
            assertThat(read.subList(0, rows - 1)).allMatch(row -> row.get() == null);
        }
    }

    @Test
    void add_manyIds_findsTheFirstLineOfEach() {
        IdLines ids = new IdLines();
        SmsMessage first = new SmsMessage("a", "11900000001", null, null);
        SmsMessage other = new SmsMessage("b", "11900000001", null, null);
        int lines = 100_000;
        for (int line = 1; line <= lines; line++) {
            assertThat(ids.add("order-" + line, first, line)).isZero();
        }

        for (int line = 1; line <= lines; line++) {
            assertThat(ids.add("order-" + line, first, lines + line)).isZero();
            assertThat(ids.add("order-" + line, other, lines + line)).isEqualTo(line);
        }
    }

    private static SmsFile open(String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        return Opened.of("in.csv", () -> new ByteArrayInputStream(bytes), null);
    }
}
