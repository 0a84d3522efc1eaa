package io.github.camelsms.dispatch;

import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class PacerTest {

    private static final long MILLI = 1_000_000;
    private static final long INTERVAL = 1_000 * MILLI;

    @Test
    void notBefore_fresh_isNow() {
        assertThat(new Pacer(INTERVAL, Pacing.adaptive).notBefore()).isLessThanOrEqualTo(0);
    }

    @Test
    void notBefore_strictAndUnanswered_isNever() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.strict);
        pacer.departed(0);
        assertThat(pacer.notBefore()).isEqualTo(Pacer.NEVER);
    }

    @Test
    void notBefore_strictAndAnswered_countsFromTheAnswer() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.strict);
        for (int second = 0; second < 50; second++) {
            pacer.departed(second * INTERVAL);
            pacer.answered(second * INTERVAL, second * INTERVAL + 5 * MILLI);
        }
        pacer.departed(60 * INTERVAL);
        pacer.answered(60 * INTERVAL, 60 * INTERVAL + 40 * MILLI);
        assertThat(pacer.notBefore()).isEqualTo(61 * INTERVAL + 40 * MILLI);
    }

    @Test
    void notBefore_adaptiveAndFirstRequestUnanswered_waitsForItsAnswer() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        assertThat(pacer.notBefore()).isEqualTo(Pacer.NEVER);
        pacer.answered(0, 30 * MILLI);
        assertThat(pacer.notBefore()).isEqualTo(INTERVAL + 32 * MILLI);
    }

    @Test
    void notBefore_adaptiveAndSteadyRoundTrips_approachesTheInterval() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long departed = 0;
        for (int i = 0; i < 100; i++) {
            pacer.departed(departed);
            pacer.answered(departed, departed + 30 * MILLI);
            long next = pacer.notBefore();
            assertThat(next - departed).isBetween(INTERVAL, INTERVAL + 32 * MILLI);
            departed = next;
        }
        pacer.departed(departed);
        pacer.answered(departed, departed + 30 * MILLI);
        assertThat(pacer.notBefore() - departed).isLessThan(INTERVAL + 5 * MILLI);
    }

    @Test
    void notBefore_adaptiveWhileRoundTripsGrowShorter_keepsArrivalsApart() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long departed = 0;
        long lastArrival = -INTERVAL;
        for (int there = 300; there > 0; there -= 40) {
            pacer.departed(departed);
            long arrival = departed + there * MILLI;
            assertThat(arrival - lastArrival).isGreaterThanOrEqualTo(INTERVAL);
            lastArrival = arrival;
            pacer.answered(departed, arrival + MILLI);
            departed = pacer.notBefore();
        }
    }

    @ParameterizedTest
    @CsvSource({ "10,30", "50,150", "1,2", "0,400" })
    void notBefore_adaptiveBehindRandomDelays_keepsArrivalsApart(int least, int most) {
        Random random = new Random(42);
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        long departed = 0;
        long lastArrival = -INTERVAL;
        int tooClose = 0;
        int requests = 2_000;
        for (int i = 0; i < requests; i++) {
            long there = delay(random, least, most);
            long back = delay(random, least, most);
            pacer.departed(departed);
            long arrival = departed + there;
            if (arrival - lastArrival < INTERVAL) {
                tooClose++;
            }
            lastArrival = arrival;
            pacer.answered(departed, arrival + back);
            departed = Math.max(arrival + back, pacer.notBefore());
        }
        assertThat(tooClose).isLessThan(requests / 100);
    }

    @Test
    void throttled_twice_doublesThePause() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        assertThat(pacer.throttled(0, 10 * MILLI, 0)).isEqualTo(INTERVAL);
        assertThat(pacer.notBefore()).isGreaterThanOrEqualTo(INTERVAL + 10 * MILLI);
        pacer.departed(2 * INTERVAL);
        assertThat(pacer.throttled(2 * INTERVAL, 2 * INTERVAL, 0)).isEqualTo(2 * INTERVAL);
    }

    @Test
    void throttled_withRetryAfter_pausesThatLong() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        pacer.throttled(0, 10 * MILLI, 7 * INTERVAL);
        assertThat(pacer.notBefore()).isEqualTo(7 * INTERVAL + 10 * MILLI);
    }

    @Test
    void throttled_thenAnswered_widensTheMarginForAWhile() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        pacer.throttled(0, 0, 0);
        pacer.departed(2 * INTERVAL);
        pacer.answered(2 * INTERVAL, 2 * INTERVAL);
        long margin = pacer.notBefore() - 3 * INTERVAL;
        assertThat(margin).isPositive();
        for (int i = 0; i < 200; i++) {
            pacer.answered(2 * INTERVAL, 2 * INTERVAL);
        }
        assertThat(pacer.notBefore() - 3 * INTERVAL).isLessThan(margin / 3);
    }

    @Test
    void neverLeft_givesTheSlotBack() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(5 * INTERVAL);
        pacer.neverLeft(5 * INTERVAL);
        assertThat(pacer.notBefore()).isLessThanOrEqualTo(0);
    }

    @Test
    void lost_countsFromTheMomentItWasGivenUp() {
        Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
        pacer.departed(0);
        pacer.lost(0, 30 * INTERVAL);
        assertThat(pacer.notBefore()).isEqualTo(31 * INTERVAL + 2 * MILLI);
    }

    private static long delay(Random random, int least, int most) {
        return least * MILLI + (long) (random.nextDouble() * (most - least) * MILLI);
    }
}
