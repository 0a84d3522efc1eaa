package io.github.camelsms.benchmarks.store;

import java.util.List;

import io.github.camelsms.benchmarks.peers.BareClient;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * A bare loop of three commits for each list, on one thread.
 *
 * @param client makes a request for each list; null for none
 */
record ByOutbox(BareOutbox outbox, @Nullable BareClient client) implements CycleRow.Cycle {

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
            outbox.complete(claimed);
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
