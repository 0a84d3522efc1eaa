package io.github.camelsms.benchmarks.throughput;

import java.io.IOException;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.report.Report;

/**
 * What the tables with the limit lifted have in common: their service, and what must be said of it and of the bare
 * rows.
 */
final class LiftedLimit {

    static final String CPU_RATIO = "CPU of bare+json";

    private LiftedLimit() {
    }

    /** Starts a service without a limit, of the kind that is asked for, and notes which. */
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
