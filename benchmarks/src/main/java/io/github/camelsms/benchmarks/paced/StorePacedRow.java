package io.github.camelsms.benchmarks.paced;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.backlog.ComponentSender;
import io.github.camelsms.benchmarks.backlog.Messages;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.store.DurableDatabase;
import org.jspecify.annotations.Nullable;

import org.apache.camel.impl.DefaultCamelContext;

/**
 * A row in one round: a Camel context per phase, all on the same store.
 */
final class StorePacedRow {

    static final List<String> PHASES = List.of("cold start", "after a restart");

    private static final int BATCH = 200;
    private static final int LISTS = 4;

    private final Network network;
    private final String storeName;
    private final @Nullable DurableDatabase database;
    private final int round;
    private @Nullable DefaultCamelContext context;
    private @Nullable PacedRun run;

    /**
     * @param database database of the store, or null for memory
     */
    StorePacedRow(Network network, String storeName, @Nullable DurableDatabase database, int round) {
        this.network = network;
        this.storeName = storeName;
        this.database = database;
        this.round = round;
    }

    Network network() {
        return network;
    }

    int round() {
        return round;
    }

    boolean hasStore() {
        return database != null;
    }

    String name(String phase) {
        return network.inWords() + ", " + storeName + ", " + phase;
    }

    /** Returns the row name of the current phase. */
    String name() {
        return run().row();
    }

    PacedRun run() {
        return Objects.requireNonNull(run);
    }

    /** Returns the options of its service. */
    String service() {
        return network.options() + " --limiter sliding --seed " + (100 * round + network.ordinal());
    }

    void open(String phase, ServerProcess.Service service) throws Exception {
        service.reset();
        open(name(phase), "p" + PHASES.indexOf(phase), service, "");
    }

    void openUnlimited(ServerProcess.Service service) throws Exception {
        open(storeName, "w", service, "&requestsPerSecond=1000");
    }

    private void open(String name, String prefix, ServerProcess.Service service, String options) throws Exception {
        SmsComponent component = new SmsComponent();
        if (database != null) {
            component.setMessageStore(database.store("paced-" + network.name().toLowerCase(Locale.ROOT) + (round + 1)));
        }
        DefaultCamelContext opened = new DefaultCamelContext();
        opened.getShutdownStrategy().setTimeout(5);
        opened.addComponent("sms", component);
        opened.start();
        context = opened;
        String uri = "sms:send?baseUrl=" + service.baseUrl() + "&username=u&password=p&results=counts" + options;
        run = new PacedRun(name, new ComponentSender(opened, uri, new Messages(prefix), BATCH, LISTS), service);
    }

    /** Closes it when all messages have their outcome, and returns the figures. */
    Sample close() throws Exception {
        Sample sample = run().sample();
        Objects.requireNonNull(context).close();
        return sample;
    }
}
