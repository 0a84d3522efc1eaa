package io.github.camelsms.cli.operations;

import java.util.Map;
import java.util.concurrent.Callable;

import io.github.camelsms.cli.process.ExitCodes;
import io.github.camelsms.cli.process.Surroundings;
import io.github.camelsms.cli.service.ServiceOptions;
import io.github.camelsms.cli.service.SmsSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command that serves the operations page until it is interrupted, and sends the messages that wait in the store.
 */
@Command(name = "operations", sortOptions = false,
         description = "Serves the operations page on this machine, and sends the messages that wait in the store.%n")
public final class OperationsCommand implements Callable<Integer> {

    private static final String HOST = "127.0.0.1";

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "8080", description = "port of the page (8080)")
    private int port;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ServiceOptions service;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private final Surroundings surroundings;

    public OperationsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws Exception {
        Map<String, String> page = Map.of(
                "camel.management.enabled", "true", "camel.management.host", HOST,
                "camel.management.port", Integer.toString(port), "camel.sms.operations.enabled", "true",
                "camel.sms.operations.path", "/", "camel.sms.operations.guard-server", "true");
        try (SmsSession session = SmsSession.open(service, page)) {
            session.startSending();
            spec.commandLine().getOut().println("Operations page: http://" + HOST + ":" + port + "/. Press Ctrl-C to stop it.");
            surroundings.interruption().await();
            return ExitCodes.OK;
        }
    }
}
