package io.github.camelsms.benchmarks.throughput;

import java.lang.management.ManagementFactory;

import com.sun.management.OperatingSystemMXBean;
import io.github.camelsms.benchmarks.report.Sample;

/**
 * Time and processor time of this JVM since creation.
 */
public final class Stopwatch {

    public static final String RATE = "messages/s";
    public static final String CPU = "CPU µs/message";

    private static final OperatingSystemMXBean SYSTEM
            = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final long cpu = cpuNanos();
    private final long start = System.nanoTime();

    /** Returns the processor time of this JVM in nanoseconds. */
    public static long cpuNanos() {
        return SYSTEM.getProcessCpuTime();
    }

    /** Adds the rate of these messages, and the processor time per message, to the sample. */
    public void stop(long messages, Sample sample) {
        double nanos = System.nanoTime() - start;
        sample.put(RATE, messages * 1e9 / nanos);
        sample.put(CPU, (cpuNanos() - cpu) / 1e3 / messages);
    }
}
