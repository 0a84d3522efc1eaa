package io.github.camelsms.logging;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import io.github.camelsms.LogLines;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for log lines that repeat.
 */
class RepeatedLineTest {

    private final AtomicLong now = new AtomicLong(-5);
    private final LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.DEBUG));
    private final RepeatedLine line = new RepeatedLine(SafeLogger.of(RepeatedLineTest.class), now::get);

    @AfterEach
    void close() {
        lines.close();
    }

    @Test
    void log_firstTime_usesItsLevel() {
        assertThat(log("a")).isTrue();
        assertThat(lines.at(Level.WARN)).containsExactly("it fails: a");
    }

    @Test
    void log_againWithinAMinute_usesDebug() {
        log("a");
        now.addAndGet(RepeatedLine.MIN_INTERVAL.toNanos() - 1);
        assertThat(log("b")).isFalse();
        assertThat(lines.at(Level.WARN)).hasSize(1);
        assertThat(lines.at(Level.DEBUG)).containsExactly("it fails: b");
    }

    @Test
    void log_afterAMinute_includesTheNumberOfSuppressedLines() {
        log("a");
        log("b");
        log("c");
        now.addAndGet(RepeatedLine.MIN_INTERVAL.toNanos());
        assertThat(log("d")).isTrue();
        assertThat(lines.at(Level.WARN)).containsExactly("it fails: a",
                "it fails: d (2 more like this since the last such line)");
    }

    @Test
    void log_oncePerMinute_includesNoNumber() {
        log("a");
        now.addAndGet(RepeatedLine.MIN_INTERVAL.toNanos());
        log("b");
        assertThat(lines.at(Level.WARN)).containsExactly("it fails: a", "it fails: b");
    }

    @Test
    void log_withCause_includesIt() {
        line.log(org.slf4j.event.Level.ERROR, new IllegalStateException("boom"), "a defect of {}", "demo");
        assertThat(lines.at(Level.ERROR)).containsExactly("a defect of demo\njava.lang.IllegalStateException: boom");
    }

    private boolean log(String reason) {
        return line.log(org.slf4j.event.Level.WARN, "it fails: {}", reason);
    }
}
