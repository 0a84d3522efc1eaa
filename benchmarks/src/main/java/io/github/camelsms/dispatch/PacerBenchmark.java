package io.github.camelsms.engine;

import java.util.concurrent.TimeUnit;

import io.github.camelsms.engine.pacing.Pacer;
import io.github.camelsms.engine.pacing.Pacing;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Cost per request in the pacer: query of the slot, departure and response.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PacerBenchmark {

    private static final long INTERVAL = 1_000_000_000L;
    private static final long ROUND_TRIP = 40_000_000L;

    private final Pacer pacer = new Pacer(INTERVAL, Pacing.adaptive);
    private long now = INTERVAL;

    @Benchmark
    public long request() {
        long slot = pacer.notBefore();
        now = Math.max(now, slot);
        pacer.departed(now);
        // Round-trip times that vary, as in practice.
        pacer.responded(now, now + ROUND_TRIP + (now & 0xFFFFF));
        return slot;
    }
}
