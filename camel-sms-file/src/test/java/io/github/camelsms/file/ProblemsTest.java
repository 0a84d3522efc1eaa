package io.github.camelsms.file;

import java.lang.ref.WeakReference;

import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProblemsTest {

    private final Problems problems = new Problems("f");

    @Test
    void get_lineWithReason_isRejectedWithBoth() {
        problems.add(7, "it has 3 columns", 0);

        assertThat(problems).containsExactly(SmsSendResult.rejected(null, "line 7: it has 3 columns", "f-7"));
    }

    @Test
    void add_anotherLineWithThatReason_doesNotKeepItsText() {
        problems.add(7, "it has 3 columns", 0);
        WeakReference<String> second = new WeakReference<>(added(8, "it has 3 columns"));

        System.gc();

        assertThat(second.get()).isNull();
        assertThat(problems).extracting(SmsSendResult::reason)
                .containsExactly("line 7: it has 3 columns", "line 8: it has 3 columns");
    }

    @Test
    void firstOfEachReason_manyLines_hasOneLineForEachOfTheFirstReasons() {
        assertThat(problems.firstOfEachReason(3)).isEmpty();
        for (int line = 2; line < 10_000; line++) {
            problems.add(line, line < 5_000 ? "it has 3 columns" : line < 5_001 ? "it repeats line %d" : "reason " + line % 2,
                    7);
        }

        assertThat(problems.firstOfEachReason(3))
                .isEqualTo("line 2: it has 3 columns; line 5000: it repeats line 7; line 5001: reason 1");
    }

    private String added(int line, String reason) {
        String copy = new String(reason);
        problems.add(line, copy, 0);
        return copy;
    }
}
