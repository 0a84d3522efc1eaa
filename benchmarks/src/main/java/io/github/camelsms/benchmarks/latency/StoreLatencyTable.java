package io.github.camelsms.benchmarks.latency;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.backlog.Messages;
import io.github.camelsms.benchmarks.peers.SmsProducer;
import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.store.BareOutbox;
import io.github.camelsms.benchmarks.store.Databases;
import io.github.camelsms.benchmarks.store.DurableDatabase;
import io.github.camelsms.store.MessageStore;
import org.jspecify.annotations.Nullable;

/**
 * Additional latency of a single message with a store.
 */
public final class StoreLatencyTable implements Table {

    private static final int MESSAGES = 300;
    private static final String MEMORY = "without a store";
    private static final String OVER = "over one commit and the time without a store, ms";

    @Override
    public String name() {
        return "store-latency";
    }

    @Override
    public String question() {
        return "How long does the caller of a single message wait for the outcome on an idle account, with and"
               + " without a store?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int count = options.messages(MESSAGES);
        List<Contestant> rows = new ArrayList<>();
        int rounds = options.rounds();
        try (Databases databases = Databases.start(options); ServerProcess server = ServerProcess.start()) {
            rows.add(send(MEMORY, null, count, server.baseUrl()));
            for (DurableDatabase database : databases.all()) {
                rows.add(send(database.name(), database.store("latency"), count, server.baseUrl()));
                rows.add(commit(database, count));
            }
            Rounds.interleave(rows, options, 2, report);
            for (DurableDatabase database : databases.all()) {
                for (int round = 0; round < rounds; round++) {
                    Sample sample = new Sample();
                    sample.put(OVER, median(database.name(), round, report) - median(MEMORY, round, report)
                                     - median(commitOf(database), round, report));
                    report.add(database.name(), round, sample);
                }
                report.atMost(database.name(), OVER, 2);
            }
        }
    }

    private static double median(String row, int round, Report report) {
        return report.values(row, LoneMessages.MEDIAN).get(round);
    }

    private static String commitOf(DurableDatabase database) {
        return database.name() + ", one commit";
    }

    private static Contestant send(String name, @Nullable MessageStore store, int count, URI baseUrl) throws Exception {
        SmsProducer sender = new SmsProducer(
                store, "baseUrl=" + baseUrl + "&username=u&password=p&requestsPerSecond=1000000");
        Messages messages = new Messages("m");
        return new LoneMessages(name, count, 0, number -> {
            if (!SmsProducer.isAccepted(sender.send(messages.next()))) {
                throw new IllegalStateException("the message was not accepted");
            }
            return System.nanoTime();
        }, sender);
    }

    private static Contestant commit(DurableDatabase database, int count) throws Exception {
        BareOutbox outbox = BareOutbox.create(database, "latency-commit");
        Messages messages = new Messages("m");
        return new LoneMessages(commitOf(database), count, 0, number -> {
            outbox.insert(messages.next(1));
            return System.nanoTime();
        }, outbox);
    }
}
