package io.github.camelsms.simulator;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/** Runs a simulator alone, until the process is told to end. */
public final class SmsSimulatorMain {

    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    private static final String USAGE = """
            Usage: java -jar sms-simulator.jar [--OPTION VALUE]...
            A stand-in for the SMS service. Defaults are in brackets; times are in milliseconds.

            """;

    private SmsSimulatorMain() {
    }

    /** Ends with 0 after a signal, 1 if it cannot listen, 2 for a wrong option. */
    public static void main(String[] arguments) throws InterruptedException {
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            stop.countDown();
            awaitQuietly(stopped);
        }, "sms-simulator-shutdown"));
        int status;
        try {
            status = run(List.of(arguments), System.out, System.err, stop);
        } finally {
            stopped.countDown();
        }
        System.out.flush();
        if (stop.getCount() > 0) {
            System.exit(status);
        }
    }

    /** Runs until {@code stop} opens; gives the exit status. */
    static int run(List<String> arguments, PrintStream out, PrintStream err, CountDownLatch stop) throws InterruptedException {
        CommandLineOptions options = new CommandLineOptions();
        if (arguments.contains("--help")) {
            out.print(USAGE + options.help());
            return OK;
        }
        SmsSimulator simulator;
        try {
            simulator = options.parse(arguments).build();
        } catch (CommandLineOptions.UsageException | IllegalArgumentException e) {
            err.println("sms-simulator: " + e.getMessage());
            return WRONG_USAGE;
        }
        try (simulator) {
            simulator.start(warning -> err.println("sms-simulator: " + warning));
            out.println("SMS simulator listens on " + simulator.baseUrl() + httpsAddress(simulator)
                        + " (user name " + simulator.username() + ", " + simulator.describeRate() + "); Ctrl-C ends it");
            stop.await();
            out.println(figures(simulator.statistics()));
            return OK;
        } catch (IllegalStateException e) {
            err.println("sms-simulator: " + e.getMessage() + " See --host and --port.");
            return FAILED;
        }
    }

    private static String httpsAddress(SmsSimulator simulator) {
        return simulator.hasHttps() ? " and " + simulator.httpsBaseUrl() : "";
    }

    private static String figures(SimulatorStatistics statistics) {
        return String.format(
                Locale.ROOT,
                "SMS simulator ends: %d send requests, %d messages accepted (%d of them duplicates), %d rejected,"
                             + " %d requests too many, %d statuses reported, smallest gap %s",
                statistics.sendRequests(), statistics.acceptedMessages(), statistics.duplicateMessages(),
                statistics.rejectedMessages(), statistics.tooManyRequests(), statistics.reportedStatuses(),
                Double.isNaN(statistics.smallestGapMillis())
                        ? "none" : String.format(Locale.ROOT, "%.0f ms", statistics.smallestGapMillis()));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
