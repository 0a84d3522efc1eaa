package io.github.camelsms.benchmarks.throughput;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.peers.GaxExchangeSender;
import io.github.camelsms.benchmarks.peers.Pace;
import io.github.camelsms.benchmarks.peers.PreparedMessages;
import io.github.camelsms.benchmarks.peers.Sender;
import io.github.camelsms.benchmarks.peers.Senders;
import io.github.camelsms.benchmarks.report.Report;

/**
 * Single messages per second, without rate limit.
 */
public final class ThroughputTable implements Table {

    private static final String GAX_EXCHANGE = "gax+exchange";
    private static final String OF_GAX_EXCHANGE = "CPU of gax+exchange";

    @Override
    public String name() {
        return "throughput";
    }

    @Override
    public String question() {
        return "How many messages per second are sent without a rate limit, with four requests in flight and"
               + " 1,000,000 single exchanges, each with its own result?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        LiftedLimit.run(options, report, (baseUrl, messages, requests) -> {
            List<Contestant> rows = new ArrayList<>();
            List<Sender> senders = Senders.start(options::wants, row -> baseUrl, Pace.LIFTED);
            if (options.wants(GAX_EXCHANGE)) {
                senders.add(new GaxExchangeSender(baseUrl, Pace.LIFTED));
            }
            for (Sender sender : senders) {
                rows.add(new SingleMessages(sender, messages, requests * PreparedMessages.BATCH));
            }
            return rows;
        });
        report.ratio("of bare+json", Stopwatch.RATE, "bare+json");
        report.ratioToBest("of best peer", Stopwatch.RATE, "ours", Senders.PEERS);
        report.ratio(LiftedLimit.CPU_RATIO, Stopwatch.CPU, "bare+json");
        report.ratioToLeast("CPU of cheapest peer", Stopwatch.CPU, "ours", Senders.PEERS);
        report.ratio(OF_GAX_EXCHANGE, Stopwatch.CPU, GAX_EXCHANGE);
        report.atMost("ours", OF_GAX_EXCHANGE, 0.8);
    }
}
