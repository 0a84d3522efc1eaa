package io.github.camelsms.engine.pacing;

import java.util.Arrays;
import java.util.Random;
import java.util.function.LongPredicate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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

    /** The request may have arrived immediately before its response. */
    @Test
    void notBefore_adaptiveAndFirstRoundTripLongerThanTheInterval_startsAtTheResponse() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        pacer.responded(0, 3 * INTERVAL);
        assertThat(pacer.notBefore()).isBetween(4 * INTERVAL, 4 * INTERVAL + INTERVAL / 1000);
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
            "50, 250, 50, 51, 0.895, 0.02", "50, 51, 50, 250, 0.99, 0.02" })
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
    @CsvSource({
            "60, 10, 30, 10, 30, 0.975, 0.02", "60, 50, 150, 50, 150, 0.915, 0.025", "60, 200, 400, 200, 400, 0.845, 0.025",
            "60, 50, 250, 50, 50, 0.88, 0.042", "300, 50, 150, 50, 150, 0.92, 0.015", "300, 50, 250, 50, 50, 0.89, 0.02" })
    void notBefore_adaptiveFromAColdStart_adaptsQuickly(
            int seconds, int leastThere, int mostThere, int leastBack, int mostBack, double pace, double maxThrottled) {
        int throttled = 0;
        int served = 0;
        double elapsed = 0;
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Network network = new Network(random, leastThere, mostThere, leastBack, mostBack);
            Run run = new Run(new Pacer(INTERVAL, Pacing.adaptive), network, slidingSecond());
            run.until(seconds * INTERVAL);
            throttled += run.throttled;
            served += run.served - 1;
            elapsed += (double) (run.lastServed - run.firstServed) / INTERVAL;
        }
        assertThat((double) throttled / (throttled + served)).isLessThanOrEqualTo(maxThrottled);
        assertThat(served / elapsed).isGreaterThanOrEqualTo(pace);
    }

    @ParameterizedTest
    @CsvSource({
            "60, 10, 30, 10, 30, 0.98, 0.98", "60, 50, 150, 50, 150, 0.975, 0.98", "60, 50, 250, 50, 50, 0.965, 0.975",
            "300, 10, 30, 10, 30, 0.98, 0.98", "300, 50, 150, 50, 150, 0.99, 0.995", "300, 200, 400, 200, 400, 0.94, 0.96",
            "300, 50, 250, 50, 50, 0.985, 0.99" })
    void notBefore_adaptiveWithFixedWindows_exceedsTheSlidingWindowPace(
            int seconds, int leastThere, int mostThere, int leastBack, int mostBack, double mean, double median) {
        int runs = 101;
        double[] shares = new double[runs];
        for (int seed = 0; seed < runs; seed++) {
            Random random = new Random(seed);
            Network network = new Network(random, leastThere, mostThere, leastBack, mostBack);
            LongPredicate limiter = fixedSeconds(random.nextInt(1_000) * MILLI);
            Run run = new Run(new Pacer(INTERVAL, Pacing.adaptive), network, limiter);
            run.until(seconds * INTERVAL);
            shares[seed] = (run.served - 1) * (double) INTERVAL / (run.lastServed - run.firstServed);
        }
        Arrays.sort(shares);
        assertThat(Arrays.stream(shares).average().orElseThrow()).isGreaterThanOrEqualTo(mean);
        assertThat(shares[runs / 2]).isGreaterThanOrEqualTo(median);
    }

    @Test
    void throttled_firstRequest_backsOffForAnInterval() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        assertThat(pacer.throttled(0, 10 * MILLI, 0)).isEqualTo(INTERVAL);
        assertThat(pacer.notBefore()).isEqualTo(INTERVAL + 10 * MILLI);
    }

    @Test
    void throttled_previousRequestCertainlyArrivedAnIntervalAgo_backsOffBriefly() {
        Pacer pacer = served(100 * MILLI, 100 * MILLI, 300 * MILLI);
        long departed = pacer.notBefore();
        pacer.departed(departed);
        assertThat(pacer.throttled(departed, departed + 300 * MILLI, 0)).isEqualTo(INTERVAL / 50);
    }

    @Test
    void throttled_previousRequestMayHaveArrivedLate_backsOffUntilAnIntervalHasPassed() {
        Pacer pacer = served(10 * MILLI, 10 * MILLI, 310 * MILLI);
        long late = 2 * 5 * INTERVAL;
        long departed = late + INTERVAL + 100 * MILLI;
        pacer.departed(departed);
        long certain = late + 310 * MILLI + INTERVAL;
        assertThat(departed + 10 * MILLI + pacer.throttled(departed, departed + 10 * MILLI, 0))
                .isBetween(certain - 10 * MILLI, certain + MILLI);
    }

    /** Returns a pacer that has recorded requests with these round trips, five intervals apart. */
    private static Pacer served(long... roundTrips) {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        for (int i = 0; i < roundTrips.length; i++) {
            pacer.departed(5 * i * INTERVAL);
            pacer.responded(5 * i * INTERVAL, 5 * i * INTERVAL + roundTrips[i]);
        }
        return pacer;
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
            assertThat(pacer.throttled(i, 10 * MILLI, 0)).isEqualTo(INTERVAL);
        }
    }

    @Test
    void throttled_retryAfter_backsOffThatLong() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        pacer.throttled(0, 10 * MILLI, 7 * INTERVAL);
        assertThat(pacer.notBefore()).isEqualTo(7 * INTERVAL + 10 * MILLI);
    }

    /** Ten 429s in a row made an account wait for 64 intervals, although the service requested 20. */
    @ParameterizedTest
    @EnumSource
    void throttled_retryAfterToEachOfMany_backsOffThatLong(Pacing pacing) {
        Pacer pacer = new Pacer(INTERVAL, pacing);
        long departed = 0;
        for (int i = 0; i < 10; i++) {
            pacer.departed(departed);
            assertThat(pacer.throttled(departed, departed + 10 * MILLI, 20 * INTERVAL)).isEqualTo(20 * INTERVAL);
            departed = pacer.notBefore();
        }
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
    void neverDeparted_request_releasesItsSlot() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(5 * INTERVAL);
        pacer.neverDeparted(5 * INTERVAL);
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
    void notBefore_manyServed_countsFromDepartures() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long departed = serveMany(pacer, 0);
        assertThat(pacer.notBefore()).isEqualTo(departed + INTERVAL + MILLI);
    }

    @Test
    void notBefore_manyServedButOneInFlight_countsFromArrivals() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        long departed = serveMany(pacer, 1);
        assertThat(pacer.notBefore()).isGreaterThan(departed + INTERVAL + MILLI);
    }

    @Test
    void notBefore_lostWhileCountingFromDepartures_waitsAnInterval() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long departed = serveMany(pacer, 0) + 2 * INTERVAL;
        pacer.departed(departed);
        pacer.lost(departed, departed + 20 * MILLI);
        assertThat(pacer.notBefore()).isGreaterThanOrEqualTo(departed + 20 * MILLI + INTERVAL);
    }

    @Test
    void notBefore_throttledAtABoundaryOfWindows_departsAfterTheBackoff() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long departed = serveMany(pacer, 0);
        for (int i = 0; i < DeparturePace.TRIAL_LENGTH; i++) {
            departed += INTERVAL + MILLI;
            pacer.departed(departed);
            pacer.responded(departed, departed + 200 * MILLI);
        }
        departed += INTERVAL + MILLI;
        pacer.departed(departed);
        pacer.throttled(departed, departed + 200 * MILLI, 0);
        long shifted = pacer.notBefore();
        assertThat(shifted - departed).isBetween(200 * MILLI + INTERVAL / 50, INTERVAL / 2);
        pacer.departed(shifted);
        assertThat(pacer.notBefore()).isEqualTo(shifted + INTERVAL + MILLI);
    }

    @Test
    void restore_olderVersion_hasNoEffect() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        String fresh = pacer.save();
        pacer.restore("1;1000000000;0.5,3;false;false;true,64;100000,120000");
        assertThat(pacer.save()).isEqualTo(fresh);
    }

    /**
     * Serves as many requests at low load as the first trial needs, with an RTT of 100 to 290 ms.
     *
     * @return departure of the last one
     */
    private static long serveMany(Pacer pacer, long from) {
        long departed = from;
        for (int i = 0; i < DeparturePace.FIRST_TRIAL_AFTER; i++) {
            departed = from + 2 * i * INTERVAL;
            pacer.departed(departed);
            pacer.responded(departed, departed + (100 + i * 7 % 20 * 10) * MILLI);
        }
        return departed;
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

    /** Latencies in milliseconds, uniform and independent in each direction. */
    private record Network(Random random, int leastThere, int mostThere, int leastBack, int mostBack) {

        private long there() {
            return delay(random, leastThere, mostThere);
        }

        private long back() {
            return delay(random, leastBack, mostBack);
        }
    }

    /** A sender with a backlog and one request in flight, a network, and a limiter. */
    private static final class Run {

        private final Pacer pacer;
        private final Network network;
        private final LongPredicate limiter;
        private int served;
        private int throttled;
        private long firstServed = -1;
        private long lastServed;

        private Run(Pacer pacer, Network network, LongPredicate limiter) {
            this.pacer = pacer;
            this.network = network;
            this.limiter = limiter;
        }

        private void until(long end) {
            for (long departed = 0; departed < end;) {
                pacer.departed(departed);
                long arrival = departed + network.there();
                long response = arrival + network.back();
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
