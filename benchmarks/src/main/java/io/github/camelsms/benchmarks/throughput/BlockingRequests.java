package io.github.camelsms.benchmarks.throughput;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.peers.BareClient;
import io.github.camelsms.benchmarks.peers.Messages;
import io.github.camelsms.benchmarks.report.Sample;

/**
 * Requests of 200 messages by four threads, each waiting for the response before its next request.
 */
final class BlockingRequests implements Contestant {

    private final String name;
    private final int requests;
    private final Request request;
    private final AutoCloseable resource;
    private final ExecutorService threads = Executors.newFixedThreadPool(BareClient.IN_FLIGHT);

    BlockingRequests(String name, int requests, Request request, AutoCloseable resource) {
        this.name = name;
        this.requests = requests;
        this.request = request;
        this.resource = resource;
    }

    /**
     * The physical limit: prepared bodies, and response bodies that are read and discarded.
     */
    static BlockingRequests bare(BareClient client, List<byte[]> bodies, int requests) {
        return new BlockingRequests(
                "bare", requests, number -> client.post(bodies.get(number % bodies.size())), client);
    }

    /**
     * The limit with JSON written and parsed: the minimum cost of a client without prepared messages.
     */
    static BlockingRequests bareWithJson(BareClient client, Messages messages, int requests) {
        return new BlockingRequests("bare+json", requests, number -> client.send(messages.list(number)), client);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void measure(Sample sample) throws Exception {
        AtomicInteger next = new AtomicInteger();
        Callable<Void> requesting = () -> {
            for (int number = next.getAndIncrement(); number < requests; number = next.getAndIncrement()) {
                request.make(number);
            }
            return null;
        };
        Stopwatch stopwatch = new Stopwatch();
        List<Future<Void>> all = new ArrayList<>();
        for (int i = 0; i < BareClient.IN_FLIGHT; i++) {
            all.add(threads.submit(requesting));
        }
        for (Future<Void> one : all) {
            one.get();
        }
        stopwatch.stop((long) requests * Messages.BATCH, sample);
    }

    @Override
    public void close() throws Exception {
        threads.shutdown();
        resource.close();
    }

    /** Makes one request and waits for its response. */
    @FunctionalInterface
    interface Request {

        void make(int number) throws Exception;
    }
}
