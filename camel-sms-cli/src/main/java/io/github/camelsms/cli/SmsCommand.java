package io.github.camelsms.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.github.camelsms.cli.check.CheckCommand;
import io.github.camelsms.cli.doctor.DoctorCommand;
import io.github.camelsms.cli.messages.MessagesCommand;
import io.github.camelsms.cli.operations.OperationsCommand;
import io.github.camelsms.cli.optout.OptOutCommand;
import io.github.camelsms.cli.process.Errors;
import io.github.camelsms.cli.process.ExitCodes;
import io.github.camelsms.cli.process.Surroundings;
import io.github.camelsms.cli.send.SendCommand;
import io.github.camelsms.cli.simulate.SimulateCommand;
import io.github.camelsms.cli.status.StatusCommand;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line of Camel SMS. Each of its commands is in a package of its own. */
@Command(name = "camel-sms", synopsisSubcommandLabel = "COMMAND", description = "Sends SMS and follows them to their delivery.",
         subcommands = {
                 SendCommand.class, CheckCommand.class, StatusCommand.class, MessagesCommand.class, OptOutCommand.class,
                 DoctorCommand.class, OperationsCommand.class })
public final class SmsCommand implements Runnable {

    @Option(names = { "-h", "--help" }, usageHelp = true, scope = ScopeType.INHERIT, order = Integer.MAX_VALUE,
            description = "print this text")
    @SuppressWarnings("UnusedVariable")
    private boolean help;

    @Option(names = { "-v", "--verbose" }, scope = ScopeType.INHERIT, order = Integer.MAX_VALUE,
            description = "log to the error stream, and print stack traces")
    private boolean verbose;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private SmsCommand() {
    }

    /** Runs a command and exits with its {@linkplain ExitCodes exit code}. */
    public static void main(String[] arguments) {
        Surroundings surroundings = Surroundings.ofThisProcess();
        int status;
        try {
            status = commandLine(System.out, System.err, surroundings).execute(arguments);
        } finally {
            surroundings.interruption().commandEnded();
        }
        // After a signal, the JVM exits already.
        if (!surroundings.interruption().isRequested()) {
            System.exit(status);
        }
    }

    /** Returns a command line that prints to these streams in UTF-8. */
    static CommandLine commandLine(PrintStream out, PrintStream err, Surroundings surroundings) {
        SmsCommand root = new SmsCommand();
        return new CommandLine(root, new CommandFactory(surroundings))
                .addSubcommand("simulate", SimulateCommand.spec(surroundings.interruption()))
                .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                // A value may begin with @, and the last value of an option counts.
                .setExpandAtFiles(false)
                .setOverwrittenOptionsAllowed(true)
                .setUnmatchedOptionsAllowedAsOptionParameters(false)
                .setUsageHelpWidth(120)
                .setParameterExceptionHandler(Errors::wrongUsage)
                .setExecutionExceptionHandler((e, command, parsed) -> Errors.failed(command, e, root.verbose))
                .setExecutionStrategy(parsed -> {
                    Configurator.setRootLevel(root.verbose ? Level.INFO : Level.OFF);
                    return new RunLast().execute(parsed);
                });
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command, or see --help");
    }

    @Command(hidden = true, description = "Prints a completion script for Bash and Zsh.")
    void completion() {
        spec.commandLine().getOut().print(AutoComplete.bash(spec.name(), spec.commandLine()));
        spec.commandLine().getOut().flush();
    }

    /** Creates commands and their mixins, and passes them the surroundings. */
    private record CommandFactory(Surroundings surroundings) implements IFactory {

        @Override
        public <K> K create(Class<K> type) throws Exception {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (Arrays.equals(constructor.getParameterTypes(), new Class<?>[] { Surroundings.class })) {
                    return type.cast(constructor.newInstance(surroundings));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }
    }
}
