package io.github.camelsms.sample.run;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Console output of a demonstration: its progress and results.
 */
final class DemoMonitor {

    static final int TOTAL = DemoInput.MESSAGES_IN_FILE + DemoInput.MESSAGES_ON_QUEUE;

    /** Limits the time without progress and not the total time, which a slow machine might exceed. */
    private static final int MAX_SECONDS_WITHOUT_PROGRESS = 120;
    private static final int MAX_CHECKS = 500;
    private static final String HEADER = "  %-8s %9s %9s %9s %9s %16s%n";
    private static final String ROW = "  %-8s %,9d %,9d %,9d %,9d %,16d%n";

    private final Callable<DemoAudit> audits;
    private final PrintStream out;
    private final long started = SystemClock.nanoTime();

    DemoMonitor(Callable<DemoAudit> audits, PrintStream out) {
        this.audits = audits;
        this.out = out;
    }

    /**
     * Prints a line each second until the condition holds, or there was no progress for too long.
     *
     * @return the last results
     */
    DemoAudit await(Predicate<DemoAudit> isEnd) throws Exception {
        DemoAudit audit = audits.call();
        long progress = -1;
        for (int still = 0; !isEnd.test(audit) && still < MAX_SECONDS_WITHOUT_PROGRESS; still++) {
            SystemClock.sleep(Duration.ofSeconds(1));
            audit = audits.call();
            out.printf(Locale.ROOT, "%3d s | %,d of %,d messages settled | accepted %,d | rejected %,d | unknown %,d"
                                    + " | final status %,d%n",
                    seconds(), audit.settled(), TOTAL, audit.count("ACCEPTED"), audit.count("REJECTED"),
                    audit.count("UNKNOWN"), audit.delivered());
            long now = audit.settled() + audit.delivered() + audit.count("UNKNOWN");
            still = now == progress ? still : -1;
            progress = now;
        }
        return audit;
    }

    /** Waits until a count grows, at most a few seconds. Checks it every 10 ms. */
    static void awaitGrowth(LongSupplier count) throws InterruptedException {
        long before = count.getAsLong();
        for (int checks = 0; count.getAsLong() == before && checks < MAX_CHECKS; checks++) {
            SystemClock.sleep(Duration.ofMillis(10));
        }
    }

    void outcomes(DemoAudit audit) {
        out.println();
        out.println("Outcomes");
        out.printf(HEADER, "source", "messages", "accepted", "rejected", "unknown", "without outcome");
        row("file", audit.file(), DemoInput.MESSAGES_IN_FILE);
        row("queue", audit.queue(), DemoInput.MESSAGES_ON_QUEUE);
    }

    private void row(String source, DemoAudit.Outcomes outcomes, int expected) {
        out.printf(Locale.ROOT, ROW, source, expected, outcomes.count("ACCEPTED"), outcomes.count("REJECTED"),
                outcomes.count("UNKNOWN"), expected - outcomes.messages());
    }

    void line(String what, long count) {
        out.printf(Locale.ROOT, "  %-46s %,8d%n", what, count);
    }

    long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(SystemClock.nanoTime() - started);
    }
}
