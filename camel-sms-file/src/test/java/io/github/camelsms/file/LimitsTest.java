package io.github.camelsms.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

import com.sun.management.ThreadMXBean;
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
            assertThat(file.hasNext()).isFalse();
            assertThat(file.problems()).hasSize(lines);
        }
        // Parsing a line allocates some kilobytes.
        assertThat((THREADS.getCurrentThreadAllocatedBytes() - before) / lines).isLessThan(20_000);
    }

    @Test
    void add_millionProblems_need12BytesEach() {
        Problems problems = new Problems("f");
        int lines = 1_000_000;
        long before = THREADS.getCurrentThreadAllocatedBytes();

        for (int line = 1; line <= lines; line++) {
            problems.add(line, line % 2 == 0 ? "even" : "is also that of line %d", line % 2 * 7);
        }

        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(13L * lines);
        assertThat(problems).hasSize(lines);
        assertThat(problems.get(lines - 2).reason()).isEqualTo("line 999999: is also that of line 7");
        assertThat(problems.get(lines - 1).reason()).isEqualTo("line 1000000: even");
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
        return SmsFile.open("in.csv", () -> new ByteArrayInputStream(bytes), null);
    }
}
