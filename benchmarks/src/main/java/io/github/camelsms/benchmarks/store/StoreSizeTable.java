package io.github.camelsms.benchmarks.store;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.report.Report;

/**
 * Tests whether a store with millions of messages is as fast as a small one, in a small heap.
 */
public final class StoreSizeTable implements Table {

    @Override
    public String name() {
        return "store-size";
    }

    @Override
    public String question() {
        return "With millions of messages in the store and `-Xmx128m`, how long does it take to open the store,"
               + " and to claim a request?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int finished = options.finished();
        int waiting = options.waiting();
        if (finished < 1 || waiting < StoreSizeClient.BATCH) {
            throw new IllegalArgumentException(
                    "--finished must be at least 1, and --waiting at least " + StoreSizeClient.BATCH);
        }
        try (Databases databases = Databases.start(options)) {
            List<LargeStore> stores = new ArrayList<>();
            for (DurableDatabase database : databases.all()) {
                stores.add(LargeStore.prepare(database, finished, waiting));
            }
            Rounds.interleave(stores, options, 0, report);
            for (LargeStore store : stores) {
                report.atMost(store.name(), StoreSizeClient.OPEN, 2);
                report.atMost(store.name(), StoreSizeClient.P99, 10);
            }
        }
    }
}
