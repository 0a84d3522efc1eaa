package io.github.camelsms.cli.doctor;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;

import io.github.camelsms.cli.process.ExitCodes;
import io.github.camelsms.cli.process.Surroundings;
import io.github.camelsms.cli.service.PrivateFile;
import io.github.camelsms.cli.service.ServiceOptions;
import io.github.camelsms.cli.service.ServiceSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that examines the service with messages to the phone of the person who runs it. */
@Command(name = "doctor", sortOptions = false,
         description = "Finds out with a few messages to your own phone how the service behaves where its interface is silent, and"
                       + " prints the options to set. Before each step it says what it spends, and asks.%n")
public final class DoctorCommand implements Callable<Integer> {

    private static final ZoneId ZONE = ZoneId.of("America/Sao_Paulo");
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

    @Option(names = "--to", required = true, paramLabel = "NUMBER",
            description = "your own number, 10 or 11 digits: the only one that receives messages")
    private String number = "";

    @Option(names = "--yes", description = "do not ask before each step")
    private boolean yes;

    @Option(names = "--requests-per-second", paramLabel = "RATE", defaultValue = "1",
            description = "rate of the account, a decimal (${DEFAULT-VALUE})")
    private double requestsPerSecond;

    @Option(names = "--wait", paramLabel = "MINUTES", defaultValue = "10",
            description = "how long to wait for a status (${DEFAULT-VALUE})")
    private int waitMinutes;

    @Option(names = "--date", paramLabel = "DAY",
            description = "a day with more than 100 messages, for the link to the next page; can be repeated (the last 8 days)")
    private List<LocalDate> dates = new ArrayList<>();

    @Option(names = "--statuses", paramLabel = "FILE",
            description = "new file for the statuses that polls consume (camel-sms-doctor-ID.statuses)")
    private @Nullable Path statuses;

    @Option(names = "--report", paramLabel = "FILE", description = "new file for the report, besides printing it")
    private @Nullable Path reportFile;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ServiceOptions service;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private final Surroundings surroundings;
    private final DoctorClock clock;
    private final Random random;

    public DoctorCommand(Surroundings surroundings) {
        this(surroundings, SystemClock.INSTANCE, new Random());
    }

    /** @param random creates the identifier of the examination */
    DoctorCommand(Surroundings surroundings, DoctorClock clock, Random random) {
        this.surroundings = surroundings;
        this.clock = clock;
        this.random = random;
    }

    @Override
    public Integer call() throws IOException {
        CommandLine command = spec.commandLine();
        ServiceSettings account = service.settings();
        DoctorSettings settings = settings(account);
        PrintWriter out = command.getOut();
        PrintWriter dialog = service.isJson() ? command.getErr() : out;
        surroundings.interruption().handle(Thread.currentThread()::interrupt);
        Report report;
        try (ServiceHttp http = new ServiceHttp(
                settings.baseUrl(), settings.username(), account.password(), REQUEST_TIMEOUT)) {
            Examination examination = new Examination(settings, http, clock, new StatusFile(settings.statusFile()));
            report = new Doctor(examination, new Dialog(surroundings.in(), dialog, yes)).run();
        }
        dialog.println();
        out.print(service.isJson() ? report.json() + System.lineSeparator() : report.text());
        out.flush();
        if (reportFile != null) {
            PrivateFile.create(reportFile);
            Files.writeString(reportFile, report.text());
        }
        return exitCode(report);
    }

    private static int exitCode(Report report) {
        if (report.isInterrupted()) {
            return ExitCodes.INTERRUPTED;
        }
        if (report.hasProblem(Point.REACHABILITY, Point.TLS)) {
            return ExitCodes.UNREACHABLE;
        }
        if (report.hasProblem(Point.CREDENTIALS)) {
            return ExitCodes.CREDENTIALS;
        }
        boolean isUnknown = report.findings().stream().anyMatch(
                finding -> finding.state() == Finding.State.PROBLEM && finding.value().equals("unknown"));
        return isUnknown ? ExitCodes.UNKNOWN : report.hasProblem() ? ExitCodes.FAILED : ExitCodes.OK;
    }

    private DoctorSettings settings(ServiceSettings account) {
        if (!number.matches("\\d{10,11}")) {
            throw wrong("--to is not a number of 10 or 11 digits: give area code and number");
        }
        if (!(requestsPerSecond > 0 && requestsPerSecond <= 100)) {
            throw wrong("--requests-per-second " + requestsPerSecond + " is not above 0 and up to 100");
        }
        if (waitMinutes < 1 || waitMinutes > 240) {
            throw wrong("--wait " + waitMinutes + " is not from 1 to 240 minutes");
        }
        byte[] id = new byte[4];
        random.nextBytes(id);
        String runId = HexFormat.of().formatHex(id);
        return new DoctorSettings(
                address(account.baseUrl()), account.username(), number, requestsPerSecond, Duration.ofMinutes(waitMinutes),
                dates.stream().map(date -> LocalTime.NOON.atDate(date).atZone(ZONE).toEpochSecond()).toList(), runId,
                statuses == null ? Path.of("camel-sms-doctor-" + runId + ".statuses") : statuses);
    }

    private URI address(String given) {
        try {
            URI address = URI.create(given);
            boolean isHttp = "http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme());
            if (isHttp && address.getHost() != null && address.getRawUserInfo() == null && address.getRawQuery() == null) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            // Reported below, without the address, which may have a password.
        }
        throw wrong("the address of the service is not an http or https address without user name, password and query");
    }

    private ParameterException wrong(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }
}
