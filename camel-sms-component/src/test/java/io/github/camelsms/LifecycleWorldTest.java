package io.github.camelsms;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import io.github.camelsms.test.SampleSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random lifecycles of routes, endpoints and the component, each determined by a seed. <code>-Dlifecycles=N</code> sets
 * their number, <code>-Dlifecycle=SEED</code> runs one.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class LifecycleWorldTest {

    private static final int WORLDS = SampleSize.of("lifecycles", 8, 24);
    private static final Long ONE = Long.getLong("lifecycle");
    /** Worlds spend most of their time waiting. */
    private static final int AT_A_TIME = 8;

    @Test
    void world_anySeed_keepsEachGuarantee() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            List<Future<?>> worlds = new ArrayList<>();
            LongStream seeds = ONE == null ? LongStream.rangeClosed(1, WORLDS) : LongStream.of(ONE);
            seeds.forEach(seed -> worlds.add(threads.submit(() -> run(seed))));
            for (Future<?> world : worlds) {
                world.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void run(long seed) {
        LifecycleWorld world = new LifecycleWorld(seed);
        try {
            world.run();
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    "Seed " + seed + " (repeat it with -Dlifecycle=" + seed + "): " + e.getMessage() + "\n  "
                                     + String.join("\n  ", world.history()),
                    e);
        }
    }
}
