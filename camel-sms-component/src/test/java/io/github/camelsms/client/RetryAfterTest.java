package io.github.camelsms.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RetryAfterTest {

    private static final Instant RECEIVED = Instant.parse("2026-01-02T03:04:03Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
            "0                             | -                             | PT0S",
            " 12                           | -                             | PT12S",
            "-1                            | -                             | -",
            "99999999999999999999          | -                             | PT24H",
            "0000000000000000000007        | -                             | PT7S",
            "1.5                           | -                             | -",
            "soon                          | -                             | -",
            "Friday, 02-Jan-26 03:04:15 GMT | Fri, 02 Jan 2026 03:04:05 GMT | PT10S",
            "Fri, 02 Jan 2026 03:04:15 GMT | Fri, 02 Jan 2026 03:04:05 GMT | PT10S",
            "999999999                     | -                             | PT24H",
            "Fri, 31 Dec 9999 23:59:59 GMT | Fri, 02 Jan 2026 03:04:05 GMT | PT24H",
            "Fri, 02 Jan 2026 03:04:00 GMT | Fri, 02 Jan 2026 03:04:05 GMT | PT0S",
            "Fri, 02 Jan 2026 03:04:15 GMT | -                             | PT12S",
            "Fri, 02 Jan 2026 03:04:00 GMT | -                             | PT0S",
            "Fri, 31 Dec 9999 23:59:59 GMT | -                             | PT24H",
            "Fri, 02 Jan 2026 03:04:15 GMT | yesterday                     | PT12S" })
    void longest_header_returnsDurationOrNull(String value, @Nullable String date, @Nullable Duration expected) {
        assertThat(RetryAfter.longest(List.of(value), date, () -> RECEIVED)).isEqualTo(expected);
    }
}
