package io.github.camelsms.engine.stored;

import java.util.function.Supplier;

import io.github.camelsms.engine.Completions;
import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.EngineListeners;
import io.github.camelsms.engine.LoopAlarm;
import io.github.camelsms.engine.SerialExecutor;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.store.MessageStore;

/**
 * What the parts of an account's engine share.
 *
 * @param account     name of the account in the store
 * @param calls       calls the store
 * @param settings    current settings
 * @param completions completes messages and inputs
 * @param clock       only source of time
 * @param loop        loop of the account, to which all parts are confined
 * @param loopAlarm   wakes the loop
 * @param onQueued    called after messages were stored or returned to the queue that no claim has seen
 */
record EngineContext(String account, MessageStore store, StoreCalls calls, Supplier<StoredSettings> settings,
        Completions completions, EngineListeners listeners, EngineClock clock, SerialExecutor loop, LoopAlarm loopAlarm,
        Runnable onQueued) {
}
