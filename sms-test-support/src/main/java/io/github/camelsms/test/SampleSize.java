package io.github.camelsms.test;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Sizes of the samples of seeded and long tests. {@code mvn verify} takes small samples, and {@code mvn verify -Pfull}
 * the large ones.
 */
public final class SampleSize {

    private static final boolean IS_FULL = "full".equals(System.getProperty("samples"));

    private SampleSize() {
    }

    /** Returns whether this run takes the large samples. */
    public static boolean isFull() {
        return IS_FULL;
    }

    /** Returns all cases, or in a small sample every fourth. */
    public static <T> Stream<T> some(T[] cases) {
        int step = IS_FULL ? 1 : 4;
        return IntStream.range(0, cases.length).filter(index -> index % step == 0).mapToObj(index -> cases[index]);
    }

    /**
     * Returns the size of a sample.
     *
     * @param property name of the system property that overrides the size
     * @param small    size in each build
     * @param full     size with the profile {@code full}
     */
    public static int of(String property, int small, int full) {
        return Integer.getInteger(property, IS_FULL ? full : small);
    }
}
