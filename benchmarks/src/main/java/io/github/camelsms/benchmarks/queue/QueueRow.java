package io.github.camelsms.benchmarks.queue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.JavaProcess;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.server.Counts;
import org.springframework.util.FileSystemUtils;

/**
 * The sample application with a number of consumers: drains a full outbox, is killed half way and restarted.
 *
 * @param delay    one-way latency in milliseconds, as for the server
 * @param messages initial number of messages on the queue
 */
record QueueRow(int consumers, String delay, int messages, Random killTimes) implements Contestant {

    static final String SHARE = "share of 200 messages/s";
    static final String LOST = "lost";
    static final String WITHOUT_RESULT = "without result";
    static final String SENT_TWICE = "sent twice";

    private static final int BATCH = 200;
    private static final int BEGIN_REQUESTS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    QueueRow(int consumers, String delay, int messages) {
        this(consumers, delay, messages, new Random(1));
    }

    @Override
    public String name() {
        return consumers + (consumers == 1 ? " consumer; " : " consumers; ") + delay + " ms each way";
    }

    @Override
    public void measure(Sample sample) throws Exception {
        Path folder = Files.createTempDirectory("sms-queue");
        String limits = "--limiter sliding --track-ids --there " + delay + " --back " + delay;
        try (ServerProcess server = ServerProcess.start(limits); Broker broker = Broker.start(folder.resolve("broker"))) {
            ServerProcess.Service service = server.service();
            broker.fill(Application.OUTBOX, messages);
            Application application
                    = new Application(folder.resolve("application"), service.baseUrl(), broker.url(), consumers);
            try (JavaProcess first = application.start()) {
                measurePace(service, sample);
                TimeUnit.MILLISECONDS.sleep(killTimes.nextInt(1000));
                first.kill();
            }
            try (JavaProcess second = application.start()) {
                Broker.Results results = broker.takeResults(Application.RESULTS, messages, PATIENCE);
                Counts counts = service.counts();
                long accepted = counts.accepted() - counts.duplicates();
                // Messages in flight at the kill are UNKNOWN, whether the service has them or not.
                sample.put(LOST, Math.max(0, messages - accepted - results.unknown()));
                sample.put(WITHOUT_RESULT, messages - results.outcomes().size());
                sample.put("unknown", results.unknown());
                sample.put("result twice", results.all() - results.outcomes().size());
                sample.put(SENT_TWICE, counts.duplicates());
            }
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    /** Measures from the first requests until half of the messages are sent. */
    private void measurePace(ServerProcess.Service service, Sample sample) throws Exception {
        await(service, counts -> counts.served() >= BEGIN_REQUESTS);
        Counts before = service.counts();
        await(service, counts -> counts.accepted() >= messages / 2);
        Counts after = service.counts();
        long sent = after.accepted() - before.accepted();
        double seconds = (after.lastServedNanos() - before.lastServedNanos()) / 1e9;
        sample.put(SHARE, sent / seconds / BATCH);
        sample.put("messages a request", (double) sent / (after.served() - before.served()));
        sample.put("throttled, %", 100.0 * after.throttled() / after.requests());
    }

    private void await(ServerProcess.Service service, Predicate<Counts> condition) throws Exception {
        // Five times the time at full pace, plus the start of a JVM.
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60 + 5L * messages / BATCH);
        while (!condition.test(service.counts())) {
            if (System.nanoTime() > deadline) {
                throw new TimeoutException(name() + ": the service has only " + service.counts());
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }
}
