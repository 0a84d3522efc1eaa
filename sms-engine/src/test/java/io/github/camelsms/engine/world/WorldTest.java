package io.github.camelsms.engine.world;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import io.github.camelsms.test.SampleSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the engine keeps its guarantees in each simulated world. <code>-Dworlds=1000000</code> sets their number,
 * <code>-Dworld=SEED</code> runs one.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class WorldTest {

    private static final int WORLDS = SampleSize.of("worlds", 2_000, 20_000);

    @Test
    void world_anySeed_keepsEveryGuarantee() {
        Long only = Long.getLong("world");
        LongStream seeds = only == null ? LongStream.rangeClosed(1, WORLDS) : LongStream.of(only);

        Optional<String> broken = seeds.parallel().mapToObj(WorldTest::brokenIn).flatMap(Optional::stream).findFirst();

        assertThat(broken).isEmpty();
    }

    @Test
    void world_sameSeed_isReproducible() {
        assertThat(World.storyOf(4711)).isEqualTo(World.storyOf(4711)).isNotEqualTo(World.storyOf(4712));
    }

    private static Optional<String> brokenIn(long seed) {
        String broken = World.brokenIn(seed);
        if (broken == null) {
            return Optional.empty();
        }
        return Optional.of(
                "seed " + seed + ": " + broken + "\nrepeat it with: mvn -ntp test -pl sms-engine -am -Dtest=WorldTest"
                           + " -Dsurefire.failIfNoSpecifiedTests=false -Dworld=" + seed + "\n" + World.endOfTheStoryOf(seed));
    }
}
