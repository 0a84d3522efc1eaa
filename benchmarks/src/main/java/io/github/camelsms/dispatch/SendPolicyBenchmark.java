package io.github.camelsms.dispatch;

import java.util.concurrent.TimeUnit;

import io.github.camelsms.dispatch.pacing.Pacer;
import io.github.camelsms.dispatch.pacing.Pacing;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Cost of one decision of the policy, with an open slot and a queue that fills the request.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SendPolicyBenchmark {

    private static final int BATCH = 200;

    private final DispatchSettings settings
            = new DispatchSettings(1_000_000_000L, Pacing.adaptive, BATCH, 10_000, 4, false, 40_000_000_000L);
    private final Pacer pacer = new Pacer(settings.intervalNanos(), settings.pacing());
    private final CircuitBreaker circuitBreaker = new CircuitBreaker();
    private long now;

    @Benchmark
    public Object decision() {
        return SendPolicy.decide(settings, pacer, circuitBreaker, BATCH * 2, 0, ++now);
    }
}
