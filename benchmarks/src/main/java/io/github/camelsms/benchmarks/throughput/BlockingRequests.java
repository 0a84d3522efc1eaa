package io.github.camelsms.benchmarks.throughput;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.peers.BareClient;
import io.github.camelsms.benchmarks.peers.PreparedMessages;
import io.github.camelsms.benchmarks.report.Sample;

/**
 * Requests of 200 messages by four threads, each waiting for the response before its next request.
 *
 * @param count    requests per round
 * @param resource closed with the row
 */
record BlockingRequests(String name, int count, Request request, AutoCloseable resource,
        Callers callers) implements Contestant {

    BlockingRequests(String name, int count, Request request, AutoCloseable resource) {
        this(name, count, request, resource, new Callers(BareClient.IN_FLIGHT));
    }

    /**
     * The cost of the HTTP client: prepared bodies, and response bodies that are read and discarded.
     */
    static BlockingRequests bare(BareClient client, List<byte[]> bodies, int requests) {
        return new BlockingRequests(
                "bare", requests, number -> client.post(bodies.get(number % bodies.size())), client);
    }

    /**
     * The limit with JSON written and parsed: the minimum cost of a client without prepared messages.
     */
    static BlockingRequests bareWithJson(BareClient client, PreparedMessages messages, int requests) {
        return new BlockingRequests("bare+json", requests, number -> client.send(messages.list(number)), client);
    }

    @Override
    public void measure(Sample sample) throws Exception {
        AtomicInteger next = new AtomicInteger();
        Stopwatch stopwatch = new Stopwatch();
        callers.run(() -> {
            for (int number = next.getAndIncrement(); number < count; number = next.getAndIncrement()) {
                request.make(number);
            }
            return null;
        });
        stopwatch.stop((long) count * PreparedMessages.BATCH, sample);
    }

    @Override
    public void close() throws Exception {
        callers.close();
        resource.close();
    }

    /** Makes one request and waits for its response. */
    @FunctionalInterface
    interface Request {

        void make(int number) throws Exception;
    }
}
