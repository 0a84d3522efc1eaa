package io.github.camelsms.dispatch.world;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** A pool that may be shut down, or reject a task for another reason. */
final class VirtualPool extends AbstractExecutorService {

    private final VirtualTime.Pool state;
    private final Executor threads;

    VirtualPool(VirtualTime.Pool state, Executor threads) {
        this.state = state;
        this.threads = threads;
    }

    @Override
    public void execute(Runnable task) {
        if (state.isShut) {
            throw new RejectedExecutionException("the pool is shut");
        }
        threads.execute(task);
    }

    @Override
    public boolean isShutdown() {
        return state.isShut;
    }

    @Override
    public boolean isTerminated() {
        return state.isShut;
    }

    @Override
    public void shutdown() {
        state.isShut = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        state.isShut = true;
        return List.of();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return state.isShut;
    }
}
