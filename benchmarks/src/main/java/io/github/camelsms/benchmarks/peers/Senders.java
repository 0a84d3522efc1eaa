package io.github.camelsms.benchmarks.peers;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * All ways to send single messages.
 */
public final class Senders {

    /** Rows of the peers that batch, told apart from ours and from the bare client. */
    public static final List<String> PEERS = List.of("camel", "gax", "spring");

    private Senders() {
    }

    /**
     * Makes and starts those whose row is wanted, ours first.
     *
     * @param address for each its own or one for all
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

    /** The service's address for a row. */
    @FunctionalInterface
    public interface Address {

        URI of(String row) throws Exception;
    }
}
