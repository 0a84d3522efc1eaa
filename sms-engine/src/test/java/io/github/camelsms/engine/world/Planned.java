package io.github.camelsms.engine.world;

import java.util.SplittableRandom;
import java.util.concurrent.RejectedExecutionException;

import org.jspecify.annotations.Nullable;

/** Exceptions and errors that a world throws on purpose, and that the engine must survive. */
final class Planned {

    static final String MARK = "planned: ";

    private Planned() {
    }

    /** Throws an error or an exception. */
    static void toss(SplittableRandom random, String what) {
        switch (random.nextInt(4)) {
            case 0 -> throw new OutOfMemoryError(MARK + what);
            case 1 -> throw new StackOverflowError(MARK + what);
            case 2 -> throw new NoSuchMethodError(MARK + what);
            default -> throw new IllegalStateException(MARK + what);
        }
    }

    /** Throws the exception of a pool that rejects a task. */
    static void reject(SplittableRandom random) {
        if (random.nextBoolean()) {
            throw new RejectedExecutionException(MARK + "the pool is full");
        }
        throw new OutOfMemoryError(MARK + "unable to create native thread");
    }

    static boolean is(@Nullable Throwable error) {
        return error != null && String.valueOf(error.getMessage()).startsWith(MARK);
    }
}
