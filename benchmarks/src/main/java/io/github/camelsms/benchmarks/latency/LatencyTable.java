package io.github.camelsms.benchmarks.latency;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.peers.BareClient;
import io.github.camelsms.benchmarks.peers.Pace;
import io.github.camelsms.benchmarks.peers.PreparedMessages;
import io.github.camelsms.benchmarks.peers.Sender;
import io.github.camelsms.benchmarks.peers.Senders;
import io.github.camelsms.benchmarks.report.Report;

/**
 * Latency of a single message when the slot is open.
 */
public final class LatencyTable implements Table {

    private static final int MESSAGES = 300;
    /** Number of messages of contestants that linger; more would only take longer. */
    private static final int LINGERING_MESSAGES = 10;
    /**
     * Random pause, so that messages arrive at any time of the linger period, which for some contestants starts with
     * the message.
     */
    private static final int LINGERING_PAUSE_MILLIS = 1000;

    @Override
    public String name() {
        return "latency";
    }

    @Override
    public String question() {
        return "How long does the caller of a single message wait for the result on an idle account?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int count = options.messages(MESSAGES);
        PreparedMessages messages = new PreparedMessages();
        try (ServerProcess server = ServerProcess.start()) {
            List<Contestant> contestants = new ArrayList<>();
            if (options.wants("bare")) {
                BareClient client = new BareClient(server.baseUrl());
                List<byte[]> bodies = IntStream.range(0, count).mapToObj(messages::body).toList();
                contestants.add(new LoneMessages("bare", count, 0, number -> {
                    client.post(bodies.get(number % bodies.size()));
                    return System.nanoTime();
                }, client));
            }
            for (Sender sender : Senders.start(options::wants, row -> server.baseUrl(), Pace.LIFTED)) {
                boolean lingers = Senders.PEERS.contains(sender.name());
                contestants.add(new LoneMessages(
                        sender.name(), lingers ? Math.min(count, LINGERING_MESSAGES) : count,
                        lingers ? LINGERING_PAUSE_MILLIS : 0, number -> resultTime(sender, messages, number), sender));
            }
            Rounds.interleave(contestants, options, 2, report);
        }
        report.difference("over bare, ms", LoneMessages.MEDIAN, "bare");
        report.atMost("ours", "over bare, ms", 0.8);
    }

    private static long resultTime(Sender sender, PreparedMessages messages, int number) throws Exception {
        CompletableFuture<Long> result = new CompletableFuture<>();
        sender.send(messages.get(number), accepted -> {
            if (accepted) {
                result.complete(System.nanoTime());
            } else {
                result.completeExceptionally(new IllegalStateException("the message was not accepted"));
            }
        });
        return result.get(30, TimeUnit.SECONDS);
    }
}
