package io.github.camelsms.dispatch;

import java.util.concurrent.Executor;

/**
 * Who runs what for an account; all three may be shared by any number of accounts.
 *
 * @param loop       runs the loop where an alarm or a long backlog of tasks needs a thread; its tasks are short and
 *                   never block
 * @param readers    reads inputs; its tasks may block for as long as an input does, so it must not be bounded tightly
 * @param completers hands inputs back to their callers; its tasks may block
 */
public record DispatchExecutors(Executor loop, Executor readers, Executor completers) {
}
