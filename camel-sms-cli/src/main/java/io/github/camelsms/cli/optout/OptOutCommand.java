package io.github.camelsms.cli.optout;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.cli.process.Errors;
import io.github.camelsms.cli.process.ExitCodes;
import io.github.camelsms.cli.process.Interruption;
import io.github.camelsms.cli.process.Surroundings;
import io.github.camelsms.cli.process.Table;
import io.github.camelsms.cli.service.SmsSession;
import io.github.camelsms.cli.service.StoreOptions;
import io.github.camelsms.store.SmsOptOut;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import org.apache.camel.Exchange;

/** The commands that change and find opt-outs, each with the operation of {@code sms:opt-out} of its name. */
@Command(name = "opt-out", synopsisSubcommandLabel = "COMMAND",
         description = "Manages the numbers that must not receive messages.")
public final class OptOutCommand implements Runnable {

    private static final String ENDPOINT = "sms:opt-out?operation=";
    private static final String NUMBERS = "phone numbers, such as 11987654321 or '+55 11 98765-4321'";
    private static final String STANDARD_INPUT = "-";
    /** What the component says about the element of a list that is not a phone number. */
    private static final Pattern WRONG_ELEMENT = Pattern.compile("\\(element (\\d+): (.*)\\)\\. Nothing was changed");

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private final Surroundings surroundings;

    public OptOutCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command of opt-out, or see --help");
    }

    @Command(sortOptions = false, description = "Adds numbers. They receive no more messages of any account.%n")
    int add(
            @Parameters(arity = "1..*", paramLabel = "NUMBER", description = NUMBERS) List<String> numbers,
            @Option(names = "--reason", paramLabel = "TEXT", description = "reason to store") @Nullable String reason,
            @Mixin StoreOptions store)
            throws Exception {
        try (SmsSession session = SmsSession.openStore(store, true)) {
            int added = change(session, "add", numbers, reason);
            Table table = new Table("added", "duplicates");
            table.add(added, numbers.size() - added);
            table.print(spec.commandLine().getOut(), store.isJson());
            return ExitCodes.OK;
        }
    }

    @Command(sortOptions = false, description = "Removes numbers. They can receive messages again.%n")
    int remove(
            @Parameters(arity = "1..*", paramLabel = "NUMBER", description = NUMBERS) List<String> numbers,
            @Mixin StoreOptions store)
            throws Exception {
        try (SmsSession session = SmsSession.openStore(store, false)) {
            Table table = new Table("removed");
            table.add(change(session, "remove", numbers, null));
            table.print(spec.commandLine().getOut(), store.isJson());
            return ExitCodes.OK;
        }
    }

    private int change(SmsSession session, String operation, List<String> numbers, @Nullable String reason) throws Exception {
        try {
            return session.request(ENDPOINT + operation, Integer.class, message -> {
                message.setBody(List.copyOf(numbers));
                message.setHeader(SmsConstants.REASON, reason);
            });
        } catch (IllegalArgumentException e) {
            Matcher wrong = WRONG_ELEMENT.matcher(String.valueOf(e.getMessage()));
            String message = wrong.find()
                    ? "number " + wrong.group(1) + " cannot be used: " + wrong.group(2) + "; nothing was changed"
                    : e.getMessage();
            throw new ParameterException(spec.commandLine(), message, e);
        }
    }

    @Command(sortOptions = false, description = {
            "Shows which of these numbers are opt-outs; without numbers, all opt-outs.",
            "Only the last four digits are shown, unless you use --show-numbers.%n" })
    int find(
            @Parameters(arity = "0..*", paramLabel = "NUMBER", description = NUMBERS) @Nullable List<String> numbers,
            @Option(names = "--show-numbers", description = "show all digits") boolean showNumbers,
            @Mixin StoreOptions store)
            throws Exception {
        try (SmsSession session = SmsSession.openStore(store, false)) {
            OptOutList list = new OptOutList(spec.commandLine().getOut(), store.isJson(), showNumbers);
            if (numbers == null || numbers.isEmpty()) {
                Iterator<?> all = session.request(ENDPOINT + "find", Iterator.class, message -> {
                });
                while (all.hasNext()) {
                    list.add((SmsOptOut) all.next());
                }
            } else {
                for (int i = 0; i < numbers.size(); i++) {
                    find(session, numbers.get(i), i + 1, list);
                }
            }
            list.end();
            return ExitCodes.OK;
        }
    }

    private void find(SmsSession session, String number, int position, OptOutList list) throws Exception {
        Exchange exchange = session.exchange();
        exchange.getMessage().setHeader(SmsConstants.DESTINATION, number);
        Exchange done = session.send(ENDPOINT + "find", exchange).get();
        if (done.getException() instanceof IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "number " + position + " is not a phone number: give area code and number", e);
        } else if (done.getException() != null) {
            throw done.getException();
        }
        SmsOptOut found = done.getMessage().getBody(SmsOptOut.class);
        if (found == null) {
            list.addMissing(number);
        } else {
            list.add(found);
        }
    }

    @Command(name = "import", sortOptions = false, description = {
            "Adds the numbers of a CSV file: those in its column destination, or in the first column without a header.",
            "After an interruption, repeat the command: numbers that are there already do not change.%n" })
    int importFile(
            @Parameters(paramLabel = "FILE", description = "CSV file, or - for standard input") String file,
            @Option(names = "--reason", paramLabel = "TEXT",
                    description = "reason to store with each number") @Nullable String reason,
            @Mixin StoreOptions store)
            throws Exception {
        // Opened first, so that a wrong name creates no store.
        try (InputStream in = open(file); SmsSession session = SmsSession.openStore(store, true)) {
            // The import ends at its next read, between two transactions.
            Interruption interruption = surroundings.interruption();
            interruption.handle(() -> {
            });
            Exchange exchange = session.exchange();
            exchange.getMessage().setBody(new InterruptibleStream(in, interruption));
            exchange.getMessage().setHeader(SmsConstants.REASON, reason);
            Exchange done = session.send(ENDPOINT + "import", exchange).get();
            if (done.getException() != null && !interruption.isRequested()) {
                throw done.getException();
            }
            ImportCounts counts = ImportCounts.of(done.getMessage());
            counts.print(spec.commandLine().getOut(), store.isJson());
            if (done.getException() != null) {
                Errors.print(spec.commandLine(),
                        "interrupted: the rest of the numbers is not added. To go on, repeat the command");
                return ExitCodes.INTERRUPTED;
            }
            return counts.rejected() == 0 ? ExitCodes.OK : ExitCodes.REJECTED;
        }
    }

    private InputStream open(String file) throws IOException {
        if (file.equals(STANDARD_INPUT)) {
            return surroundings.in();
        }
        try {
            return Files.newInputStream(Path.of(file));
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + file, e);
        }
    }
}
