package io.github.camelsms.cli.messages;

import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.cli.process.Errors;
import io.github.camelsms.cli.process.ExitCodes;
import io.github.camelsms.cli.process.Interruption;
import io.github.camelsms.cli.process.Surroundings;
import io.github.camelsms.cli.process.Table;
import io.github.camelsms.cli.service.ServiceOptions;
import io.github.camelsms.cli.service.SmsSession;
import io.github.camelsms.cli.service.StoredMessages;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import org.apache.camel.Message;

/** The commands that find and change stored messages, each with the operation of {@code sms:messages} of its name. */
@Command(name = "messages", synopsisSubcommandLabel = "COMMAND", description = "Finds and changes stored messages.")
public final class MessagesCommand implements Runnable {

    private static final String ENDPOINT = "sms:messages?operation=";
    private static final String IDS = "correlation ids";
    private static final Set<SmsMessageState> OPEN
            = EnumSet.of(SmsMessageState.WAITING, SmsMessageState.SENDING);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private final Surroundings surroundings;

    public MessagesCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command of messages, or see --help");
    }

    @Command(sortOptions = false, description = "Counts the messages in each state.%n")
    int count(@Mixin ServiceOptions service) throws Exception {
        try (SmsSession session = SmsSession.open(service)) {
            Map<?, ?> counts = session.request(ENDPOINT + "count", Map.class, message -> {
            });
            Table table = new Table("state", "messages");
            counts.forEach(table::add);
            print(table, service);
            return ExitCodes.OK;
        }
    }

    @Command(sortOptions = false, description = "Finds messages by their ids, or by the day of their outcome.%n")
    int find(
            @Parameters(arity = "0..*", paramLabel = "ID", description = IDS) @Nullable List<String> ids,
            @Option(names = "--date", paramLabel = "DAY",
                    description = "messages with an outcome on this day, such as 2026-11-29") @Nullable LocalDate date,
            @Option(names = "--status", paramLabel = "NAMES",
                    description = "with --date: only these states or delivery statuses, such as REJECTED,BLACKLIST; or NOT_REACHED") @Nullable String status,
            @Mixin ServiceOptions service)
            throws Exception {
        if ((ids == null || ids.isEmpty()) == (date == null)) {
            throw new ParameterException(spec.subcommands().get("find"), "give either ids, or a day with --date");
        }
        try (SmsSession session = SmsSession.open(service)) {
            StoredMessages store = new StoredMessages(session);
            List<SmsStoredMessage> found = date == null ? store.find(List.copyOf(ids)) : store.ofDay(date, status);
            print(StoredMessages.table(found), service);
            return ExitCodes.OK;
        }
    }

    @Command(sortOptions = false, description = {
            "Resends messages that are PARKED, NOT_SENT, REJECTED or CANCELLED, and waits for their outcomes.",
            "A parked message may have been sent before.%n" })
    int resend(
            @Parameters(arity = "1..*", paramLabel = "ID", description = IDS) List<String> ids,
            @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "60",
                    description = "how long to wait (60); afterwards they wait in the store") int timeout,
            @Mixin ServiceOptions service)
            throws Exception {
        try (SmsSession session = SmsSession.open(service)) {
            int exitCode = change(session, service, "resend", ids, message -> {
            });
            session.startSending();
            StoredMessages store = new StoredMessages(session);
            Interruption interruption = surroundings.interruption();
            List<SmsStoredMessage> now = store.find(ids);
            // Twice a second.
            for (int i = 0;
                 i < 2 * timeout && now.stream().anyMatch(message -> OPEN.contains(message.state()))
                         && !interruption.await(500);
                 i++) {
                now = store.find(ids);
            }
            print(StoredMessages.table(now), service);
            return interruption.isRequested() ? ExitCodes.INTERRUPTED : exitCode;
        }
    }

    @Command(sortOptions = false, description = "Cancels messages that are WAITING or SCHEDULED.%n")
    int cancel(
            @Parameters(arity = "1..*", paramLabel = "ID", description = IDS) List<String> ids,
            @Option(names = "--reason", paramLabel = "TEXT", description = "reason to store") @Nullable String reason,
            @Mixin ServiceOptions service)
            throws Exception {
        try (SmsSession session = SmsSession.open(service)) {
            return change(session, service, "cancel", ids, message -> message.setHeader(SmsConstants.REASON, reason));
        }
    }

    @Command(sortOptions = false,
             description = "Sets the outcome of messages that are UNKNOWN or PARKED, as the provider has confirmed it.%n")
    int settle(
            @Parameters(arity = "1..*", paramLabel = "ID", description = IDS) List<String> ids,
            @Option(names = "--outcome", paramLabel = "OUTCOME", required = true,
                    description = "ACCEPTED, REJECTED or NOT_SENT") SmsOutcome outcome,
            @Option(names = "--reason", paramLabel = "TEXT", description = "reason to store") @Nullable String reason,
            @Mixin ServiceOptions service)
            throws Exception {
        try (SmsSession session = SmsSession.open(service)) {
            return change(session, service, "settle", ids, message -> {
                message.setHeader(SmsConstants.OUTCOME, outcome.name());
                message.setHeader(SmsConstants.REASON, reason);
            });
        }
    }

    @Command(sortOptions = false, description = "Removes finished messages of all accounts that are older than 30 days.%n")
    int purge(@Mixin ServiceOptions service) throws Exception {
        try (SmsSession session = SmsSession.open(service)) {
            return number(service, "purged", session.request(ENDPOINT + "purge", Long.class, message -> {
            }));
        }
    }

    @Command(sortOptions = false,
             description = "Erases a phone number from the messages of all accounts, with their texts. Waiting messages are cancelled.%n")
    int erase(
            @Parameters(paramLabel = "NUMBER", description = "phone number") String number,
            @Mixin ServiceOptions service)
            throws Exception {
        try (SmsSession session = SmsSession.open(service)) {
            return number(service, "erased", session.request(ENDPOINT + "erase", Long.class,
                    message -> message.setHeader(SmsConstants.DESTINATION, number)));
        }
    }

    /** Returns {@link ExitCodes#FAILED} if a message was not changed. */
    private int change(
            SmsSession session, ServiceOptions service, String operation, List<String> ids, Consumer<Message> headers)
            throws Exception {
        List<?> operated = session.request(ENDPOINT + operation, List.class, message -> {
            message.setBody(List.copyOf(ids));
            headers.accept(message);
        });
        Table table = new Table("correlationId", "state", "changed");
        boolean areAllChanged = true;
        for (Object each : operated) {
            SmsOperated message = (SmsOperated) each;
            table.add(message.correlationId(), message.state(), message.isChanged());
            areAllChanged &= message.isChanged();
            if (!message.isChanged() && !service.isJson()) {
                Errors.print(spec.commandLine(), "message " + message.correlationId() + " is "
                                                 + (message.state() == null ? "not stored" : message.state())
                                                 + ": " + operation + " did not change it");
            }
        }
        print(table, service);
        return areAllChanged ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private int number(ServiceOptions service, String name, long number) {
        Table table = new Table(name);
        table.add(number);
        print(table, service);
        return ExitCodes.OK;
    }

    private void print(Table table, ServiceOptions service) {
        table.print(spec.commandLine().getOut(), service.isJson());
    }
}
