package io.github.camelsms.benchmarks.peers;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * All senders of single messages.
 */
public final class Senders {

    /** Rows of the batching peers, without ours and the bare client. */
    public static final List<String> PEERS = List.of("camel", "gax", "spring");

    private Senders() {
    }

    /**
     * Creates and starts the selected senders, ours first.
     *
     * @param address address per row
     */
    public static List<Sender> start(Predicate<String> wanted, Address address, Pace pace) throws Exception {
        List<Sender> senders = new ArrayList<>();
        if (wanted.test("ours")) {
            senders.add(new SmsSender(address.of("ours"), pace));
        }
        if (wanted.test("camel")) {
            senders.add(new CamelSender(address.of("camel"), pace));
        }
        if (wanted.test("gax")) {
            senders.add(new GaxSender(address.of("gax"), pace));
        }
        if (wanted.test("spring")) {
            senders.add(new SpringSender(address.of("spring"), pace));
        }
        return senders;
    }

    /** Returns the service's address for a row. */
    @FunctionalInterface
    public interface Address {

        URI of(String row) throws Exception;
    }
}
