package io.github.camelsms.client;

import java.time.Duration;

/**
 * Waits on the calling thread, so that tests need not.
 */
@FunctionalInterface
public interface Pause {

    /**
     * Returns once the duration has passed.
     *
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    void sleep(Duration duration) throws InterruptedException;
}
