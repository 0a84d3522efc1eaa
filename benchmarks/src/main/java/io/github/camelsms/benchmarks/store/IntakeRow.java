package io.github.camelsms.benchmarks.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.backlog.Messages;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.throughput.Stopwatch;
import io.github.camelsms.model.SmsMessage;

/**
 * Callers that store messages for a time, each waiting until its messages are durable.
 */
final class IntakeRow implements Contestant {

    private final String name;
    private final int size;
    private final int seconds;
    private final Messages messages;
    private final Intake intake;
    private final int callers;
    private final ExecutorService threads;

    /** Stores messages. */
    interface Intake extends AutoCloseable {

        /** Returns when they are durable. */
        void store(List<SmsMessage> messages) throws Exception;
    }

    /**
     * @param callers number of threads
     *
     * @param size    messages per call
     * @param intake  closed with the row
     */
    IntakeRow(String name, int callers, int size, int seconds, Intake intake) {
        this.name = name;
        this.callers = callers;
        this.size = size;
        this.seconds = seconds;
        this.messages = new Messages("m");
        this.intake = intake;
        this.threads = Executors.newFixedThreadPool(callers);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void measure(Sample sample) throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        LongAdder stored = new LongAdder();
        Callable<Void> calling = () -> {
            do {
                intake.store(messages.next(size));
                stored.add(size);
            } while (!isOver.get());
            return null;
        };
        Stopwatch stopwatch = new Stopwatch();
        List<Future<Void>> all = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            all.add(threads.submit(calling));
        }
        Thread.sleep(seconds * 1000L);
        isOver.set(true);
        for (Future<Void> one : all) {
            one.get();
        }
        stopwatch.stop(stored.sum(), sample);
    }

    @Override
    public void close() throws Exception {
        threads.shutdown();
        intake.close();
    }
}
