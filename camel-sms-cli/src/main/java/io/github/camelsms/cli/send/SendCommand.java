package io.github.camelsms.cli.send;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsException;
import io.github.camelsms.cli.process.Errors;
import io.github.camelsms.cli.process.ExitCodes;
import io.github.camelsms.cli.process.Surroundings;
import io.github.camelsms.cli.service.FileOptions;
import io.github.camelsms.cli.service.ServiceOptions;
import io.github.camelsms.cli.service.SmsSession;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import org.apache.camel.Exchange;
import org.apache.camel.util.json.JsonObject;

/** The command that sends one message, or those of a file, and waits for their outcomes. */
@Command(name = "send", sortOptions = false,
         description = {
                 "Sends one message, or the messages of a CSV or JSON file, and prints their outcomes.",
                 "To go on with a file after an interruption, repeat the command: no message is sent twice.%n" })
public final class SendCommand implements Callable<Integer> {

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "CSV or JSON file of messages")
    private @Nullable Path file;

    @Option(names = "--to", paramLabel = "NUMBER", description = "phone number of the one message to send")
    private @Nullable String to;

    @Option(names = "--text", paramLabel = "TEXT", description = "its text; without it, the text is standard input")
    private @Nullable String text;

    @Option(names = "--id", paramLabel = "ID", description = "its correlation id; a message with this id is sent once only")
    private @Nullable String id;

    @Option(names = "--results", paramLabel = "FILE", description = "write the result of each row of the file, as CSV")
    private @Nullable Path results;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private FileOptions reading;

    @Option(names = "--timeout", paramLabel = "DURATION", defaultValue = "1m",
            description = "give messages up that wait longer than this for the service (1m)")
    private String timeout = "1m";

    @Option(names = "--no-progress", description = "show no progress bar, which is otherwise shown on a terminal")
    private boolean noProgress;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ServiceOptions service;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private final Surroundings surroundings;

    public SendCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws Exception {
        if ((file == null) == (to == null)) {
            throw new ParameterException(spec.commandLine(), "name either a file, or the number of one message with --to");
        }
        Path messages = file;
        String endpoint = "sms:send?offerResults=false&requestsPerSecond=" + reading.requestsPerSecond() + "&deliveryTimeout="
                          + timeout;
        // Read before the service is used.
        String message = messages == null ? message() : "";
        try (SmsSession session = SmsSession.open(service)) {
            // Messages of requests in flight get their outcomes, and the others are not sent.
            surroundings.interruption().handle(session::close);
            return messages == null ? sendOne(session, endpoint, message) : sendFile(session, endpoint, messages);
        }
    }

    private String message() throws IOException {
        String given = text;
        return given != null ? given : new String(surroundings.in().readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
    }

    private int sendOne(SmsSession session, String endpoint, String message) throws Exception {
        Exchange exchange = session.exchange();
        exchange.getMessage().setBody(message);
        exchange.getMessage().setHeader(SmsConstants.DESTINATION, to);
        exchange.getMessage().setHeader(SmsConstants.CORRELATION_ID, id);
        Exchange done = session.send(endpoint, exchange).get();
        SmsSendResult result = done.getException() instanceof SmsException failure && !failure.results().isEmpty()
                ? failure.results().get(0) : done.getMessage().getBody() instanceof SmsSendResult sent ? sent : null;
        if (result == null) {
            throw done.getException() == null ? new IllegalStateException("there is no result") : done.getException();
        }
        Tally tally = new Tally();
        tally.add(result);
        if (service.isJson()) {
            out().println(json(result).toJson());
        } else {
            out().println(line(result));
        }
        return interrupted(tally.exitCode());
    }

    private int sendFile(SmsSession session, String endpoint, Path messages) throws Exception {
        FileSending sending = new FileSending(
                session, endpoint, reading.format(), reading.requestsPerSecond(), surroundings.interruption());
        int total = sending.count(messages);
        boolean isShown = surroundings.isTerminal() && !noProgress;
        Tally tally = sending.send(messages, results, new Progress(spec.commandLine().getErr(), total, isShown));
        if (service.isJson()) {
            out().println(json(messages, total, tally).toJson());
        } else {
            out().println(messages.getFileName() + ": " + Count.grouped(total, "message") + ": "
                          + tally);
            tally.problems().forEach(problem -> out().println("  " + line(problem)));
        }
        int left = total - tally.total() + tally.count(SmsOutcome.NOT_SENT);
        if (left > 0) {
            Errors.print(spec.commandLine(), (surroundings.interruption().isRequested() ? "interrupted: " : "")
                                             + Count.grouped(left) + " of " + Count.grouped(total)
                                             + " messages are not sent; the others are not sent again. To go on: "
                                             + commandLine());
        }
        return interrupted(tally.exitCode());
    }

    private int interrupted(int exitCode) {
        return surroundings.interruption().isRequested() ? ExitCodes.INTERRUPTED : exitCode;
    }

    /** Returns this command, as it can be copied into a shell. */
    private String commandLine() {
        return spec.root().name() + " "
               + spec.root().commandLine().getParseResult().originalArgs().stream().map(SendCommand::quoted)
                       .collect(Collectors.joining(" "));
    }

    private static String quoted(String argument) {
        return argument.matches("[\\w./:=@%+,-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }

    /** A row of a file is named by its line, because few people would recognize its correlation id. */
    private static String line(SmsSendResult result) {
        SmsOrigin row = result.origin();
        return (row == null ? "" : "line " + row.line() + ": ") + result.outcome()
               + (result.smsId() == null ? "" : " " + result.smsId())
               + (row != null || result.correlationId() == null ? "" : " " + result.correlationId())
               + (result.reason() == null ? "" : ": " + result.reason());
    }

    private static JsonObject json(SmsSendResult result) {
        JsonObject json = new JsonObject();
        json.put("correlationId", result.correlationId());
        json.put("outcome", result.outcome().name());
        json.put("code", result.code());
        json.put("smsId", result.smsId());
        json.put("reason", result.reason());
        if (result.origin() != null) {
            json.put("line", result.origin().line());
        }
        return json;
    }

    private JsonObject json(Path messages, int total, Tally tally) {
        JsonObject json = new JsonObject();
        json.put("file", String.valueOf(messages.getFileName()));
        json.put("messages", total);
        json.put("accepted", tally.count(SmsOutcome.ACCEPTED));
        json.put("rejected", tally.count(SmsOutcome.REJECTED));
        json.put("notSent", total - tally.total() + tally.count(SmsOutcome.NOT_SENT));
        json.put("unknown", tally.count(SmsOutcome.UNKNOWN));
        json.put("interrupted", surroundings.interruption().isRequested());
        List<JsonObject> problems = tally.problems().stream().map(SendCommand::json).toList();
        json.put("problems", problems);
        return json;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
