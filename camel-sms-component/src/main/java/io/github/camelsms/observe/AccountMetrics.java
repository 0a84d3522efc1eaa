package io.github.camelsms.observe;

import io.github.camelsms.dispatch.DispatchListener;

/**
 * Listener that records the metrics of an account until it is closed.
 */
public interface AccountMetrics extends DispatchListener {

    /** Removes the registered meters. Later events are ignored. */
    void close();
}
