package io.github.camelsms.cli.status;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.cli.process.Errors;
import io.github.camelsms.cli.process.ExitCodes;
import io.github.camelsms.cli.process.Table;
import io.github.camelsms.cli.service.ServiceOptions;
import io.github.camelsms.cli.service.SmsSession;
import io.github.camelsms.cli.service.StoredMessages;
import io.github.camelsms.file.SmsFile;
import io.github.camelsms.file.SmsFileDataFormat;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command that queries delivery statuses by date, which consumes none. The message store records them with its
 * messages, which settles those of unknown outcome.
 */
@Command(name = "status", sortOptions = false,
         description = "Queries the delivery statuses of a message, a day or a file. Other readers of statuses do not miss them.%n")
public final class StatusCommand implements Callable<Integer> {

    private static final String QUERY = "sms:status?query=byDate";

    /** What to query: one of these. */
    static final class Subject {

        @Option(names = "--id", paramLabel = "ID", description = "a message, by its correlation id")
        private @Nullable String id;

        @Option(names = "--file", paramLabel = "FILE", description = "the messages of a file that was sent")
        private @Nullable Path file;
    }

    @ArgGroup
    private @Nullable Subject subject;

    @Option(names = "--date", paramLabel = "DAY",
            description = "all messages sent on this day, such as 2026-11-29; with --id, the day of a message that is not stored")
    private @Nullable LocalDate date;

    @Option(names = "--not-reached",
            description = "only messages that have not reached their recipients, certainly or probably")
    private boolean notReached;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ServiceOptions service;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Subject selected = subject;
        if (selected == null && date == null) {
            throw new ParameterException(spec.commandLine(), "name a message, a day or a file with --id, --date or --file");
        }
        try (SmsSession session = SmsSession.open(service)) {
            if (selected == null) {
                return ofDay(session);
            }
            return selected.id != null ? ofMessage(session, selected.id) : ofFile(session, selected.file);
        }
    }

    private int ofMessage(SmsSession session, String id) throws Exception {
        StoredMessages store = new StoredMessages(session);
        List<SmsStoredMessage> stored = store.find(List.of(id));
        Instant sentAt = stored.isEmpty() ? null : stored.get(0).sentAt();
        if (sentAt == null && date == null) {
            if (!stored.isEmpty()) {
                print(StoredMessages.table(stored));
                return ExitCodes.OK;
            }
            Errors.print(spec.commandLine(),
                    "message " + id + " is not in the store: give the day on which it was sent with --date");
            return ExitCodes.FAILED;
        }
        List<SmsStatus> statuses = query(session, date == null ? sentAt : date, id);
        if (stored.isEmpty()) {
            print(statuses);
        } else {
            print(StoredMessages.table(store.find(List.of(id))));
        }
        return ExitCodes.OK;
    }

    private int ofDay(SmsSession session) throws Exception {
        List<SmsStatus> statuses = query(session, date, null);
        if (!notReached) {
            print(statuses);
            return ExitCodes.OK;
        }
        List<SmsStoredMessage> found = new StoredMessages(session).ofDay(Objects.requireNonNull(date), "NOT_REACHED");
        print(StoredMessages.table(found));
        summary("not reached on " + date, counts(found));
        return ExitCodes.OK;
    }

    private int ofFile(SmsSession session, @Nullable Path file) throws Exception {
        List<String> ids = ids(session, file);
        StoredMessages store = new StoredMessages(session);
        ZoneId zone = session.zone();
        Set<LocalDate> days = store.find(ids).stream().map(SmsStoredMessage::sentAt)
                .filter(sentAt -> sentAt != null).map(sentAt -> LocalDate.ofInstant(sentAt, zone))
                .collect(Collectors.toCollection(TreeSet::new));
        for (LocalDate day : days) {
            query(session, day, null);
        }
        List<SmsStoredMessage> found = store.find(ids);
        // For people, the others are only counted.
        List<SmsStoredMessage> shown = service.isJson() && !notReached
                ? found : found.stream().filter(StoredMessages::isNotReached).toList();
        print(StoredMessages.table(shown));
        Map<String, Integer> counts = counts(found);
        if (ids.size() > found.size()) {
            counts.put("not stored", ids.size() - found.size());
        }
        summary(String.valueOf(file == null ? null : file.getFileName()), counts);
        return ExitCodes.OK;
    }

    private List<String> ids(SmsSession session, @Nullable Path file) throws Exception {
        List<String> ids = new ArrayList<>();
        SmsFileDataFormat format = new SmsFileDataFormat();
        format.start();
        try (SmsFile rows = (SmsFile) format.unmarshal(session.exchange(), file)) {
            rows.forEachRemaining(row -> ids.add(String.valueOf(row.fields().get("correlationId"))));
        }
        return ids;
    }

    @SuppressWarnings("unchecked")
    private static List<SmsStatus> query(SmsSession session, @Nullable Object day, @Nullable String id) throws Exception {
        return session.request(QUERY, List.class, message -> {
            message.setHeader(SmsConstants.DATE, day instanceof Instant ? day : String.valueOf(day));
            message.setHeader(SmsConstants.CORRELATION_ID, id);
        });
    }

    private void print(List<SmsStatus> statuses) {
        Table table = new Table("correlationId", "status", "sentDate", "destination");
        Map<String, Integer> counts = new TreeMap<>();
        for (SmsStatus status : statuses) {
            table.add(status.correlationId(), status.status(), status.sentDate(), StoredMessages.masked(status.destination()));
            counts.merge(status.status().name(), 1, Integer::sum);
        }
        print(table);
        summary(date == null ? "found" : date.toString(), counts);
    }

    private void print(Table table) {
        table.print(spec.commandLine().getOut(), service.isJson());
    }

    private static Map<String, Integer> counts(List<SmsStoredMessage> messages) {
        Map<String, Integer> counts = new TreeMap<>();
        messages.forEach(message -> counts.merge(StoredMessages.reached(message), 1, Integer::sum));
        return counts;
    }

    private void summary(String what, Map<String, Integer> counts) {
        if (!service.isJson()) {
            int total = counts.values().stream().mapToInt(Integer::intValue).sum();
            spec.commandLine().getOut().println(
                    what + ": " + Count.of(total, "message") + (counts.isEmpty() ? "" : ": ")
                                                + counts.entrySet().stream()
                                                        .map(count -> count.getValue() + " " + count.getKey())
                                                        .collect(Collectors.joining(", ")));
        }
    }
}
