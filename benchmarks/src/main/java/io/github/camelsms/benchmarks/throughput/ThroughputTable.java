package io.github.camelsms.benchmarks.throughput;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.peers.BareClient;
import io.github.camelsms.benchmarks.peers.Messages;
import io.github.camelsms.benchmarks.peers.Pace;
import io.github.camelsms.benchmarks.peers.Sender;
import io.github.camelsms.benchmarks.peers.Senders;
import io.github.camelsms.benchmarks.report.Report;

/**
 * Single messages per second, without rate limit.
 */
public final class ThroughputTable implements Table {

    private static final int MESSAGES = 1_000_000;

    @Override
    public String name() {
        return "throughput";
    }

    @Override
    public String question() {
        return "No rate limit, four requests in flight, 1,000,000 single exchanges, each with its own result: how"
               + " many messages per second?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int count = options.messages().orElse(MESSAGES) / Messages.BATCH * Messages.BATCH;
        try (ServerProcess server = LiftedLimit.start(options)) {
            Rounds.interleave(
                    contestants(server.baseUrl(), count, options), options.warmUp().orElse(LiftedLimit.WARM_UP),
                    options.roundsOrDefault(), report);
        }
        report.ratio("of bare+json", Stopwatch.RATE, "bare+json");
        report.ratioToBest("of best peer", Stopwatch.RATE, "ours", Senders.PEERS);
        report.ratio(LiftedLimit.CPU_RATIO, Stopwatch.CPU, "bare+json");
        report.ratioToLeast("CPU of cheapest peer", Stopwatch.CPU, "ours", Senders.PEERS);
        report.atMost("ours", "CPU of cheapest peer", 1);
    }

    private static List<Contestant> contestants(URI baseUrl, int count, Options options) throws Exception {
        Messages messages = new Messages();
        List<Contestant> contestants = new ArrayList<>();
        for (Sender sender : Senders.start(options::wants, row -> baseUrl, Pace.LIFTED)) {
            contestants.add(new SingleMessages(sender, messages, count));
        }
        if (options.wants("bare+json")) {
            contestants.add(BlockingRequests.bareWithJson(new BareClient(baseUrl), messages, count / Messages.BATCH));
        }
        if (options.wants("bare")) {
            contestants.add(BlockingRequests.bare(new BareClient(baseUrl), messages.bodies(), count / Messages.BATCH));
        }
        return contestants;
    }
}
