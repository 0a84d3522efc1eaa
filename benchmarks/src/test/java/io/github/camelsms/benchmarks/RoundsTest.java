package io.github.camelsms.benchmarks;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.report.Sample;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RoundsTest {

    private final List<String> calls = new ArrayList<>();
    private final Report report = new Report("example", "How often?");

    @Test
    void interleave_severalRounds_rotatesTheFirstContestant() throws Exception {
        Rounds.interleave(List.of(contestant("a"), contestant("b")), options(3), 0, report);

        assertThat(calls).containsExactly("a", "b", "b", "a", "a", "b", "close a", "close b");
        assertThat(report.values("a", "calls")).containsExactly(1.0, 4.0, 5.0);
    }

    @Test
    void interleave_warmUp_isNotReported() throws Exception {
        Rounds.interleave(List.of(contestant("a")), options(1), 2, report);

        assertThat(calls).containsExactly("a", "a", "a", "close a");
        assertThat(report.values("a", "calls")).containsExactly(3.0);
    }

    @Test
    void interleave_measurementFails_closesAllContestantsAndFails() {
        Contestant broken = new Contestant() {

            @Override
            public String name() {
                return "broken";
            }

            @Override
            public void measure(Sample sample) {
                throw new IllegalStateException("a message was lost");
            }
        };

        assertThatThrownBy(() -> Rounds.interleave(List.of(broken, contestant("a")), options(1), 0, report))
                .hasMessage("a message was lost");
        assertThat(calls).containsExactly("close a");
    }

    private static Options options(int rounds) {
        return Options.parse(List.of("--rounds", String.valueOf(rounds)));
    }

    private Contestant contestant(String name) {
        return new Contestant() {

            @Override
            public String name() {
                return name;
            }

            @Override
            public void measure(Sample sample) {
                calls.add(name);
                sample.put("calls", calls.size());
            }

            @Override
            public void close() {
                calls.add("close " + name);
            }
        };
    }
}
