package io.github.camelsms.cli.doctor;

import java.time.Duration;
import java.util.List;

import io.github.camelsms.cli.doctor.Finding.Setting;
import org.jspecify.annotations.Nullable;

/**
 * Whether throttled requests count against the limit: a request is admitted, another one throttled, and a third one
 * follows when the first is no longer counted and the second still is.
 */
final class ThrottledCountStep implements Step {

    /**
     * At least one of the trials, a third of a second apart, has its first two requests in the same second of a clock.
     */
    private static final int TRIALS = 3;
    private static final double SECOND_AFTER = 0.6;
    private static final double THIRD_AFTER = 1.2;
    private static final double MAX_LATE = 0.2;

    /** Result of a trial. */
    private enum Trial {
        COUNTED,
        NOT_COUNTED,
        /** The second request was admitted. */
        NOT_THROTTLED,
        TOO_SLOW
    }

    @Override
    public List<Point> points() {
        return List.of(Point.THROTTLED_COUNT);
    }

    @Override
    public Cost cost(DoctorSettings settings) {
        int burst = ThrottlingStep.burst(settings);
        return Cost.free(2 + TRIALS * (2 * burst), Duration.ofSeconds(20));
    }

    @Override
    public String plan(Examination examination) {
        return "Sends requests without messages, some of them faster than the limit.";
    }

    @Override
    public @Nullable String obstacle(Examination examination) {
        Examination.Limit limit = examination.limit;
        if (limit == null) {
            return "no request was throttled before";
        }
        return limit.countsEmpty() ? null : "the service does not count requests without messages, and messages would be spent";
    }

    @Override
    public List<Finding> run(Examination examination) throws InterruptedException {
        if (!isRateReached(examination)) {
            return List.of(Finding.notFound(
                    Point.THROTTLED_COUNT, "Requests are throttled below the rate of "
                                           + examination.settings().requestsPerSecond() + " per second.",
                    new Setting(
                            "requestsPerSecond", "the rate that the provider names",
                            "the service throttles requests at this rate")));
        }
        Trial last = Trial.TOO_SLOW;
        long base = examination.nanoTime();
        long period = scaled(examination, 1).toNanos();
        for (int i = 0; i < TRIALS; i++) {
            examination.quiet(Duration.ZERO);
            examination.sleep(
                    Duration.ofNanos(Math.floorMod(base + i * period / TRIALS - examination.nanoTime(), period)));
            last = trial(examination);
            if (last == Trial.COUNTED) {
                return List.of(Finding.found(
                        Point.THROTTLED_COUNT, "true", "A throttled request counts: the next one is throttled because of it.",
                        strict()));
            }
            if (last == Trial.NOT_COUNTED) {
                return List.of(Finding.found(
                        Point.THROTTLED_COUNT, "false",
                        "A throttled request does not count: the next one is admitted in time."));
            }
        }
        return List.of(Finding.notFound(
                Point.THROTTLED_COUNT, last == Trial.TOO_SLOW
                        ? "The responses are too slow to place requests within a second."
                        : "No request was throttled where the limit should throttle it."));
    }

    /** Returns the option for accounts whose limit must not be exceeded. */
    private static Setting strict() {
        return new Setting("pacing", "strict", "throttled requests count, so that each one delays the next");
    }

    /** Returns whether a request is admitted after the time of the third one, without a second one between. */
    private static boolean isRateReached(Examination examination) throws InterruptedException {
        examination.quiet(Duration.ZERO);
        examination.postNoMessages();
        examination.sleep(scaled(examination, THIRD_AFTER));
        return !Examination.isThrottled(examination.postNoMessages());
    }

    private static Trial trial(Examination examination) throws InterruptedException {
        long start = examination.nanoTime();
        ThrottlingStep.throttledEmpty(examination);
        if (isLate(examination, start, 0)) {
            return Trial.TOO_SLOW;
        }
        examination.sleep(scaled(examination, SECOND_AFTER).minus(examination.since(start)));
        for (int i = ThrottlingStep.burst(examination.settings()) / 2; i > 0; i--) {
            if (!Examination.isThrottled(examination.postNoMessages())) {
                return Trial.NOT_THROTTLED;
            }
        }
        if (isLate(examination, start, SECOND_AFTER)) {
            return Trial.TOO_SLOW;
        }
        examination.sleep(scaled(examination, THIRD_AFTER).minus(examination.since(start)));
        boolean isThrottled = Examination.isThrottled(examination.postNoMessages());
        if (isLate(examination, start, THIRD_AFTER)) {
            return Trial.TOO_SLOW;
        }
        return isThrottled ? Trial.COUNTED : Trial.NOT_COUNTED;
    }

    private static boolean isLate(Examination examination, long start, double due) {
        return examination.since(start).compareTo(scaled(examination, due + MAX_LATE)) > 0;
    }

    /** Returns a part of the period in which requests are counted, a second or longer. */
    private static Duration scaled(Examination examination, double part) {
        return Duration.ofNanos(Math.round(part * 1e9 / Math.min(1, examination.settings().requestsPerSecond())));
    }
}
