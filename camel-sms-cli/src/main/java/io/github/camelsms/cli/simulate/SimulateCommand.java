package io.github.camelsms.cli.simulate;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;

import io.github.camelsms.cli.process.Errors;
import io.github.camelsms.cli.process.ExitCodes;
import io.github.camelsms.cli.process.Interruption;
import io.github.camelsms.simulator.SimulatorStatistics;
import io.github.camelsms.simulator.SmsSimulator;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The command that runs a simulator until it is interrupted. */
public final class SimulateCommand implements Callable<Integer> {

    private final SimulatorOptions options = new SimulatorOptions(this);
    private final Interruption interruption;

    private SimulateCommand(Interruption interruption) {
        this.interruption = interruption;
    }

    /** Returns the command with its options. */
    public static CommandSpec spec(Interruption interruption) {
        return new SimulateCommand(interruption).options.spec();
    }

    @Override
    public Integer call() throws InterruptedException {
        CommandLine command = options.spec().commandLine();
        PrintWriter out = command.getOut();
        try (SmsSimulator simulator = build(command)) {
            simulator.start(warning -> Errors.print(command, warning));
            out.println(started(simulator));
            interruption.await();
            out.println(stopped(simulator.statistics()));
            return ExitCodes.OK;
        } catch (IllegalStateException e) {
            Errors.print(command, e.getMessage() + " See --host and --port.");
            return ExitCodes.FAILED;
        }
    }

    private SmsSimulator build(CommandLine command) {
        try {
            return options.builder().build();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
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
