package io.github.camelsms.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ArrivalsTest {

    private final Queue<Runnable> pool = new ArrayDeque<>();
    private final SerialExecutor loop = new SerialExecutor(pool::add, tasks -> {
    }, failure -> {
    });
    private final List<Entry> taken = new ArrayList<>();
    private final Arrivals arrivals = new Arrivals(loop, taken::add);

    @Test
    void submit_noAnnouncedRun_isTakenImmediately() {
        arrivals.submit(dueAt(5));
        assertThat(taken).hasSize(1);
    }

    @Test
    void submit_dueAfterTheNextRun_waitsForIt() {
        arrivals.announceRun(5);
        arrivals.submit(dueAt(5));
        assertThat(taken).isEmpty();
        arrivals.submit(dueAt(4));
        assertThat(taken).hasSize(2);
    }

    @Test
    void announceRun_laterThanAMessageReliesOn_takesIt() {
        arrivals.announceRun(5);
        arrivals.submit(dueAt(6));
        arrivals.announceRun(5);
        arrivals.announceRun(4);
        assertThat(taken).isEmpty();
        arrivals.announceRun(Arrivals.RUNS_ON_REQUEST);
        assertThat(taken).hasSize(1);
    }

    @Test
    void count_messagesTaken_includesThemUntilTheStateDoes() {
        arrivals.announceRun(5);
        arrivals.submit(dueAt(5));
        arrivals.submit(dueAt(6));
        assertThat(arrivals.take()).isTrue();
        assertThat(arrivals.count()).isEqualTo(2);
        arrivals.included();
        assertThat(arrivals.count()).isZero();
        assertThat(arrivals.take()).isFalse();
    }

    @Test
    void execute_messagesBeforeAndAfter_runsInOrder() {
        List<Integer> takenBefore = new ArrayList<>();
        arrivals.announceRun(5);
        arrivals.submit(dueAt(5));
        arrivals.execute(() -> takenBefore.add(taken.size()));
        arrivals.submit(dueAt(4));
        pool.remove().run();
        assertThat(takenBefore).containsExactly(1);
        assertThat(taken).hasSize(2);
    }

    @Test
    void needsStep_messageTakenByAnotherTask_isFalse() {
        arrivals.announceRun(5);
        arrivals.submit(dueAt(4));
        assertThat(arrivals.needsStep(1)).isTrue();
        loop.execute(() -> {
            arrivals.submit(dueAt(4));
            arrivals.take();
        });
        assertThat(arrivals.needsStep(1)).isFalse();
    }

    private static Entry dueAt(long nanos) {
        Submission single = new Submission(null, MemoryEngineFixture.options(nanos), new RecordingSink());
        return new Entry(MemoryEngineFixture.message("a"), single, 0, 0);
    }
}
