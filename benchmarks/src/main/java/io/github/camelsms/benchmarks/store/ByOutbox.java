package io.github.camelsms.benchmarks.store;

import java.util.List;

import io.github.camelsms.benchmarks.peers.BareClient;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * A bare loop with three to five commits per list, on one thread.
 *
 * @param results handling of the outcomes, in further commits
 * @param client  makes a request per list; null for none
 */
record ByOutbox(BareOutbox outbox, Results results, @Nullable BareClient client) implements CycleRow.Cycle {

    /** Handling of the outcomes. */
    enum Results {
        NONE,
        ACKNOWLEDGE,
        TAKE_AND_ACKNOWLEDGE
    }

    @Override
    public void run(List<List<SmsMessage>> lists) throws Exception {
        for (List<SmsMessage> list : lists) {
            outbox.insert(list);
            List<BareOutbox.Claimed> claimed = outbox.claim(list.size());
            if (claimed.size() != list.size()) {
                throw new IllegalStateException(claimed.size() + " of " + list.size() + " messages wait");
            }
            if (client != null) {
                client.send(claimed.stream().map(BareOutbox.Claimed::message).toList());
            }
            outbox.complete(claimed, results != Results.NONE);
            if (results == Results.TAKE_AND_ACKNOWLEDGE) {
                outbox.acknowledge(outbox.take(claimed.size()));
            } else if (results == Results.ACKNOWLEDGE) {
                outbox.acknowledge(claimed.stream().map(BareOutbox.Claimed::id).toList());
            }
        }
    }

    @Override
    public void close() throws Exception {
        outbox.close();
        if (client != null) {
            client.close();
        }
    }
}
