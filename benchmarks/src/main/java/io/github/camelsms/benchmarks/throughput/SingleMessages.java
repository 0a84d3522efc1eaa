package io.github.camelsms.benchmarks.throughput;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.peers.PreparedMessages;
import io.github.camelsms.benchmarks.peers.Sender;
import io.github.camelsms.benchmarks.report.Sample;

/**
 * Many single messages through one sender, with a result for each.
 *
 * @param count messages per round
 */
record SingleMessages(Sender sender, PreparedMessages messages, int count) implements Contestant {

    /** The default capacity of an account's queue. */
    private static final int OUTSTANDING = 10_000;

    @Override
    public String name() {
        return sender.name();
    }

    @Override
    public void measure(Sample sample) throws Exception {
        Window window = new Window(count, OUTSTANDING, Window.CHUNK);
        Stopwatch stopwatch = new Stopwatch();
        for (int i = 0; i < count; i++) {
            window.enter();
            sender.send(messages.get(i), window::leave);
        }
        window.awaitAllAccepted();
        stopwatch.stop(count, sample);
    }

    @Override
    public void close() throws Exception {
        sender.close();
    }
}
