package io.github.camelsms.sample.run;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.camelsms.simulator.SimulatorStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Prints the summary at the end of the demonstration.
 */
final class DemoSummary {

    private static final String ROW = "  %-8s %9s %9s %9s %9s %11s %16s %17s%n";
    private static final int MESSAGES_IN_REQUEST = 200;

    private final PrintStream out;

    private DemoSummary(PrintStream out) {
        this.out = out;
    }

    static void print(
            PrintStream out, DemoAudit audit, @Nullable SimulatorStatistics statistics, SampleProperties properties,
            Duration took) {
        DemoSummary summary = new DemoSummary(out);
        summary.outcomes(audit);
        summary.statuses(audit);
        if (statistics != null) {
            summary.requests(statistics);
        }
        summary.places(audit, properties);
        summary.end(audit, took);
    }

    private void outcomes(DemoAudit audit) {
        out.println();
        out.println("Outcomes");
        line("source", "messages", "accepted", "rejected", "unknown", "unreadable", "without outcome", "several outcomes");
        row("file", audit.file());
        row("queue", audit.queue());
    }

    private void row(String source, DemoAudit.Outcomes outcomes) {
        line(source, number(outcomes.expected()), number(outcomes.count("ACCEPTED")), number(outcomes.count("REJECTED")),
                number(outcomes.count("UNKNOWN")), number(outcomes.count(DemoAudit.Outcomes.UNREADABLE)),
                number(outcomes.without()), number(outcomes.several()));
    }

    private void line(Object... cells) {
        out.printf(Locale.ROOT, ROW, cells);
    }

    private void statuses(DemoAudit audit) {
        int accepted = audit.file().count("ACCEPTED") + audit.queue().count("ACCEPTED");
        int reported = audit.statuses().values().stream().mapToInt(Integer::intValue).sum();
        out.println();
        out.println("Delivery statuses of the accepted messages");
        audit.statuses().forEach((status, count) -> out.printf(Locale.ROOT, "  %-28s %,6d%n", status, count));
        out.printf(Locale.ROOT, "  %-28s %,6d%n", "not reported yet", accepted - reported);
    }

    private void requests(SimulatorStatistics statistics) {
        long messages = statistics.acceptedMessages() + statistics.rejectedMessages();
        long fewest = (messages + MESSAGES_IN_REQUEST - 1) / MESSAGES_IN_REQUEST;
        out.println();
        out.println("Requests");
        out.printf(Locale.ROOT, "  sent                         %,6d   (fewest possible for %,d messages: %,d)%n",
                statistics.sendRequests(), messages, fewest);
        out.printf(Locale.ROOT, "  refused as too early (429)   %,6d%n", statistics.tooManyRequests());
        out.printf(Locale.ROOT, "  smallest gap                 %,6.0f ms%n", statistics.smallestGapMillis());
        out.printf("  messages in a request        %s%n", batches(statistics.batchSizes()));
    }

    private static String batches(Map<Integer, Long> sizes) {
        return sizes.entrySet().stream().map(size -> size.getValue() + " of " + size.getKey())
                .collect(Collectors.joining(", "));
    }

    private void places(DemoAudit audit, SampleProperties properties) {
        out.println();
        out.println("Files");
        for (Path file : audit.finished()) {
            out.println("  " + file);
        }
        out.println("  " + properties.text("sms.status.file"));
        out.println("  " + Path.of(properties.text("sms.work.dir"), "logs", "sample-routes.log"));
        out.println();
        out.println("Queues");
        audit.depths().forEach((queue, depth) -> out.printf(Locale.ROOT, "  %-28s %,6d%n", queue, depth));
    }

    private void end(DemoAudit audit, Duration took) {
        int total = audit.file().expected() + audit.queue().expected();
        out.println();
        out.printf(Locale.ROOT, audit.complete()
                ? "Each of the %,d messages has exactly one outcome, after %d s.%n"
                : "NOT each of the %,d messages has exactly one outcome, after %d s.%n", total, took.toSeconds());
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
