package io.github.camelsms.client;

import java.time.Duration;

/**
 * Sleep of the calling thread, which tests replace.
 */
@FunctionalInterface
public interface Sleeper {

    /**
     * Returns once the duration has passed.
     *
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    void sleep(Duration duration) throws InterruptedException;
}
