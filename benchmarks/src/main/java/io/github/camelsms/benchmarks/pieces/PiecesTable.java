package io.github.camelsms.benchmarks.pieces;

import java.util.Collection;
import java.util.Map;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.report.Sample;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Cost of the engine's parts in time and garbage, measured by JMH in separate JVMs.
 */
public final class PiecesTable implements Table {

    private static final Map<String, String> ROWS = Map.of(
            "PacerBenchmark.request", "pacer, a request",
            "ClientBenchmark.writeRequest", "codec, a message written",
            "ClientBenchmark.readResponse", "response, a message read and matched",
            "ClientBenchmark.readWrappedResponse", "response with an envelope, a message read and matched",
            "ClientBenchmark.match", "matcher, a message");

    @Override
    public String name() {
        return "pieces";
    }

    @Override
    public String question() {
        return "How much time and garbage do pacer, codec and matcher cost?";
    }

    @Override
    public boolean hasSelectableRows() {
        return false;
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        OptionsBuilder jmh = new OptionsBuilder();
        jmh.include("io\\.github\\.camelsms\\.(dispatch|client)\\.\\w+Benchmark\\..*")
                .forks(1)
                .warmupIterations(options.warmUp(5)).warmupTime(TimeValue.seconds(1))
                .measurementIterations(options.rounds())
                .measurementTime(TimeValue.seconds(options.seconds(1)))
                .addProfiler(GCProfiler.class)
                .output(System.getProperty("java.io.tmpdir") + "/camel-sms-jmh.log");
        for (RunResult result : new Runner(jmh.build()).run()) {
            add(result, report);
        }
    }

    private static void add(RunResult result, Report report) {
        String benchmark = result.getParams().getBenchmark();
        String shortName = benchmark.replaceFirst(".*\\.(\\w+\\.\\w+)$", "$1");
        Collection<IterationResult> iterations = result.getAggregatedResult().getIterationResults();
        int round = 0;
        for (IterationResult iteration : iterations) {
            Sample sample = new Sample();
            sample.put("ns", iteration.getPrimaryResult().getScore());
            for (Map.Entry<String, Result> secondary : iteration.getSecondaryResults().entrySet()) {
                if (secondary.getKey().contains("gc.alloc.rate.norm")) {
                    sample.put("bytes allocated", Math.round(secondary.getValue().getScore() * 10) / 10.0);
                }
            }
            report.add(ROWS.getOrDefault(shortName, shortName), round++, sample);
        }
    }
}
