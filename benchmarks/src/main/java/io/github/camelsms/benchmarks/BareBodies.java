package io.github.camelsms.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.benchmarks.peers.BareClient;
import io.github.camelsms.benchmarks.peers.Messages;
import io.github.camelsms.benchmarks.report.Sample;

/**
 * The physical limit: ready-made bodies of 200 messages, posted by four threads, each answer's body read and thrown
 * away.
 */
final class BareBodies implements Contestant {

    private final BareClient client;
    private final List<byte[]> bodies;
    private final int requests;
    private final ExecutorService threads = Executors.newFixedThreadPool(BareClient.IN_FLIGHT);

    BareBodies(BareClient client, List<byte[]> bodies, int requests) {
        this.client = client;
        this.bodies = bodies;
        this.requests = requests;
    }

    @Override
    public String name() {
        return "bare";
    }

    @Override
    public void measure(Sample sample) throws Exception {
        AtomicInteger next = new AtomicInteger();
        Callable<Void> posting = () -> {
            for (int number = next.getAndIncrement(); number < requests; number = next.getAndIncrement()) {
                client.post(bodies.get(number % bodies.size()));
            }
            return null;
        };
        Stopwatch stopwatch = new Stopwatch();
        List<Future<Void>> all = new ArrayList<>();
        for (int i = 0; i < BareClient.IN_FLIGHT; i++) {
            all.add(threads.submit(posting));
        }
        for (Future<Void> one : all) {
            one.get();
        }
        stopwatch.stop((long) requests * Messages.BATCH, sample);
    }

    @Override
    public void close() throws Exception {
        threads.shutdown();
        client.close();
    }
}
