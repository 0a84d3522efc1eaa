package io.github.camelsms.store.jdbc;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Loop of a thread of the store. Nothing that a step throws ends it, not even if its report fails as well: without
 * memory, a log line can fail, too.
 */
final class Persistent {

    private Persistent() {
    }

    /** Step of a loop. */
    interface Step {
        void execute() throws Exception;
    }

    /**
     * Repeats a step.
     *
     * @param isNeeded whether another step follows
     * @param report   receives what a step throws
     */
    static void repeat(BooleanSupplier isNeeded, Step step, Consumer<Throwable> report) {
        while (isNeeded.getAsBoolean()) {
            try {
                step.execute();
            } catch (Throwable e) {
                reportQuietly(report, e);
            }
        }
    }

    private static void reportQuietly(Consumer<Throwable> report, Throwable failure) {
        try {
            report.accept(failure);
        } catch (Throwable e) {
            // The next step continues.
            return;
        }
    }
}
