package io.github.camelsms.sample.run;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.sample.tally.Tally;
import io.github.camelsms.sample.tally.Tally.Fate;

/**
 * Shows people how the demonstration gets on, a line a second, until every message has come to its end or the time is
 * up.
 */
final class DemoMonitor {

    private static final int TOTAL = DemoInput.MESSAGES_IN_FILE + DemoInput.MESSAGES_ON_QUEUE;
    /** Not a limit of the whole, which a slow machine would exceed although all goes well. */
    private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(45);
    private static final int MESSAGES_PER_SECOND = 200;

    /** From a message's acceptance to its final status in the simulator, and to the next query. */
    private static final long SECONDS_TO_DELIVERY = 4;

    private final Tally tally;
    private final EmbeddedServices services;
    private final InstantSource clock;
    private final PrintStream out;
    private Instant started = Instant.EPOCH;

    DemoMonitor(Tally tally, EmbeddedServices services, InstantSource clock, PrintStream out) {
        this.tally = tally;
        this.services = services;
        this.clock = clock;
        this.out = out;
    }

    void starting() {
        started = clock.instant();
    }

    void say(String line) {
        out.println(line);
    }

    void awaitEnd() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        Standstill standstill = new Standstill(LONGEST_STANDSTILL);
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        try {
            timer.scheduleAtFixedRate(() -> {
                say(progress());
                if (allEnded() || standstill.isReached(tally.settled() + tally.deliveriesEnded(), clock.instant())) {
                    ended.countDown();
                }
            }, 1, 1, TimeUnit.SECONDS);
            ended.await();
        } finally {
            timer.shutdownNow();
        }
    }

    /**
     * Prints what became of the messages, as the files and queues have it.
     *
     * @return whether each has exactly one outcome
     */
    boolean summarize(SampleProperties properties) throws Exception {
        DemoAudit audit = DemoAudit.of(properties);
        DemoSummary.print(out, audit, services.statistics(), properties, elapsed());
        return audit.complete();
    }

    private boolean allEnded() {
        return tally.settled() >= TOTAL && tally.deliveriesEnded() >= tally.count(Fate.ACCEPTED);
    }

    private String progress() {
        long settled = tally.settled();
        return String.format(Locale.ROOT,
                "%3d s | sent %,d of %,d | pending %,d | accepted %,d | rejected %,d | unknown %,d | unreadable %,d"
                                          + " | delivered %,d | about %d s left",
                elapsed().toSeconds(), settled, TOTAL, TOTAL - settled, tally.count(Fate.ACCEPTED),
                tally.count(Fate.REJECTED), tally.count(Fate.UNKNOWN), tally.count(Fate.UNREADABLE),
                tally.count(SmsDeliveryStatus.DELIVERED), secondsLeft(settled));
    }

    private long secondsLeft(long settled) {
        if (allEnded()) {
            return 0;
        }
        long sending = (TOTAL - settled + MESSAGES_PER_SECOND - 1) / MESSAGES_PER_SECOND;
        return sending + SECONDS_TO_DELIVERY;
    }

    private Duration elapsed() {
        return Duration.between(started, clock.instant());
    }
}
