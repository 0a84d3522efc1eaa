package io.github.camelsms.sample.run;

import java.io.PrintStream;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SimulatorStatistics;
import io.github.camelsms.simulator.SmsSimulator;

import org.apache.camel.util.StopWatch;

/**
 * Console output of a demonstration: its progress and its summary.
 */
final class DemoReport {

    private final StopWatch time = new StopWatch();
    private final PrintStream out;

    DemoReport(PrintStream out) {
        this.out = out;
    }

    void progress(DemoResults now) {
        out.printf(Locale.ROOT, "%3d s | %,d of %,d messages settled | accepted %,d | rejected %,d | unknown %,d"
                                + " | final status %,d%n",
                seconds(), now.settled(), DemoResults.TOTAL, now.count("ACCEPTED"), now.count("REJECTED"),
                now.count("UNKNOWN"), now.delivered());
    }

    /**
     * Prints the summary. Returns whether each message has its outcome, none was lost or sent twice, and the response
     * that was to be lost was lost.
     *
     * @param crash whether the application was killed
     */
    boolean summarize(DemoResults results, SmsSimulator simulator, boolean crash) {
        SimulatorStatistics requests = simulator.statistics();
        out.printf("%nOutcomes%n  %-8s %9s %9s %9s %9s %16s%n", "source", "messages", "accepted", "rejected", "unknown",
                "without outcome");
        row("file", results.file, DemoInput.MESSAGES_IN_FILE);
        row("queue", results.queue, DemoInput.MESSAGES_ON_QUEUE);
        out.printf("%nDelivery statuses of the accepted messages%n");
        new TreeSet<>(results.statuses.values())
                .forEach(status -> line(status, Collections.frequency(results.statuses.values(), status)));
        line("not reported yet", results.count("ACCEPTED") - results.statuses.size());
        out.printf("%nRequests%n");
        line("sent", requests.sendRequests());
        line("throttled (429)", requests.tooManyRequests());
        out.println("  requests by number of messages: " + requests.batchSizes());
        out.printf(crash
                ? "%nAfter one SIGKILL and one lost response, counted at the simulator%n" : "%nCounted at the simulator%n");
        Set<String> arrived
                = simulator.messages().stream().map(SimulatedMessage::correlationId).collect(Collectors.toSet());
        long lost = results.ids("ACCEPTED").filter(id -> !arrived.contains(id)).count();
        long wrong = results.ids("REJECTED").filter(arrived::contains).count();
        line("messages", DemoResults.TOTAL);
        line("with an outcome", results.settled());
        if (crash) {
            line("settled after a kill or lost response", results.settledUnknowns.size());
        }
        line("lost", lost);
        line("rejected, but sent", wrong);
        line("sent twice", requests.duplicateMessages());
        out.printf(Locale.ROOT, "%n%s %,d messages have their outcomes, after %d s.%n",
                results.isComplete() ? "All" : "NOT all of the", DemoResults.TOTAL, seconds());
        boolean isResponseLost = !crash || requests.faults() == 1;
        return results.isComplete() && lost == 0 && wrong == 0 && requests.duplicateMessages() == 0 && isResponseLost;
    }

    private void row(String source, Map<String, String> outcomes, int expected) {
        out.printf(Locale.ROOT, "  %-8s %,9d %,9d %,9d %,9d %,16d%n", source, expected,
                Collections.frequency(outcomes.values(), "ACCEPTED"), Collections.frequency(outcomes.values(), "REJECTED"),
                Collections.frequency(outcomes.values(), "UNKNOWN"), expected - outcomes.size());
    }

    private void line(String what, long count) {
        out.printf(Locale.ROOT, "  %-46s %,8d%n", what, count);
    }

    private long seconds() {
        return time.taken() / 1000;
    }
}
