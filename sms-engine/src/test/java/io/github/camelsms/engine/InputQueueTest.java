package io.github.camelsms.engine;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests when and how far inputs are read.
 */
class InputQueueTest extends InputQueueFixture {

    @Test
    void isFull_oneBelowTheLimit_returnsFalse() {
        addSingles(MAX_PENDING - 1, 4);
        assertThat(line.isFull(4)).isFalse();
    }

    @Test
    void isFull_atTheLimit_returnsTrueExceptForAHigherPriority() {
        addSingles(MAX_PENDING, 4);
        assertThat(line.isFull(4)).isTrue();
        assertThat(line.isFull(5)).isFalse();
    }

    @Test
    void admit_longInput_readsOneWindow() {
        Input input = new Input(1_000);
        add(input);
        line.admit();
        read();
        line.admit();
        assertThat(queue.size()).isEqualTo(WINDOW);
        assertThat(input.given).isEqualTo(WINDOW);
        assertThat(readers).isEmpty();
    }

    @Test
    void admit_lessSpaceThanAWindow_readsThatMuch() {
        addSingles(MAX_PENDING - 7, 4);
        Input input = new Input(1_000);
        add(input);
        line.admit();
        read();
        assertThat(input.given).isEqualTo(7);
    }

    @Test
    void admit_noSpace_keepsTheInputInLine() {
        addSingles(MAX_PENDING, 4);
        add(new Input(1_000));
        line.admit();
        assertThat(readers).isEmpty();
        assertThat(line.heldBack()).isEqualTo(1);
    }

    @Test
    void heldBack_beingRead_returnsZero() {
        add(new Input(1_000));
        assertThat(line.heldBack()).isEqualTo(1);
        line.admit();
        assertThat(line.heldBack()).isZero();
    }

    @Test
    void left_moreThanHalfAWindowWaiting_doesNotContinueReading() {
        add(new Input(1_000));
        line.admit();
        read();
        leave(WINDOW / 2 - 1);
        assertThat(line.heldBack()).isZero();
    }

    @Test
    void left_halfAWindowWaiting_continuesReadingUpToAWindow() {
        Input input = new Input(1_000);
        add(input);
        line.admit();
        read();
        leave(WINDOW / 2);
        assertThat(line.heldBack()).isEqualTo(1);
        line.admit();
        read();
        assertThat(input.given).isEqualTo(WINDOW + WINDOW / 2);
        assertThat(queue.size()).isEqualTo(WINDOW);
    }

    @Test
    void admit_windowExceededByRetries_readsNothing() {
        Input input = new Input(1_000, 4, true);
        Submission submission = add(input);
        line.admit();
        read();
        List<QueuedMessage> refused = queue.take(WINDOW - 10);
        line.left(submission);
        line.admit();
        read();
        leave(WINDOW / 2);
        queue.putBack(refused);
        line.admit();
        addSingles(10, 4);
        assertThat(line.isFull(4)).isTrue();
        readAll();
        assertThat(input.given).isEqualTo(2 * WINDOW - 10);
        leave(WINDOW - 10);
        line.admit();
        readAll();
        assertThat(input.given).isEqualTo(2 * WINDOW - 10 + WINDOW / 2);
    }

    @Test
    void left_severalTimes_queuesTheInputOnce() {
        add(new Input(1_000));
        line.admit();
        read();
        leave(WINDOW / 2);
        leave(2);
        assertThat(line.heldBack()).isEqualTo(1);
    }

    @Test
    void left_duringRead_queuesTheInputAfterwards() {
        Input input = new Input(1_000);
        Submission submission = add(input);
        line.admit();
        line.left(submission);
        assertThat(line.heldBack()).isZero();
    }

    @Test
    void left_atItsEnd_doesNotContinueReading() {
        Submission submission = add(new Input(3));
        line.admit();
        read();
        line.left(submission);
        assertThat(line.heldBack()).isZero();
    }

    @Test
    void admit_twoInputs_readsTheFirstOne() {
        Input first = new Input(1_000);
        Input second = new Input(1_000);
        add(first);
        add(second);
        line.admit();
        readAll();
        assertThat(first.given).isEqualTo(WINDOW);
        assertThat(second.given).isEqualTo(MAX_PENDING - WINDOW);
    }

    @Test
    void admit_laterInputWithHigherPriority_readsItFirst() {
        Input usual = new Input(1_000);
        Input urgent = new Input(1_000, 9, false);
        add(usual);
        add(urgent);
        line.admit();
        readAll();
        assertThat(urgent.given).isEqualTo(WINDOW);
        assertThat(usual.given).isEqualTo(MAX_PENDING - WINDOW);
    }

    @Test
    void admit_queueFullOfLowerPriority_readsTheHigherPriority() {
        addSingles(MAX_PENDING, 4);
        Input urgent = new Input(1_000, 9, false);
        add(urgent);
        line.admit();
        readAll();
        assertThat(urgent.given).isEqualTo(WINDOW);
    }

    @Test
    void admit_blockedReader_flushesTheMessagesRead() {
        List<Integer> queued = new ArrayList<>();
        add(new Input(5) {
            @Override
            public @Nullable CheckedMessage next() {
                if (given == 3) {
                    clock.advanceMillis(FLUSH_MILLIS);
                    queued.add(queue.size());
                } else if (given == 4) {
                    clock.advanceMillis(FLUSH_MILLIS);
                    queued.add(queue.size());
                }
                return super.next();
            }
        });
        line.admit();
        read();
        assertThat(queued).containsExactly(3, 4);
    }

    @Test
    void admit_endlessInputRead_setsNoFurtherAlarm() {
        add(new Input(1_000));
        line.admit();
        assertThat(clock.pendingAlarms()).as("alarms while nothing was read").isZero();
        read();
        clock.advanceMillis(FLUSH_MILLIS);
        assertThat(clock.pendingAlarms()).isZero();
    }

    @Test
    void admit_readerBlocksForLong_setsNoAlarm() {
        add(new Input(5) {
            @Override
            public @Nullable CheckedMessage next() {
                if (given == 3) {
                    clock.advanceMillis(FLUSH_MILLIS);
                    assertThat(queue.size()).isEqualTo(3);
                    assertThat(clock.pendingAlarms()).isZero();
                }
                return super.next();
            }
        });
        line.admit();
        read();
        assertThat(queue.size()).isEqualTo(5);
    }

    @Test
    void admit_finiteInput_isNotFlushedDuringRead() {
        add(new Input(10, 4, true));
        line.admit();
        assertThat(clock.pendingAlarms()).isZero();
    }

    @Test
    void admit_blockedReaderContinuesLater_flushesEachTime() {
        List<Integer> queued = new ArrayList<>();
        add(new Input(1_000) {
            @Override
            public @Nullable CheckedMessage next() {
                if (given > WINDOW && given < WINDOW + 4) {
                    clock.advanceMillis(FLUSH_MILLIS);
                    queued.add(queue.size());
                }
                return super.next();
            }
        });
        line.admit();
        read();
        leave(WINDOW);
        line.admit();
        read();
        assertThat(queued).containsExactly(1, 2, 3);
    }
}
