package io.github.camelsms.benchmarks.throughput;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.peers.BareClient;
import io.github.camelsms.benchmarks.peers.PreparedMessages;
import io.github.camelsms.benchmarks.report.Report;

/**
 * Shared parts of the tables without rate limit: their service, rounds and bare rows.
 */
final class LiftedLimit {

    static final String CPU_RATIO = "CPU of bare+json";

    /** With fewer rounds, the figures include the JIT compiler, which compiles all rows for longer than two rounds. */
    private static final int WARM_UP = 8;
    private static final int MESSAGES = 1_000_000;

    private LiftedLimit() {
    }

    /** Measures these rows and the bare rows. */
    static void run(Options options, Report report, Rows others) throws Exception {
        int requests = options.messages(MESSAGES) / PreparedMessages.BATCH;
        try (ServerProcess server = ServerProcess.start()) {
            PreparedMessages messages = new PreparedMessages();
            URI baseUrl = server.baseUrl();
            List<Contestant> rows = new ArrayList<>(others.start(baseUrl, messages, requests));
            if (options.wants("bare+json")) {
                rows.add(BlockingRequests.bareWithJson(new BareClient(baseUrl), messages, requests));
            }
            if (options.wants("bare")) {
                rows.add(BlockingRequests.bare(new BareClient(baseUrl), messages.bodies(), requests));
            }
            Rounds.interleave(rows, options, WARM_UP, report);
        }
    }

    /** Rows that only one of the tables has. */
    @FunctionalInterface
    interface Rows {

        /**
         * Starts their senders.
         *
         * @param requests number of full requests per round
         */
        List<Contestant> start(URI baseUrl, PreparedMessages messages, int requests) throws Exception;
    }
}
