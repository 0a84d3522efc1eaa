package io.github.camelsms.engine;

import java.util.concurrent.Executor;

/**
 * Thread pools of an account, which accounts may share.
 *
 * @param loop       runs the loop for alarms and for a long backlog of tasks; its tasks are short and never block
 * @param readers    reads inputs; its tasks may block as long as an input does, so it must not be tightly bounded
 * @param completers completes inputs; its tasks may block
 */
public record EngineExecutors(Executor loop, Executor readers, Executor completers) {
}
