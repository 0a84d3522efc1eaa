package io.github.camelsms.benchmarks.throughput;

import java.io.IOException;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.ServerProcess;

/**
 * Shared parts of the tables without rate limit.
 */
final class LiftedLimit {

    /** With fewer rounds, the figures include the JIT compiler, which compiles all rows for longer than two rounds. */
    static final int WARM_UP = 8;
    static final String CPU_RATIO = "CPU of bare+json";

    private LiftedLimit() {
    }

    /** Starts a service without a limit, of the selected kind. */
    static ServerProcess start(Options options) throws IOException {
        return options.jsonService() ? ServerProcess.start("--json") : ServerProcess.start();
    }
}
