package io.github.camelsms.cli.check;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.cli.process.ExitCodes;
import io.github.camelsms.cli.service.FileOptions;
import io.github.camelsms.cli.service.ServiceOptions;
import io.github.camelsms.cli.service.SmsSession;
import io.github.camelsms.file.SmsFile;
import io.github.camelsms.model.SmsCheck;
import io.github.camelsms.model.SmsDryRun;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import org.apache.camel.Exchange;

/** The command that prints what {@code send} would do with a file. It sends and stores nothing. */
@Command(name = "check", sortOptions = false,
         description = {
                 "Checks the messages of a CSV or JSON file as send does, and prints those with a problem, the totals and the"
                         + " cost.",
                 "Sends and stores nothing. Compares the messages with the message store, and with its opt-outs.%n" })
public final class CheckCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "CSV or JSON file of messages")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(names = "--price", paramLabel = "PRICE", description = "price of a segment, such as 0.08, for the cost")
    private @Nullable BigDecimal price;

    @Option(names = "--all", description = "print all messages, also those without a problem")
    private boolean all;

    @Option(names = "--show-numbers", description = "show all digits of numbers, instead of the last four")
    private boolean showNumbers;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private FileOptions reading;

    @Option(names = "--no-store", description = "use no message store, for example while another process uses it")
    private boolean noStore;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ServiceOptions service;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        BigDecimal given = price;
        if (given != null && given.signum() < 0) {
            throw new ParameterException(spec.commandLine(), "--price=" + given + " is negative: give the price of a segment");
        }
        String endpoint = "sms:send?dryRun=true&results=" + (all ? "all" : "problems") + "&requestsPerSecond="
                          + reading.requestsPerSecond() + (given == null ? "" : "&pricePerSegment=" + given.toPlainString());
        try (SmsSession session = SmsSession.openCheck(service, noStore)) {
            Exchange done = check(session, endpoint);
            List<?> checks = done.getMessage().getMandatoryBody(List.class);
            SmsDryRun totals = done.getMessage().getHeader(SmsConstants.DRY_RUN, SmsDryRun.class);
            CheckReport report = new CheckReport(spec.commandLine().getOut(), showNumbers);
            List<SmsCheck> rows = checks.stream().map(SmsCheck.class::cast).toList();
            if (service.isJson()) {
                report.printJson(file, rows, totals, session.hasStore());
            } else {
                report.print(file, rows, totals, session.hasStore());
            }
            return totals.rejected() == 0 ? ExitCodes.OK : ExitCodes.REJECTED;
        }
    }

    private Exchange check(SmsSession session, String endpoint) throws Exception {
        Exchange exchange = session.exchange();
        try (SmsFile rows = (SmsFile) reading.format().unmarshal(session.exchange(), file)) {
            exchange.getMessage().setBody(rows);
            session.send(endpoint, exchange).get();
        }
        Exception failure = exchange.getException();
        if (failure instanceof SmsNotSentException) {
            // Its exit code would be that of messages that were not sent.
            IllegalStateException failed = new IllegalStateException(failure.getMessage());
            failed.addSuppressed(failure);
            throw failed;
        } else if (failure != null) {
            throw failure;
        }
        return exchange;
    }
}
