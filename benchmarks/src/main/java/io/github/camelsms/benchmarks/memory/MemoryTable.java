package io.github.camelsms.benchmarks.memory;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.JavaProcess;
import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.report.Sample;

/**
 * Tests whether the heap stays constant while millions of messages are sent.
 */
public final class MemoryTable implements Table {

    private static final int MESSAGES = 5_000_000;
    private static final String HEAP_LIMIT = "-Xmx64m";
    private static final String HEAP = "heap after GC, MiB";
    private static final String GROWTH = "times the heap at 10 %";

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String question() {
        return "Are 5,000,000 messages from an iterator sent with `-Xmx64m`, and does the heap stay flat?";
    }

    @Override
    public boolean hasSelectableRows() {
        return false;
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int messages = options.messages(MESSAGES);
        if (messages < MemoryClient.STEPS || messages % MemoryClient.STEPS != 0) {
            throw new IllegalArgumentException(
                    "--messages " + messages + " cannot be divided by " + MemoryClient.STEPS);
        }
        List<String> rows = new ArrayList<>();
        for (int step = 1; step <= MemoryClient.STEPS; step++) {
            rows.add(step * 100 / MemoryClient.STEPS + " %");
        }
        for (int round = 0; round < options.rounds(); round++) {
            measure(messages, rows, round, report);
        }
        String last = rows.get(rows.size() - 1);
        report.ratio(GROWTH, HEAP, rows.get(0));
        report.atMost(last, GROWTH, 1.1);
    }

    private static void measure(int messages, List<String> rows, int round, Report report) throws Exception {
        try (ServerProcess server = ServerProcess.start();
             JavaProcess client = JavaProcess.start(MemoryClient.class, List.of(HEAP_LIMIT),
                     List.of(server.baseUrl().toString(), String.valueOf(messages)))) {
            for (int step = 0; step < rows.size(); step++) {
                String[] figures = client.expect("HEAP").split(" ");
                Sample sample = new Sample();
                sample.put(HEAP, Long.parseLong(figures[0]) / 1048576.0);
                double part = (double) messages * (step + 1) / rows.size();
                sample.put("messages/s so far", part * 1000 / Math.max(1, Long.parseLong(figures[1])));
                report.add(rows.get(step), round, sample);
            }
            long accepted = Long.parseLong(client.expect("ACCEPTED"));
            long taken = server.service().counts().accepted();
            if (accepted != messages || taken != messages) {
                throw new IllegalStateException(
                        "of " + messages + " messages the exchange counted " + accepted + " accepted, the service " + taken);
            }
        }
    }
}
