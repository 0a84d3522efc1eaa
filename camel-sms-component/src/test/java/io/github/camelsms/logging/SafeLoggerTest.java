package io.github.camelsms.logging;

import java.util.List;
import java.util.Map;

import io.github.camelsms.LogLines;
import io.github.camelsms.model.NullTextException;
import io.github.camelsms.model.TextlessException;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SafeLoggerTest {

    private final LogLines lines = LogLines.of(Map.of(SafeLoggerTest.class.getName(), Level.DEBUG));
    private final SafeLogger log = SafeLogger.of(SafeLoggerTest.class);

    @AfterEach
    void close() {
        lines.close();
    }

    @Test
    void log_argumentWithLineBreakAndEscape_isOneLineWithoutThem() {
        log.warn("account {}: {} of {}", "demo\r\nWARN forged", 7, List.of("a\u001B[2Jb", "c\u202Ed"));
        assertThat(lines.at(Level.WARN)).containsExactly("account demo WARN forged: 7 of [a [2Jb, c d]");
    }

    @Test
    void log_throwableWithLineBreak_hasOneLineAndItsStackTrace() {
        IllegalStateException cause = new IllegalStateException("forged\nline");
        log.error(new IllegalArgumentException("outer", cause), "failed {}", (Object) null);
        assertThat(lines.at(Level.ERROR)).singleElement().asString().startsWith("failed null\n").doesNotContain("forged\n")
                .contains("java.lang.IllegalStateException: forged line");
    }

    @Test
    void log_safeThrowable_isLoggedUnchanged() {
        log.error(new IllegalArgumentException("outer"), "failed");
        assertThat(lines.at(Level.ERROR)).containsExactly("failed\njava.lang.IllegalArgumentException: outer");
    }

    @Test
    void log_throwableWithoutText_isLoggedWithItsClassName() {
        log.error(new TextlessException(), "failed");
        log.error(new IllegalStateException("outer", new NullTextException()), "failed again");
        assertThat(lines.at(Level.ERROR)).hasSize(2);
        assertThat(lines.at(Level.ERROR).get(0)).startsWith("failed\n").contains("io.github.camelsms.model.TextlessException");
        assertThat(lines.at(Level.ERROR).get(1)).startsWith("failed again\n").contains("outer");
    }

    @Test
    void log_argumentWithoutText_isLoggedWithItsClassName() {
        log.warn("{}, {}", new TextlessException(), new NullTextException());
        assertThat(lines.at(Level.WARN))
                .containsExactly("io.github.camelsms.model.TextlessException, io.github.camelsms.model.NullTextException");
    }

    @Test
    void debug_levelDisabled_writesNothing() {
        SafeLogger.of(org.slf4j.LoggerFactory.getLogger("quiet")).debug("nothing {}", "x");
        assertThat(lines.ofLogger("quiet")).isEmpty();
    }
}
