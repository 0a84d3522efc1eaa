package io.github.camelsms.dispatch.pacing;

import java.util.Random;
import java.util.function.LongPredicate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class PacerTest {

    private static final long MILLI = 1_000_000;
    private static final long INTERVAL = 1_000 * MILLI;

    @Test
    void notBefore_noRequestYet_returnsNow() {
        assertThat(new Pacer(INTERVAL, Pacing.adaptive).notBefore()).isLessThanOrEqualTo(0);
    }

    @Test
    void notBefore_strictAndInFlight_returnsNever() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.strict);
        pacer.departed(0);
        assertThat(pacer.notBefore()).isEqualTo(Pacer.NEVER);
    }

    @Test
    void notBefore_strictAndResponded_startsAtTheResponse() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.strict);
        for (int second = 0; second < 50; second++) {
            pacer.departed(second * INTERVAL);
            pacer.responded(second * INTERVAL, second * INTERVAL + 5 * MILLI);
        }
        pacer.departed(60 * INTERVAL);
        pacer.responded(60 * INTERVAL, 60 * INTERVAL + 40 * MILLI);
        assertThat(pacer.notBefore()).isEqualTo(61 * INTERVAL + 40 * MILLI);
    }

    @Test
    void notBefore_adaptiveAndFirstRequestInFlight_waitsForItsResponse() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        assertThat(pacer.notBefore()).isEqualTo(Pacer.NEVER);
        pacer.responded(0, 30 * MILLI);
        // The outbound share of the 30 ms is unknown.
        assertThat(pacer.notBefore()).isBetween(INTERVAL + 15 * MILLI, INTERVAL + 32 * MILLI);
    }

    @Test
    void notBefore_adaptiveAndSteadyRoundTripTimes_approachesTheInterval() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long departed = 0;
        for (int i = 0; i < 10; i++) {
            pacer.departed(departed);
            pacer.responded(departed, departed + 30 * MILLI);
            long next = pacer.notBefore();
            assertThat(next - departed).isBetween(INTERVAL, INTERVAL + 32 * MILLI);
            departed = next;
        }
        pacer.departed(departed);
        pacer.responded(departed, departed + 30 * MILLI);
        assertThat(pacer.notBefore() - departed).isBetween(INTERVAL + MILLI, INTERVAL + 2 * MILLI);
    }

    @Test
    void notBefore_adaptiveAndResponsesSlowerThanTheInterval_keepsThePace() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        for (int i = 0; i < 10; i++) {
            pacer.departed(10 * i * INTERVAL);
            pacer.responded(10 * i * INTERVAL, 10 * i * INTERVAL + 5 * INTERVAL);
        }
        pacer.departed(200 * INTERVAL);
        pacer.departed(201 * INTERVAL + 2 * MILLI);
        assertThat(pacer.notBefore()).isLessThan(202 * INTERVAL + 5 * MILLI);
    }

    @Test
    void notBefore_adaptiveWhileRoundTripTimesShrink_keepsArrivalsApart() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long departed = 0;
        long lastArrival = -INTERVAL;
        for (int there = 150; there > 0; there -= 20) {
            pacer.departed(departed);
            long arrival = departed + there * MILLI;
            assertThat(arrival - lastArrival).isGreaterThanOrEqualTo(INTERVAL);
            lastArrival = arrival;
            pacer.responded(departed, arrival + there * MILLI);
            departed = pacer.notBefore();
        }
    }

    @ParameterizedTest
    @CsvSource({
            "10, 30, 10, 30, 0.975, 0.02", "50, 150, 50, 150, 0.92, 0.02", "1, 2, 1, 2, 0.995, 0.02",
            "50, 250, 50, 51, 0.895, 0.025", "50, 51, 50, 250, 0.93, 0.02" })
    void notBefore_adaptiveWithRandomDelays_keepsNearlyAllArrivalsApartAtNearlyFullPace(
            int leastThere, int mostThere, int leastBack, int mostBack, double pace, double maxThrottled) {
        Random random = new Random(42);
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long departed = 0;
        long lastAdmitted = -INTERVAL;
        int throttled = 0;
        int requests = 2_000;
        for (int i = 0; i < requests; i++) {
            pacer.departed(departed);
            long arrival = departed + delay(random, leastThere, mostThere);
            long response = arrival + delay(random, leastBack, mostBack);
            if (arrival - lastAdmitted < INTERVAL) {
                throttled++;
                pacer.throttled(departed, response, 0);
            } else {
                lastAdmitted = arrival;
                pacer.responded(departed, response);
            }
            departed = Math.max(response, pacer.notBefore());
        }
        assertThat((double) throttled / requests).isLessThanOrEqualTo(maxThrottled);
        assertThat((requests - throttled) / ((double) departed / INTERVAL)).isGreaterThanOrEqualTo(pace);
    }

    @ParameterizedTest
    @CsvSource({ "10, 30, 0.975, 0.02", "50, 150, 0.915, 0.025", "200, 400, 0.845, 0.025" })
    void notBefore_adaptiveInTheFirstMinute_adaptsQuickly(int least, int most, double pace, double maxThrottled) {
        int throttled = 0;
        int served = 0;
        double seconds = 0;
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Run run = new Run(new Pacer(INTERVAL, Pacing.adaptive), random, least, most, slidingSecond());
            run.until(60 * INTERVAL);
            throttled += run.throttled;
            served += run.served - 1;
            seconds += (double) (run.lastServed - run.firstServed) / INTERVAL;
        }
        assertThat((double) throttled / (throttled + served)).isLessThanOrEqualTo(maxThrottled);
        assertThat(served / seconds).isGreaterThanOrEqualTo(pace);
    }

    @ParameterizedTest
    @CsvSource({ "10, 30, 0.98", "50, 150, 0.97", "200, 400, 0.92" })
    void notBefore_adaptiveWithFixedWindows_exceedsTheSlidingWindowPace(int least, int most, double pace) {
        double share = 0;
        int runs = 50;
        for (int seed = 0; seed < runs; seed++) {
            Random random = new Random(seed);
            Run run = new Run(
                    new Pacer(INTERVAL, Pacing.adaptive), random, least, most, fixedSeconds(random.nextInt(1_000) * MILLI));
            run.until(300 * INTERVAL);
            share += (run.served - 1) * (double) INTERVAL / (run.lastServed - run.firstServed) / runs;
        }
        assertThat(share).isGreaterThanOrEqualTo(pace);
    }

    @Test
    void throttled_once_backsOffForAFractionOfTheInterval() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        assertThat(pacer.throttled(0, 10 * MILLI, 0)).isEqualTo(INTERVAL / 8);
        assertThat(pacer.notBefore()).isEqualTo(INTERVAL / 8 + 10 * MILLI);
    }

    @Test
    void throttled_againAfterAShortBackoff_countsThrottledRequestsAndDoublesTheBackoff() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        pacer.throttled(0, 0, 0);
        pacer.departed(INTERVAL);
        assertThat(pacer.throttled(INTERVAL, INTERVAL, 0)).isEqualTo(INTERVAL);
        pacer.departed(3 * INTERVAL);
        assertThat(pacer.throttled(3 * INTERVAL, 3 * INTERVAL, 0)).isEqualTo(2 * INTERVAL);
        pacer.departed(10 * INTERVAL);
        pacer.responded(10 * INTERVAL, 10 * INTERVAL);
        pacer.departed(12 * INTERVAL);
        assertThat(pacer.throttled(12 * INTERVAL, 12 * INTERVAL, 0)).isEqualTo(INTERVAL);
    }

    @Test
    void throttled_strict_backsOffForAnIntervalAndDoublesIt() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.strict);
        pacer.departed(0);
        assertThat(pacer.throttled(0, 0, 0)).isEqualTo(INTERVAL);
        pacer.departed(INTERVAL);
        assertThat(pacer.throttled(INTERVAL, INTERVAL, 0)).isEqualTo(2 * INTERVAL);
    }

    @Test
    void throttled_requestsInFlightTogether_countOnce() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        for (int i = 0; i < 3; i++) {
            pacer.departed(i);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(pacer.throttled(i, 10 * MILLI, 0)).isEqualTo(INTERVAL / 8);
        }
    }

    @Test
    void throttled_retryAfter_backsOffThatLong() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        pacer.throttled(0, 10 * MILLI, 7 * INTERVAL);
        assertThat(pacer.notBefore()).isEqualTo(7 * INTERVAL + 10 * MILLI);
    }

    @Test
    void throttled_repeatedly_raisesTheMarginBeyondTheNetworkJitter() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long departed = 0;
        for (int i = 0; i < 60; i++) {
            pacer.departed(departed);
            if (i % 2 == 0) {
                pacer.responded(departed, departed + 10 * MILLI);
            } else {
                pacer.throttled(departed, departed + 10 * MILLI, 0);
            }
            departed = pacer.notBefore();
        }
        pacer.departed(departed);
        pacer.responded(departed, departed + 10 * MILLI);
        assertThat(pacer.safetyMargin()).isGreaterThan(2);
        assertThat(pacer.notBefore() - departed).isGreaterThan(INTERVAL + INTERVAL / 10);
    }

    @Test
    void neverLeft_request_releasesItsSlot() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(5 * INTERVAL);
        pacer.neverLeft(5 * INTERVAL);
        assertThat(pacer.notBefore()).isLessThanOrEqualTo(0);
    }

    @Test
    void lost_request_startsTheIntervalWhenGivenUp() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        pacer.lost(0, 30 * INTERVAL);
        assertThat(pacer.notBefore()).isEqualTo(31 * INTERVAL + MILLI);
    }

    @Test
    void notBefore_lostAfterManyServed_isNotAProbe() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long departed = serveMany(pacer);
        pacer.departed(departed);
        pacer.lost(departed, departed + 20 * MILLI);
        assertThat(pacer.notBefore()).isGreaterThanOrEqualTo(departed + 20 * MILLI + INTERVAL);
    }

    @Test
    void responded_soonAfterARequestThatNeverLeft_confirmsNoFixedWindows() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long departed = serveMany(pacer);
        pacer.departed(departed);
        pacer.neverLeft(departed);
        long next = departed + INTERVAL * 7 / 10;
        pacer.departed(next);
        pacer.responded(next, next + 100 * MILLI);
        assertThat(confirmsFixedWindows(pacer)).isFalse();
    }

    @Test
    void throttled_probeAfterALaterRequest_allowsFurtherProbes() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long probe = serveMany(pacer) - INTERVAL * 13 / 10;
        pacer.departed(probe);
        pacer.departed(probe + 2 * INTERVAL);
        pacer.throttled(probe + 2 * INTERVAL, probe + 2 * INTERVAL + 100 * MILLI, 0);
        pacer.throttled(probe, probe + 2 * INTERVAL + 200 * MILLI, 0);
        assertThat(isProbeDueAfterMany(pacer, probe + 10 * INTERVAL)).isTrue();
    }

    @Test
    void throttled_probeAfterAHold_allowsFurtherProbes() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long probe = serveMany(pacer) - INTERVAL * 13 / 10;
        pacer.departed(probe);
        pacer.holdUntil(probe + INTERVAL);
        pacer.throttled(probe, probe + 100 * MILLI, 0);
        assertThat(isProbeDueAfterMany(pacer, probe + 10 * INTERVAL)).isTrue();
    }

    /** Returns the time after many served requests at low load, when a probe is due. */
    private static long serveMany(Pacer pacer) {
        assertThat(isProbeDueAfterMany(pacer, 0)).isTrue();
        return 2 * FixedWindows.FIRST_PROBE_AFTER * INTERVAL;
    }

    private static boolean isProbeDueAfterMany(Pacer pacer, long from) {
        long departed = from;
        for (int i = 0; i < FixedWindows.FIRST_PROBE_AFTER; i++) {
            departed = from + 2 * i * INTERVAL;
            pacer.departed(departed);
            pacer.responded(departed, departed + (100 + i % 20 * 10) * MILLI);
        }
        return pacer.notBefore() < departed + INTERVAL;
    }

    private static boolean confirmsFixedWindows(Pacer pacer) {
        return pacer.save().contains(";true," + FixedWindows.FIRST_PROBE_AFTER + ";");
    }

    private static LongPredicate slidingSecond() {
        long[] last = { -INTERVAL };
        return arrival -> {
            boolean admitted = arrival - last[0] >= INTERVAL;
            last[0] = admitted ? arrival : last[0];
            return admitted;
        };
    }

    private static LongPredicate fixedSeconds(long offset) {
        long[] last = { -1 };
        return arrival -> {
            long second = (arrival + offset) / INTERVAL;
            boolean admitted = second != last[0];
            last[0] = second;
            return admitted;
        };
    }

    /** A sender with a backlog and one request in flight, a limiter, and a symmetric network. */
    private static final class Run {

        private final Pacer pacer;
        private final Random random;
        private final int least;
        private final int most;
        private final LongPredicate limiter;
        private int served;
        private int throttled;
        private long firstServed = -1;
        private long lastServed;

        private Run(Pacer pacer, Random random, int least, int most, LongPredicate limiter) {
            this.pacer = pacer;
            this.random = random;
            this.least = least;
            this.most = most;
            this.limiter = limiter;
        }

        private void until(long end) {
            for (long departed = 0; departed < end;) {
                pacer.departed(departed);
                long arrival = departed + delay(random, least, most);
                long response = arrival + delay(random, least, most);
                if (limiter.test(arrival)) {
                    served++;
                    firstServed = firstServed < 0 ? arrival : firstServed;
                    lastServed = arrival;
                    pacer.responded(departed, response);
                } else {
                    throttled++;
                    pacer.throttled(departed, response, 0);
                }
                departed = Math.max(response, pacer.notBefore());
            }
        }
    }

    private static long delay(Random random, int least, int most) {
        return least * MILLI + (long) (random.nextDouble() * (most - least) * MILLI);
    }

    @Test
    void change_interval_keepsTheNetworkEstimates() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long departed = 0;
        for (int i = 0; i < 50; i++) {
            pacer.departed(departed);
            pacer.responded(departed, departed + 30 * MILLI);
            departed = pacer.notBefore();
        }
        double safetyMargin = pacer.safetyMargin();
        pacer.departed(departed);

        pacer.change(2 * INTERVAL, Pacing.adaptive);

        assertThat(pacer.safetyMargin()).isEqualTo(safetyMargin);
        assertThat(pacer.notBefore() - departed).isBetween(2 * INTERVAL, 2 * INTERVAL + 4 * MILLI);
        assertThat(pacer.usualGap()).isBetween(2 * INTERVAL, 2 * INTERVAL + 15 * MILLI);
    }

    @Test
    void change_toStrict_startsAtAThrottledResponse() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        pacer.throttled(0, 900 * MILLI, 0);

        pacer.change(INTERVAL, Pacing.strict);

        assertThat(pacer.notBefore()).isEqualTo(900 * MILLI + INTERVAL);
    }

    @Test
    void change_serviceThatCountsThrottledRequests_isRemembered() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        for (int i = 0; i < 2; i++) {
            pacer.departed(i * INTERVAL);
            pacer.throttled(i * INTERVAL, i * INTERVAL, 0);
        }

        pacer.change(10 * INTERVAL, Pacing.adaptive);

        pacer.departed(20 * INTERVAL);
        assertThat(pacer.throttled(20 * INTERVAL, 20 * INTERVAL, 0)).isGreaterThanOrEqualTo(10 * INTERVAL);
    }
}
