package io.github.camelsms.observe;

import io.github.camelsms.dispatch.DispatchListener;

/**
 * What measures an account from its first endpoint's start to its component's stop.
 */
public interface AccountMetrics extends DispatchListener {

    /** Removes what was registered. Events after this are ignored. */
    void close();
}
