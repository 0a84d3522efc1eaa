package io.github.camelsms.engine.stored.world;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import io.github.camelsms.test.SampleSize;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests with simulated worlds with a message store. <code>-Dstore.worlds=1000000</code> sets their number,
 * <code>-Dstore.world.seed=7</code> runs one.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class StoreWorldTest {

    private static final int WORLDS = SampleSize.of("store.worlds", 1_000, 20_000);
    private static final long FIRST = Long.getLong("store.world.seed", 1);

    @Test
    void worlds_manySeeds_keepEachGuarantee() {
        long last = System.getProperty("store.world.seed") == null ? WORLDS : FIRST;
        assertThat(firstBroken(last)).isNull();
    }

    private static @Nullable String firstBroken(long last) {
        return LongStream.rangeClosed(FIRST, last).parallel().mapToObj(StoreWorldTest::broken).filter(Objects::nonNull)
                .findFirst().orElse(null);
    }

    private static @Nullable String broken(long seed) {
        String broken = StoreWorld.brokenIn(seed);
        boolean isTold = System.getProperty("store.world.seed") != null;
        return broken == null ? null : "seed " + seed + ": " + broken + (isTold ? "\n" + StoreWorld.storyOf(seed) : "");
    }
}
