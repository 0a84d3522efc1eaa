package io.github.camelsms.benchmarks.throughput;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.peers.BareClient;
import io.github.camelsms.benchmarks.peers.CamelSender;
import io.github.camelsms.benchmarks.peers.Pace;
import io.github.camelsms.benchmarks.peers.PreparedMessages;
import io.github.camelsms.benchmarks.peers.SmsSender;
import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.report.Sample;

/**
 * Messages per second in lists of 200, without rate limit.
 */
public final class ListsTable implements Table {

    /** Lists in the engine: the requests in flight, and some to fill the next ones. */
    private static final int OUTSTANDING = 3 * BareClient.IN_FLIGHT;

    @Override
    public String name() {
        return "lists";
    }

    @Override
    public String question() {
        return "How many messages per second are sent if each exchange is a list of 200?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        LiftedLimit.run(options, report, (baseUrl, messages, requests) -> {
            List<Contestant> rows = new ArrayList<>();
            if (options.wants("ours")) {
                rows.add(new OurLists(new SmsSender(baseUrl, Pace.LIFTED), messages, requests));
            }
            if (options.wants("camel")) {
                CamelSender camel = new CamelSender(baseUrl, Pace.LIFTED);
                rows.add(new BlockingRequests(
                        "camel", requests, number -> requireAll(camel.sendList(messages.list(number))), camel));
            }
            return rows;
        });
        report.ratio("of bare+json", Stopwatch.RATE, "bare+json");
        report.ratio(LiftedLimit.CPU_RATIO, Stopwatch.CPU, "bare+json");
        report.atMost("ours", LiftedLimit.CPU_RATIO, 1.25);
    }

    private static void requireAll(int accepted) {
        if (accepted != PreparedMessages.BATCH) {
            throw new IllegalStateException(accepted + " messages of a list were accepted");
        }
    }

    /** Submits lists to the producer, several at a time. */
    private record OurLists(SmsSender sender, PreparedMessages messages, int requests) implements Contestant {

        @Override
        public String name() {
            return sender.name();
        }

        @Override
        public void measure(Sample sample) throws Exception {
            Window window = new Window(requests, OUTSTANDING, 1);
            Stopwatch stopwatch = new Stopwatch();
            for (int i = 0; i < requests; i++) {
                window.enter();
                sender.sendList(messages.list(i), accepted -> window.leave(accepted == PreparedMessages.BATCH));
            }
            window.awaitAllAccepted();
            stopwatch.stop((long) requests * PreparedMessages.BATCH, sample);
        }

        @Override
        public void close() throws Exception {
            sender.close();
        }
    }
}
