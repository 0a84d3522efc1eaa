package io.github.camelsms.engine;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SubmissionTest {

    private static final int MANY = 5;

    @Test
    void read_fewerThanRequested_isExhausted() {
        Submission input = input(MANY);
        assertThat(read(input, MANY + 1)).isEqualTo(new InputReader.ReadEnd(true, null));
        assertThat(input.reader.takeRead()).hasSize(MANY);
    }

    @Test
    void read_asManyAsRequested_leavesTheRest() {
        Submission input = input(MANY);
        assertThat(read(input, MANY)).isEqualTo(new InputReader.ReadEnd(false, null));
        assertThat(input.reader.takeRead()).hasSize(MANY);
        assertThat(input.reader.takeRead()).isEmpty();
    }

    @Test
    void mayWait_finiteOrSingle_returnsFalse() {
        assertThat(input(1).reader.mayWait()).isTrue();
        assertThat(finite().reader.mayWait()).isFalse();
        assertThat(new Submission(null, MemoryEngineFixture.options(0), new RecordingSink()).reader.mayWait()).isFalse();
    }

    @Test
    void refuseRest_endless_isExhaustedWithTheReason() {
        Submission input = input(MANY);
        input.reading = true;
        input.refuseRest(Refusal.SHUT_DOWN);
        assertThat(input.isComplete()).isTrue();
        assertThat(input.unread).isEqualTo(new ReadFailure(Refusal.SHUT_DOWN.reason(), null));
    }

    @Test
    void refuseRest_finite_isStillRead() {
        Submission input = finite();
        input.refuseRest(Refusal.SHUT_DOWN);
        assertThat(input.refusal).isEqualTo(Refusal.SHUT_DOWN);
        assertThat(input.isComplete()).isFalse();
        assertThat(input.unread).isNull();
    }

    @Test
    void refuseRest_again_keepsTheFirstReason() {
        Submission input = finite();
        input.refuseRest(Refusal.SHUT_DOWN);
        input.refuseRest(Refusal.SHUT_DOWN_SUSPENDED);
        assertThat(input.refusal).isEqualTo(Refusal.SHUT_DOWN);
    }

    @Test
    void refuseRest_fullyRead_refusesNothing() {
        Submission input = input(MANY);
        input.readEnded(new InputReader.ReadEnd(true, null));
        input.refuseRest(Refusal.SHUT_DOWN);
        assertThat(input.refusal).isNull();
        assertThat(input.unread).isNull();
    }

    @Test
    void readEnded_refusedMeanwhile_keepsTheReason() {
        Submission input = input(MANY);
        input.refuseRest(Refusal.SHUT_DOWN);
        input.readEnded(new InputReader.ReadEnd(true, new ReadFailure("broken", null)));
        assertThat(input.unread).isEqualTo(new ReadFailure(Refusal.SHUT_DOWN.reason(), null));
    }

    @Test
    void readEnded_notAtTheEnd_continues() {
        Submission input = input(MANY);
        input.readEnded(new InputReader.ReadEnd(false, null));
        assertThat(input.exhausted).isFalse();
    }

    @Test
    void isComplete_missingResult_returnsFalse() {
        Submission single = new Submission(null, MemoryEngineFixture.options(0), new RecordingSink());
        single.taken = 1;
        assertThat(single.isComplete()).isFalse();
        single.completed = 1;
        assertThat(single.isComplete()).isTrue();
    }

    private static Submission input(int count) {
        return new Submission(
                MemoryEngineFixture.source(MemoryEngineFixture.messages(count), false), MemoryEngineFixture.options(0),
                new RecordingSink());
    }

    private static Submission finite() {
        return new Submission(
                MemoryEngineFixture.source(MemoryEngineFixture.messages(MANY), true), MemoryEngineFixture.options(0),
                new RecordingSink());
    }

    private static InputReader.ReadEnd read(Submission input, int count) {
        input.reader.permit(count);
        return input.reader.read(count, () -> {
        });
    }
}
