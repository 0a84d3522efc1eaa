package io.github.camelsms.engine;

import java.util.concurrent.RejectedExecutionException;

import io.github.camelsms.model.SmsOutcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for inputs that end, are refused, or cannot be read.
 */
class InputQueueEndTest extends InputQueueFixture {

    @Test
    void admit_readersReject_endsTheInputWithTheReason() {
        RejectedExecutionException rejection = new RejectedExecutionException("full");
        InputQueue rejecting = new InputQueue(() -> settings, () -> queue, completions, clock, loop, loopAlarm, task -> {
            throw rejection;
        });
        RecordingSink sink = new RecordingSink();
        rejecting.add(new Submission(new Input(1_000), MemoryEngineFixture.options(1), sink));
        rejecting.admit();
        completions.completeEnded();
        assertThat(sink.isCompleted()).isTrue();
        assertThat(sink.unread).isNotNull().extracting(ReadFailure::cause).isEqualTo(rejection);
        assertThat(rejecting.heldBack()).isZero();
    }

    @Test
    void readEnd_emptyInput_endsIt() {
        RecordingSink sink = new RecordingSink();
        line.add(new Submission(new Input(0), MemoryEngineFixture.options(1), sink));
        line.admit();
        read();
        completions.completeEnded();
        assertThat(sink.isCompleted()).isTrue();
    }

    @Test
    void refuseAll_finiteInputWithFullQueue_reportsEachMessage() {
        addSingles(MAX_PENDING, 4);
        RecordingSink sink = new RecordingSink();
        line.add(new Submission(new Input(3 * WINDOW, 4, true), MemoryEngineFixture.options(1), sink));
        line.refuseAll(Refusal.SHUT_DOWN, input -> true);
        for (int i = 0; i < 4; i++) {
            line.admit();
            readAll();
        }
        completions.completeEnded();
        assertThat(sink.isCompleted()).isTrue();
        assertThat(sink.outcomes()).hasSize(3 * WINDOW).containsOnly(SmsOutcome.NOT_SENT);
        assertThat(queue.size()).isEqualTo(MAX_PENDING);
    }

    @Test
    void refuseAll_finiteInputBeingRefused_takesNoQueueSpace() {
        add(new Input(3 * WINDOW, 4, true));
        line.refuseAll(Refusal.SHUT_DOWN, input -> true);
        line.admit();
        addSingles(MAX_PENDING - 1, 4);
        assertThat(line.isFull(4)).isFalse();
        read();
        assertThat(line.isFull(4)).isFalse();
    }

    @Test
    void refuseAll_endlessInputs_endsThemImmediately() {
        RecordingSink endless = new RecordingSink();
        RecordingSink list = new RecordingSink();
        line.add(new Submission(new Input(1_000), MemoryEngineFixture.options(1), endless));
        line.add(new Submission(new Input(1_000, 4, true), MemoryEngineFixture.options(1), list));
        line.refuseAll(Refusal.SHUT_DOWN, input -> true);
        completions.completeEnded();
        assertThat(endless.isCompleted()).isTrue();
        assertThat(list.isCompleted()).isFalse();
        assertThat(line.heldBack()).isEqualTo(1);
    }

    @Test
    void admit_refusedInputBehindAFullQueue_isReadBeforeHigherPriorities() {
        addSingles(MAX_PENDING, 9);
        add(new Input(1_000, 4, true));
        line.refuseAll(Refusal.SHUT_DOWN, input -> true);
        Input urgent = new Input(1_000, 9, false);
        add(urgent);
        line.admit();
        assertThat(readers).hasSize(1);
        read();
        assertThat(urgent.given).isZero();
    }

    @Test
    void read_endedMeanwhile_dropsLaterMessages() {
        RecordingSink sink = new RecordingSink();
        line.add(new Submission(new Input(1_000), MemoryEngineFixture.options(1), sink));
        line.admit();
        line.refuseAll(Refusal.SHUT_DOWN, input -> true);
        completions.completeEnded();
        read();
        assertThat(queue.size()).isZero();
        assertThat(sink.results).isEmpty();
        assertThat(sink.isCompleted()).isTrue();
    }
}
