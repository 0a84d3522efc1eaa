package io.github.camelsms.engine;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.MessageSending;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for queue space reserved for inputs, and for the oldest input, of which a share is read without it.
 */
class InputQueueReservationTest extends InputQueueFixture {

    @Test
    void isFull_spaceReservedForSlowInputs_isFreeForASingleMessage() {
        for (int i = 0; i < MAX_PENDING; i++) {
            add(new Input(1_000));
        }
        line.admit();
        assertThat(readers).as("inputs being read").hasSizeGreaterThan(1);
        assertThat(line.isFull(4)).isFalse();
        addSingles(MAX_PENDING, 4);
        assertThat(line.isFull(4)).isTrue();
    }

    @Test
    void admit_slowInputsHoldAllSpace_releaseItToTheNextInput() {
        for (int i = 0; i < MAX_PENDING / 2; i++) {
            add(new Input(1_000));
        }
        line.admit();
        assertThat(readers).hasSize(MAX_PENDING / 2);
        assertThat(line.heldBack()).isZero();
        readers.forEach(Runnable::run);
        assertThat(queue.size()).isLessThanOrEqualTo(MAX_PENDING);
    }

    @Test
    void admit_finiteInputsHoldAllSpace_nextInputWaits() {
        add(new Input(1_000, 4, true));
        add(new Input(1_000, 4, true));
        add(new Input(1_000, 4, true));
        line.admit();
        assertThat(readers).hasSize(2);
        assertThat(line.heldBack()).isEqualTo(1);
    }

    @Test
    void admit_spaceReservedForALowerPriority_isFreeForAHigherOne() {
        add(new Input(1_000, 4, true));
        add(new Input(1_000, 4, true));
        line.admit();
        Input urgent = new Input(1_000, 9, true);
        add(urgent);
        line.admit();
        readers.removeLast().run();
        assertThat(urgent.given).isEqualTo(WINDOW);
    }

    @Test
    void admit_allSpaceReservedForBlockedReaders_readsTheOldestInput() {
        for (int i = 0; i < MAX_PENDING + 1; i++) {
            add(new Input(1_000));
        }
        line.admit();
        assertThat(readers).hasSize(MAX_PENDING + 1);
        assertThat(line.heldBack()).isZero();
    }

    @Test
    void admit_revokedDuringRead_continuesLater() {
        Input first = new Input(1_000) {
            @Override
            public @Nullable CheckedMessage next() {
                if (given == 5) {
                    add(new Input(1_000, 4, true));
                    add(new Input(1_000, 4, true));
                    line.admit();
                }
                return super.next();
            }
        };
        add(first);
        line.admit();
        read();
        assertThat(first.given).isEqualTo(6);
        assertThat(queue.size()).isEqualTo(6);
        assertThat(line.heldBack()).as("the first input is in line again").isEqualTo(1);
        readAll();
        assertThat(queue.size()).isEqualTo(MAX_PENDING);
    }

    @Test
    void refuseAll_blockedReader_releasesItsSpace() {
        add(new Input(1_000));
        line.admit();
        line.refuseAll(Refusal.SHUT_DOWN, input -> true);
        add(new Input(1_000, 4, true));
        add(new Input(1_000, 4, true));
        line.admit();
        readers.removeFirst();
        readAll();
        assertThat(queue.size()).isEqualTo(MAX_PENDING);
    }

    @Test
    void isFull_inputShorterThanItsReservation_releasesIt() {
        addSingles(MAX_PENDING - WINDOW, 4);
        add(new Input(1));
        line.admit();
        read();
        assertThat(line.isFull(4)).isFalse();
    }

    @Test
    void admit_othersOvertakeWithFullQueue_readsAShareOfTheOldestInput() {
        Input oldest = new Input(1_000);
        keepOut(oldest);
        line.admit();
        read();
        assertThat(oldest.given).isEqualTo(BATCH / MessageSending.LONGEST_WAITING_EVERY);
        assertThat(readers).isEmpty();
    }

    @Test
    void admit_tinyQueueKeptFullByOthers_stillReadsOneMessage() {
        EngineSettings tiny = new EngineSettings(
                MemoryEngineFixture.SECOND, Pacing.adaptive, 200, 2, 4, false, MemoryEngineFixture.RESPONSE_TIMEOUT);
        InputQueue small = new InputQueue(() -> tiny, () -> queue, completions, clock, loop, loopAlarm, readers::add);
        addSingles(3, 4);
        Input oldest = new Input(10);
        small.add(new Submission(oldest, MemoryEngineFixture.options(Long.MAX_VALUE / 2), new RecordingSink()));
        small.admit();
        read();
        assertThat(oldest.given).isEqualTo(1);
    }

    @Test
    void admit_shareOfTheOldestNotFinished_readsNoFurther() {
        Input oldest = new Input(1_000);
        keepOut(oldest);
        line.admit();
        read();
        line.admit();
        assertThat(readers).isEmpty();
        assertThat(line.heldBack()).isEqualTo(1);
    }

    @Test
    void admit_oldestBeingRead_readsNoOtherInput() {
        keepOut(new Input(1_000));
        add(new Input(1_000));
        line.admit();
        line.admit();
        assertThat(readers).hasSize(1);
    }

    @Test
    void admit_shareOfTheOldestFinished_readsTheNextShare() {
        Input oldest = new Input(1_000);
        Submission submission = keepOut(oldest);
        line.admit();
        read();
        for (QueuedMessage entry : queue.takeAll()) {
            completions.complete(entry, SmsSendResult.accepted(5, "id", entry.message.correlationId()), clock.nanos());
        }
        addSingles(MAX_PENDING + 1, 4);
        line.left(submission);
        line.admit();
        read();
        assertThat(oldest.given).isEqualTo(2 * BATCH / MessageSending.LONGEST_WAITING_EVERY);
    }

    @Test
    void admit_anotherInputAheadOfTheOldest_readsAShareOfTheOldest() {
        addSingles(MAX_PENDING, 9);
        Input longest = new Input(1_000);
        Input urgent = new Input(1_000, 9, false);
        add(longest);
        add(urgent);
        line.admit();
        read();
        assertThat(longest.given).isEqualTo(BATCH / MessageSending.LONGEST_WAITING_EVERY);
        assertThat(urgent.given).isZero();
    }
}
