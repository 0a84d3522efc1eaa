package io.github.camelsms.benchmarks.paced;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.backlog.BacklogSender;
import io.github.camelsms.benchmarks.backlog.ComponentSender;
import io.github.camelsms.benchmarks.backlog.Messages;
import io.github.camelsms.benchmarks.backlog.RecipeSender;
import io.github.camelsms.benchmarks.backlog.RecipeSender.Variant;
import io.github.camelsms.benchmarks.paced.PacedRow.Sending;
import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.throughput.Stopwatch;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Achieved share of one request per second. Each row has its own service; all rows of a round run at the same time,
 * because each is idle most of the time. The rounds run one after the other, because all together would need more
 * processors than a small machine has.
 */
public final class PacedTable implements Table {

    private static final int SECONDS = 300;
    private static final int WARM_UP_SECONDS = 10;
    private static final int BATCH = 200;
    private static final int LISTS = 4;
    private static final int UNLIMITED = 1000;

    @Override
    public String name() {
        return "paced";
    }

    @Override
    public String question() {
        return "With one request per second and a permanent backlog, what share of 200 messages per second"
               + " arrives, on several networks and with several limiters?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        List<PacedRow> rows = rows(options.only());
        int seconds = options.seconds(SECONDS);
        goals(rows, report);
        try (CamelContext context = new DefaultCamelContext()) {
            context.getShutdownStrategy().setTimeout(1);
            context.start();
            warmUp(context);
            for (int round = 0; round < options.rounds(); round++) {
                System.gc(); // The garbage of one round must not slow down the next.
                double busy = measure(context, rows, round, seconds, report);
                System.err.printf(Locale.ROOT, "round %d: %d senders kept %.2f processors busy%n", round + 1, rows.size(),
                        busy);
            }
        }
    }

    private static List<PacedRow> rows(Set<String> words) {
        for (String word : words) {
            if (!PacedRow.vocabulary().contains(word)) {
                throw new IllegalArgumentException(
                        "--only " + word + " names nothing of this table; there are " + PacedRow.vocabulary());
            }
        }
        return PacedRow.all().stream().filter(row -> row.isAskedFor(words)).toList();
    }

    private static void goals(List<PacedRow> rows, Report report) {
        for (PacedRow row : rows) {
            if (row.sending() == Sending.ADAPTIVE) {
                boolean learnsWindows = row.limiter().equals("fixed") && row.network() != Network.DISTANT;
                report.atLeast(row.name(), PacedRun.SHARE, learnsWindows ? 0.97 : row.network().goal());
                report.atMost(row.name(), PacedRun.THROTTLED, 2);
            }
        }
    }

    /**
     * Runs all rows of a round.
     *
     * @return number of processors kept busy by the senders
     */
    private static double measure(CamelContext context, List<PacedRow> rows, int round, int seconds, Report report)
            throws Exception {
        try (ServerProcess servers = ServerProcess.start(services(rows, round))) {
            servers.service().warmUp();
            List<PacedRun> runs = runs(context, rows, round, servers.services());
            long cpu = Stopwatch.cpuNanos();
            PacedRun.runAll(runs, seconds);
            double busy = (Stopwatch.cpuNanos() - cpu) / 1e9 / seconds;
            for (PacedRun run : runs) {
                report.add(run.row(), round, run.sample());
            }
            return busy;
        }
    }

    private static String[] services(List<PacedRow> rows, int round) {
        return IntStream.range(0, rows.size()).mapToObj(i -> {
            PacedRow row = rows.get(i);
            return row.network().options() + " --limiter " + row.limiter() + " --seed " + (round * rows.size() + i);
        }).toArray(String[]::new);
    }

    /** Loads and compiles the senders' code, so that their first requests do not run on a cold JVM. */
    private static void warmUp(CamelContext context) throws Exception {
        try (ServerProcess server = ServerProcess.start()) {
            URI baseUrl = server.baseUrl();
            context.addComponent("warmup", new SmsComponent());
            String uri = "warmup:send?baseUrl=" + baseUrl + "&username=u&password=p&results=counts&requestsPerSecond="
                         + UNLIMITED;
            List<BacklogSender> senders = List.of(
                    new ComponentSender(context, uri, new Messages("w"), BATCH, LISTS),
                    new RecipeSender(context, baseUrl, new Messages("v"), "warmup-recipe", Variant.RETRY, UNLIMITED));
            for (BacklogSender sender : senders) {
                sender.start();
            }
            TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
            for (BacklogSender sender : senders) {
                sender.stop();
                sender.awaitEnd();
            }
        }
    }

    private static List<PacedRun> runs(
            CamelContext context, List<PacedRow> rows, int round, List<ServerProcess.Service> services)
            throws Exception {
        context.addComponent("sms" + round, new SmsComponent());
        List<PacedRun> runs = new ArrayList<>();
        for (PacedRow row : rows) {
            ServerProcess.Service service = services.get(runs.size());
            String name = "m" + round + "-" + runs.size();
            runs.add(new PacedRun(row.name(), sender(context, row, round, service, name), service));
        }
        return runs;
    }

    private static BacklogSender sender(
            CamelContext context, PacedRow row, int round, ServerProcess.Service service, String name)
            throws Exception {
        Messages messages = new Messages(name);
        Variant recipe = switch (row.sending()) {
            case ADAPTIVE, STRICT -> null;
            case RECIPE -> Variant.DEFAULTS;
            case RETRY -> Variant.RETRY;
            case TUNED -> Variant.TUNED;
        };
        if (recipe != null) {
            return new RecipeSender(context, service.baseUrl(), messages, name, recipe, 1);
        }
        String uri = "sms" + round + ":send?baseUrl=" + service.baseUrl() + "&username=u&password=p&results=counts&pacing="
                     + row.sending().name().toLowerCase(Locale.ROOT);
        return new ComponentSender(context, uri, messages, BATCH, LISTS);
    }
}
