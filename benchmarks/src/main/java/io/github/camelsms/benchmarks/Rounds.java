package io.github.camelsms.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.report.Sample;

/**
 * Runs contestants round by round, so that all of them are measured in the same states of the machine. Each round
 * starts with another contestant.
 */
public final class Rounds {

    private Rounds() {
    }

    /**
     * Measures each contestant once per round, one after the other, and closes them.
     *
     * @param options number of rounds, and of unreported rounds before
     * @param warmUp  default number of unreported rounds
     */
    public static void interleave(List<? extends Contestant> contestants, Options options, int warmUp, Report report)
            throws Exception {
        if (contestants.isEmpty()) {
            throw new IllegalArgumentException("Option --only names no row of this table");
        }
        try {
            for (int round = -options.warmUp(warmUp); round < options.rounds(); round++) {
                List<Contestant> order = new ArrayList<>(contestants);
                Collections.rotate(order, -Math.floorMod(round, order.size()));
                for (Contestant contestant : order) {
                    System.gc(); // The garbage of one contestant must not slow down the next.
                    Sample sample = new Sample();
                    contestant.measure(sample);
                    progress(round, contestant.name(), sample);
                    if (round >= 0) {
                        report.add(contestant.name(), round, sample);
                    }
                }
            }
        } finally {
            for (Contestant contestant : contestants) {
                contestant.close();
            }
        }
    }

    private static void progress(int round, String row, Sample sample) {
        String which = round < 0 ? "warm-up " + -round : "round " + (round + 1);
        System.err.println(which + ", " + row + ": " + sample);
    }
}
