package io.github.camelsms.benchmarks.memory;

import java.lang.management.ManagementFactory;
import java.util.Iterator;
import java.util.NoSuchElementException;

import io.github.camelsms.benchmarks.backlog.Messages;
import io.github.camelsms.benchmarks.peers.SmsProducer;
import io.github.camelsms.model.SmsMessage;

/**
 * A JVM that sends one exchange with an iterator over very many messages. After each tenth it collects garbage and
 * prints <code>HEAP</code>, the bytes in use, and the milliseconds since the start without those collections; at the
 * end <code>ACCEPTED</code> and the number of accepted messages.
 */
public final class MemoryClient {

    static final int STEPS = 10;

    private static final String UNLIMITED = "100000";

    private MemoryClient() {
    }

    /**
     * Runs the measurement.
     *
     * @param arguments address of the service, number of messages
     */
    public static void main(String[] arguments) throws Exception {
        String options = "baseUrl=" + arguments[0] + "&username=u&password=p&results=counts&deliveryTimeout=86400000"
                         + "&requestsPerSecond=" + UNLIMITED;
        int count = Integer.parseInt(arguments[1]);
        try (SmsProducer producer = new SmsProducer(null, options)) {
            System.out.println("ACCEPTED " + SmsProducer.accepted(producer.send(new Input(count))));
        }
    }

    private static final class Input implements Iterator<SmsMessage> {

        private final Messages messages = new Messages("m");
        private final int count;
        private long start = System.nanoTime();
        private int given;

        Input(int count) {
            this.count = count;
        }

        @Override
        public boolean hasNext() {
            return given < count;
        }

        @Override
        public SmsMessage next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            given++;
            if (given % (count / STEPS) == 0) {
                report();
            }
            return messages.next();
        }

        private void report() {
            long before = System.nanoTime();
            System.gc();
            long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            start += System.nanoTime() - before;
            System.out.println("HEAP " + heap + " " + (System.nanoTime() - start) / 1_000_000);
        }
    }
}
