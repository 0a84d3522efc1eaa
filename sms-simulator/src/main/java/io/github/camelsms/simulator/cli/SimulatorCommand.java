package io.github.camelsms.simulator.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

import io.github.camelsms.simulator.SimulatorStatistics;
import io.github.camelsms.simulator.SmsSimulator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command that runs a simulator until it is told to stop. */
public final class SimulatorCommand {

    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    private final PrintStream out;
    private final PrintStream err;

    public SimulatorCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Runs until {@code stop} opens; returns the exit status. */
    public int run(List<String> arguments, CountDownLatch stop) throws InterruptedException {
        CommandLineOptions options = new CommandLineOptions();
        CommandLine parser = options.parser();
        SmsSimulator simulator;
        try {
            if (parser.parseArgs(arguments.toArray(String[]::new)).isUsageHelpRequested()) {
                parser.usage(out);
                return OK;
            }
            simulator = options.builder().build();
        } catch (UnmatchedArgumentException e) {
            return wrongUsage(unknownOption(e));
        } catch (ParameterException | IllegalArgumentException e) {
            return wrongUsage(e.getMessage());
        }
        try (simulator) {
            simulator.start(warning -> err.println("sms-simulator: " + warning));
            out.println(started(simulator));
            stop.await();
            out.println(stopped(simulator.statistics()));
            return OK;
        } catch (IllegalStateException e) {
            err.println("sms-simulator: " + e.getMessage() + " See --host and --port.");
            return FAILED;
        }
    }

    private int wrongUsage(@Nullable String problem) {
        err.println("sms-simulator: " + problem);
        return WRONG_USAGE;
    }

    /** Names only the first unknown option, without its value, because the rest may contain a password. */
    private static String unknownOption(UnmatchedArgumentException e) {
        String option = e.getUnmatched().get(0).split("=", 2)[0];
        String similar = String.join(" or ", e.getSuggestions());
        return "unknown option " + option + ": " + (similar.isEmpty() ? "see --help" : "did you mean " + similar + "?");
    }

    private static String started(SmsSimulator simulator) {
        double rate = simulator.requestsPerSecond();
        return "SMS simulator listens on " + simulator.baseUrl()
               + (simulator.hasHttps() ? " and " + simulator.httpsBaseUrl() : "")
               + " (user name " + simulator.username() + ", "
               + (rate <= 0 ? "no rate limit" : rate + " send requests per second") + "). Press Ctrl-C to stop it.";
    }

    private static String stopped(SimulatorStatistics statistics) {
        return String.format(
                Locale.ROOT,
                "SMS simulator stopped: send requests %d, messages accepted %d (duplicates %d), rejected %d,"
                             + " requests throttled %d, statuses reported %d, smallest gap %s",
                statistics.sendRequests(), statistics.acceptedMessages(), statistics.duplicateMessages(),
                statistics.rejectedMessages(), statistics.tooManyRequests(), statistics.reportedStatuses(),
                Double.isNaN(statistics.smallestGapMillis())
                        ? "none" : String.format(Locale.ROOT, "%.0f ms", statistics.smallestGapMillis()));
    }
}
