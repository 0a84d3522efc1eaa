package io.github.camelsms.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An input queue whose readers run when the test says so.
 */
abstract class InputQueueFixture {

    static final int BATCH = 20;
    static final int MAX_PENDING = 60;
    static final int WINDOW = 40;
    static final long FLUSH_MILLIS = 10;

    final EngineSettings settings
            = new EngineSettings(
                    MemoryEngineFixture.SECOND, Pacing.adaptive, BATCH, MAX_PENDING, 4, false,
                    MemoryEngineFixture.RESPONSE_TIMEOUT);
    final ManualClock clock = new ManualClock();
    final PendingQueue queue = new PendingQueue();
    final List<Throwable> errors = new ArrayList<>();
    final Deque<Runnable> readers = new ArrayDeque<>();
    final EngineListeners listener = EngineListeners.of();
    final Completions completions
            = new Completions(Runnable::run, clock, listener);
    final SerialExecutor loop = new SerialExecutor(Runnable::run, this::setAlarm, errors::add);
    final LoopAlarm loopAlarm = new LoopAlarm(clock, loop);
    final InputQueue line = new InputQueue(() -> settings, () -> queue, completions, clock, loop, loopAlarm, readers::add);

    private void setAlarm() {
        loopAlarm.at(LoopAlarm.NEVER, clock.nanos());
    }

    @AfterEach
    void noInternalErrors() {
        assertThat(errors).isEmpty();
    }

    Submission keepOut(Input input) {
        addSingles(MAX_PENDING + 1, 4);
        return add(input);
    }

    Submission add(Input input) {
        Submission submission = new Submission(input, MemoryEngineFixture.options(Long.MAX_VALUE / 2), new RecordingSink());
        line.add(submission);
        return submission;
    }

    void addSingles(int count, int priority) {
        for (int i = 0; i < count; i++) {
            SmsMessage message = MemoryEngineFixture.message(null).withPriority(priority);
            queue.addLast(new QueuedMessage(
                    message, new Submission(null, MemoryEngineFixture.options(Long.MAX_VALUE / 2), new RecordingSink()), 0, 0));
        }
    }

    void leave(int count) {
        queue.take(count).forEach(entry -> line.left(entry.submission));
    }

    void read() {
        readers.remove().run();
    }

    void readAll() {
        while (!readers.isEmpty()) {
            read();
        }
    }

    /** Returns a number of messages and counts them. */
    static class Input implements MessageSource {

        int given;
        private final int count;
        private final int priority;
        private final boolean finite;

        Input(int count) {
            this(count, SmsMessage.DEFAULT_PRIORITY, false);
        }

        Input(int count, int priority, boolean finite) {
            this.count = count;
            this.priority = priority;
            this.finite = finite;
        }

        @Override
        public @Nullable CheckedMessage next() {
            return given == count
                    ? null : new CheckedMessage.Valid(MemoryEngineFixture.message("i" + given++).withPriority(priority));
        }

        @Override
        public boolean isFinite() {
            return finite;
        }

        @Override
        public int priority() {
            return priority;
        }
    }
}
