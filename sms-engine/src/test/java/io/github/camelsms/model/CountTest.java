package io.github.camelsms.model;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CountTest {

    @Test
    void of_numbers_haveTheirNoun() {
        assertThat(Count.of(0, "message")).isEqualTo("0 messages");
        assertThat(Count.of(1, "message")).isEqualTo("1 message");
        assertThat(Count.of(2, "message")).isEqualTo("2 messages");
        assertThat(Count.of(1, "status")).isEqualTo("1 status");
        assertThat(Count.of(3, "status")).isEqualTo("3 statuses");
        assertThat(Count.of(1, "request is", "requests are")).isEqualTo("1 request is");
        assertThat(Count.of(2, "request is", "requests are")).isEqualTo("2 requests are");
    }
}
