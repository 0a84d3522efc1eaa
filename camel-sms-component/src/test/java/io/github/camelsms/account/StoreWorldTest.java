package io.github.camelsms.account;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Simulated worlds with a message store. More of them: <code>-Dstore.worlds=1000000</code>; other ones:
 * <code>-Dstore.world.seed=7</code> for a single seed.
 */
class StoreWorldTest {

    private static final int WORLDS = Integer.getInteger("store.worlds", 20_000);
    private static final long FIRST = Long.getLong("store.world.seed", 1);

    @Test
    void worlds_manySeeds_keepEachGuarantee() {
        long last = System.getProperty("store.world.seed") == null ? WORLDS : FIRST;
        assertThat(firstBroken(last)).isNull();
    }

    private static @Nullable String firstBroken(long last) {
        for (long seed = FIRST; seed <= last; seed++) {
            String broken = StoreWorld.brokenIn(seed);
            if (broken != null) {
                return "seed " + seed + ": " + broken + (last == FIRST ? "\n" + StoreWorld.storyOf(seed) : "");
            }
        }
        return null;
    }
}
