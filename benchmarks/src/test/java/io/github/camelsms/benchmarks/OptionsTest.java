package io.github.camelsms.benchmarks;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OptionsTest {

    @Test
    void parse_noArguments_selectsAllRowsAndFiveRounds() {
        Options options = Options.parse(List.of());

        assertThat(options.wants("ours")).isTrue();
        assertThat(options.rounds()).isEqualTo(5);
    }

    @Test
    void parse_rowsAndNumbers_returnsThem() {
        Options options = Options.parse(
                List.of("--only", "ours,bare", "--rounds", "3", "--messages", "1000", "--finished", "2", "--waiting", "1"));

        assertThat(options.wants("bare")).isTrue();
        assertThat(options.wants("gax")).isFalse();
        assertThat(options.rounds()).isEqualTo(3);
        assertThat(options.messages(7)).isEqualTo(1000);
        assertThat(options.finished()).isEqualTo(2);
        assertThat(options.waiting()).isEqualTo(1);
    }

    @Test
    void parse_unknownOption_isRejected() {
        assertThatThrownBy(() -> Options.parse(List.of("--round", "3"))).hasMessageContaining("--round");
    }

    @Test
    void parse_notANumber_namesOptionAndValue() {
        assertThatThrownBy(() -> Options.parse(List.of("--rounds", "many"))).hasMessageContainingAll("--rounds", "many");
    }
}
