package io.github.camelsms.cli.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

import io.github.camelsms.cli.doctor.Finding.Setting;
import io.github.camelsms.cli.doctor.ServiceHttp.Reply;
import org.jspecify.annotations.Nullable;

/** Whether polls and queries by date are limited, and share the limit of send requests. */
final class SharedLimitStep implements Step {

    /** The second trial is at another place in the second of a clock. */
    private static final int TRIALS = 2;
    private static final Duration SHIFT = Duration.ofMillis(500);
    private static final long DEFAULT_DELAY = 5000;

    /** A request of the operation. */
    private interface Call {
        Reply now(Examination examination) throws IOException;
    }

    @Override
    public List<Point> points() {
        return List.of(Point.POLLS_SHARE_LIMIT, Point.QUERIES_SHARE_LIMIT);
    }

    @Override
    public Cost cost(DoctorSettings settings) {
        return Cost.free(2 * TRIALS * (ThrottlingStep.burst(settings) + 1), Duration.ofSeconds(20));
    }

    @Override
    public String plan(Examination examination) {
        return "Polls and queries faster than the limit, each time followed by a send request without messages, which is throttled if they"
               + " share its limit. Polls consume statuses, which are kept in " + examination.file().path() + ".";
    }

    @Override
    public @Nullable String obstacle(Examination examination) {
        Examination.Limit limit = examination.limit;
        if (limit == null) {
            return "no request was throttled before";
        }
        return limit.throttlesEmpty() ? null : "the service does not throttle requests without messages";
    }

    @Override
    public List<Finding> run(Examination examination) throws IOException, InterruptedException {
        long now = examination.now().getEpochSecond();
        String query = Examination.byDate(now, examination.correlationId(0));
        return List.of(
                examine(examination, Point.POLLS_SHARE_LIMIT, Examination::pollNow),
                examine(examination, Point.QUERIES_SHARE_LIMIT, each -> each.getNow(query)));
    }

    private static Finding examine(Examination examination, Point point, Call call) throws IOException, InterruptedException {
        boolean isLimited = false;
        boolean isSlow = false;
        for (int trial = 0; trial < TRIALS; trial++) {
            examination.quiet(SHIFT.multipliedBy(trial));
            long start = examination.nanoTime();
            boolean isThrottled = false;
            for (int i = ThrottlingStep.burst(examination.settings()); i > 0 && !isThrottled; i--) {
                isThrottled = Examination.isThrottled(call.now(examination));
            }
            isLimited |= isThrottled;
            if (Examination.isThrottled(examination.postNoMessages())) {
                return shared(examination, point);
            }
            isSlow |= examination.since(start).compareTo(ThrottlingStep.MAX_BURST) > 0;
        }
        String requests = requests(point);
        if (isSlow) {
            return Finding.notFound(point, "The responses are too slow to exceed the limit.");
        }
        if (!isLimited) {
            return Finding.found(point, "none", requests + " are not limited.");
        }
        long shortest = Math.round(1000 / examination.settings().requestsPerSecond());
        return Finding.found(
                point, "own", requests + " have a limit of their own, and do not delay send requests."
                              + (point == Point.POLLS_SHARE_LIMIT
                                      ? " Do not set a delay below " + shortest + " ms, or greedy=true." : ""));
    }

    private static Finding shared(Examination examination, Point point) {
        if (point == Point.QUERIES_SHARE_LIMIT) {
            return Finding.found(point, "shared", "Queries by date share the limit of send requests.");
        }
        double rest = examination.settings().requestsPerSecond() - 1000.0 / DEFAULT_DELAY;
        return rest > 0
                ? Finding.found(
                        point, "shared", requests(point) + " share the limit of send requests.",
                        new Setting(
                                "requestsPerSecond", String.format(Locale.ROOT, "%.2f", rest),
                                "leaves room for a poll each " + DEFAULT_DELAY / 1000 + " s (delay=" + DEFAULT_DELAY
                                                                                               + "); polls must not be greedy"))
                : Finding.found(
                        point, "shared", requests(point) + " share the limit of send requests.",
                        new Setting("delay", "60000", "each poll takes the place of a send request"));
    }

    private static String requests(Point point) {
        return point == Point.POLLS_SHARE_LIMIT ? "Polls" : "Queries by date";
    }
}
