package io.github.camelsms.benchmarks.throughput;

import java.io.IOException;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.report.Report;

/**
 * Shared parts of the tables without rate limit: their service, and notes on it and on the bare rows.
 */
final class LiftedLimit {

    /** With fewer rounds, the figures include the JIT compiler, which compiles all rows for longer than two rounds. */
    static final int WARM_UP = 8;
    static final String CPU_RATIO = "CPU of bare+json";

    private LiftedLimit() {
    }

    /** Starts a service without a limit, of the selected kind, and adds a note about it. */
    static ServerProcess start(Options options, Report report) throws IOException {
        if (!options.jsonService()) {
            return ServerProcess.start();
        }
        report.note("the service reads each request and writes its response with Jackson");
        return ServerProcess.start("--json");
    }

    static void noteBare(Report report) {
        report.note(
                "bare posts ready-made bodies of 200 messages; it reads each response to its end but does not parse it; bare+json writes and reads JSON with Jackson and finds each message's item");
    }
}
