package io.github.camelsms.client;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RetryAfterTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
            "0                             | -                             | PT0S",
            " 12                           | -                             | PT12S",
            "-1                            | -                             | -",
            "99999999999999999999          | -                             | -",
            "soon                          | -                             | -",
            "-                             | -                             | -",
            "Fri, 02 Jan 2026 03:04:15 GMT | Fri, 02 Jan 2026 03:04:05 GMT | PT10S",
            "999999999                     | -                             | PT24H",
            "Fri, 31 Dec 9999 23:59:59 GMT | Fri, 02 Jan 2026 03:04:05 GMT | PT24H",
            "Fri, 02 Jan 2026 03:04:00 GMT | Fri, 02 Jan 2026 03:04:05 GMT | PT0S",
            "Fri, 02 Jan 2026 03:04:15 GMT | -                             | -",
            "Fri, 02 Jan 2026 03:04:15 GMT | yesterday                     | -" })
    void read_header_returnsDurationOrNull(@Nullable String value, @Nullable String date, @Nullable Duration expected) {
        assertThat(RetryAfter.read(value, date)).isEqualTo(expected);
    }
}
