package io.github.camelsms.benchmarks.latency;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.peers.Pace;
import io.github.camelsms.benchmarks.peers.PreparedMessages;
import io.github.camelsms.benchmarks.peers.Sender;
import io.github.camelsms.benchmarks.peers.Senders;
import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.report.Times;
import io.github.camelsms.benchmarks.throughput.Window;

/**
 * Latency of occasional messages at one request per second. All senders run at the same time, each with its own
 * service, and receive each message at the same moment.
 */
public final class TrickleTable implements Table {

    private static final int SECONDS = 60;
    private static final int WARM_UP_SECONDS = 5;
    private static final int MESSAGES_PER_SECOND = 3;
    private static final String P99 = "p99 ms";

    @Override
    public String name() {
        return "trickle";
    }

    @Override
    public String question() {
        return "With three messages and one request per second, how long does a message wait for its request?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int seconds = options.seconds(SECONDS);
        PreparedMessages messages = new PreparedMessages();
        List<Trickle> all = new ArrayList<>();
        try {
            start(options, all);
            run(all, messages, WARM_UP_SECONDS, 0);
            for (int round = 0; round < options.rounds(); round++) {
                run(all, messages, seconds, round + 1);
                for (Trickle trickle : all) {
                    Sample sample = trickle.sample();
                    System.err.println("round " + (round + 1) + ", " + trickle.sender.name() + ": " + sample);
                    report.add(trickle.sender.name(), round, sample);
                }
            }
        } finally {
            for (Trickle trickle : all) {
                trickle.close();
            }
        }
        report.atMost("ours", P99, 1050);
    }

    private static void start(Options options, List<Trickle> all) throws Exception {
        List<ArrivalServer> servers = new ArrayList<>();
        List<Sender> senders = Senders.start(options::wants, row -> {
            ArrivalServer server = new ArrivalServer();
            servers.add(server);
            return server.baseUrl();
        }, Pace.ONE_A_SECOND);
        for (int i = 0; i < senders.size(); i++) {
            all.add(new Trickle(senders.get(i), servers.get(i)));
        }
    }

    private static void run(List<Trickle> all, PreparedMessages messages, int seconds, int seed)
            throws InterruptedException, TimeoutException {
        Random random = new Random(seed);
        int count = seconds * MESSAGES_PER_SECOND;
        all.forEach(trickle -> trickle.begin(count));
        long start = System.nanoTime();
        for (int second = 0; second < seconds; second++) {
            long[] moments = random.longs(MESSAGES_PER_SECOND, 0, 1_000_000_000L).sorted().toArray();
            for (int i = 0; i < MESSAGES_PER_SECOND; i++) {
                sleepUntil(start + second * 1_000_000_000L + moments[i]);
                int number = second * MESSAGES_PER_SECOND + i;
                all.forEach(trickle -> trickle.send(messages, number));
            }
        }
        for (Trickle trickle : all) {
            trickle.await(messages, count);
        }
    }

    private static void sleepUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** A sender with its service, and its messages in this round. */
    private static final class Trickle implements AutoCloseable {

        final Sender sender;
        private final ArrivalServer server;
        /** Backpressure of one sender must not block the others. */
        private final ExecutorService caller = Executors.newSingleThreadExecutor();
        private volatile Window results = new Window(0, 0, 1);
        private volatile long[] handedOver = new long[0];
        private volatile Times times = new Times();

        Trickle(Sender sender, ArrivalServer server) {
            this.sender = sender;
            this.server = server;
        }

        void begin(int count) {
            handedOver = new long[count];
            results = new Window(count, count, 1);
            times = new Times();
            server.takeCounts();
        }

        void send(PreparedMessages messages, int number) {
            caller.execute(() -> {
                handedOver[number] = System.nanoTime();
                try {
                    sender.send(messages.get(number), results::leave);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
        }

        void await(PreparedMessages messages, int count) throws InterruptedException, TimeoutException {
            results.awaitAllAccepted();
            for (int i = 0; i < count; i++) {
                times.add(server.takeArrival(String.valueOf(messages.get(i).correlationId())) - handedOver[i]);
            }
        }

        Sample sample() {
            Sample sample = new Sample();
            sample.put("p50 ms", times.millis(50));
            sample.put(P99, times.millis(99));
            sample.put("max ms", times.millis(100));
            ArrivalServer.Counts counts = server.takeCounts();
            sample.put("requests", (double) counts.requests());
            sample.put("too early", (double) counts.tooEarly());
            return sample;
        }

        @Override
        public void close() throws Exception {
            caller.shutdown();
            sender.close();
            server.close();
        }
    }
}
