package io.github.camelsms.engine.world;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** A pool that may be shut down, or reject a task for another reason. */
final class VirtualPool extends AbstractExecutorService {

    private final VirtualTime.Pool state;
    private final SplittableRandom random;
    private final Executor threads;

    VirtualPool(VirtualTime.Pool state, SplittableRandom random, Executor threads) {
        this.state = state;
        this.random = random;
        this.threads = threads;
    }

    @Override
    public void execute(Runnable task) {
        if (state.isShut) {
            throw new RejectedExecutionException("the pool is shut");
        }
        boolean rejects = state.rejections > 0 && random.nextInt(1_000) < state.rejections;
        if (!rejects || random.nextInt(8) == 0) {
            threads.execute(task);
        }
        if (rejects) {
            Planned.reject(random);
        }
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
