package io.github.camelsms.dispatch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

import io.github.camelsms.dispatch.pacing.Pacing;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who is read on when, and how far. Readers run when the test says so.
 */
class InputQueueTest {

    private static final int BATCH = 20;
    private static final int MAX_PENDING = 60;
    private static final int WINDOW = 40;
    private static final long FLUSH_MILLIS = 10;

    private final DispatchSettings settings
            = new DispatchSettings(
                    DispatcherFixture.SECOND, Pacing.adaptive, BATCH, MAX_PENDING, 4, false,
                    DispatcherFixture.RESPONSE_TIMEOUT);
    private final ManualClock clock = new ManualClock();
    private final PendingQueue queue = new PendingQueue();
    private final List<Throwable> errors = new ArrayList<>();
    private final Deque<Runnable> readers = new ArrayDeque<>();
    private final DispatchListeners listener = DispatchListeners.of(DispatchListener.NONE);
    private final Completions completions
            = new Completions(new CompletionWorkers(Runnable::run, clock, listener), listener);
    private final SerialExecutor loop = new SerialExecutor(Runnable::run, done -> {
    }, errors::add);
    private final InputQueue line = new InputQueue(settings, queue, completions, clock, loop, readers::add, () -> {
    });

    @AfterEach
    void noInternalErrors() {
        assertThat(errors).isEmpty();
    }

    @Test
    void isFull_oneLessThanTheBound_isNotFull() {
        addSingles(MAX_PENDING - 1, 4);
        assertThat(line.isFull(4)).isFalse();
    }

    @Test
    void isFull_atTheBound_isFullButForAHigherPriority() {
        addSingles(MAX_PENDING, 4);
        assertThat(line.isFull(4)).isTrue();
        assertThat(line.isFull(5)).isFalse();
    }

    @Test
    void isFull_placesKeptForSlowInputs_areFreeForASingleMessage() {
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
    void admit_slowInputsKeepAllPlaces_theyGiveThemBackToTheNextOne() {
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
    void admit_finiteInputsKeepAllPlaces_theNextOneWaits() {
        add(new Input(1_000, 4, true));
        add(new Input(1_000, 4, true));
        add(new Input(1_000, 4, true));
        line.admit();
        assertThat(readers).hasSize(2);
        assertThat(line.heldBack()).isEqualTo(1);
    }

    @Test
    void admit_placesKeptForALowerPriority_areFreeForAHigherOne() {
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
    void admit_everyPlaceKeptForAReaderThatWaits_readsAGuest() {
        for (int i = 0; i < MAX_PENDING + 1; i++) {
            add(new Input(1_000));
        }
        line.admit();
        assertThat(readers).hasSize(MAX_PENDING + 1);
        assertThat(line.heldBack()).isZero();
    }

    @Test
    void admit_revokedWhileItIsRead_readsOnLater() {
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
    void refuseAll_readerThatWaits_keepsNoPlaces() {
        add(new Input(1_000));
        line.admit();
        line.refuseAll(Refusal.SHUT_DOWN);
        add(new Input(1_000, 4, true));
        add(new Input(1_000, 4, true));
        line.admit();
        readers.removeFirst();
        readAll();
        assertThat(queue.size()).isEqualTo(MAX_PENDING);
    }

    @Test
    void admit_readersReject_endsTheInputWithTheReason() {
        RejectedExecutionException rejection = new RejectedExecutionException("full");
        InputQueue rejecting = new InputQueue(settings, queue, completions, clock, loop, task -> {
            throw rejection;
        }, () -> {
        });
        RecordingSink sink = new RecordingSink();
        rejecting.add(new Submission(new Input(1_000), 1, sink));
        rejecting.admit();
        completions.handBack();
        assertThat(sink.isCompleted()).isTrue();
        assertThat(sink.unread).isNotNull().extracting(ReadFailure::cause).isEqualTo(rejection);
        assertThat(rejecting.heldBack()).isZero();
    }

    @Test
    void isFull_inputWasShorterThanThePlacesKeptForIt_freesThem() {
        addSingles(MAX_PENDING - WINDOW, 4);
        add(new Input(1));
        line.admit();
        read();
        assertThat(line.isFull(4)).isFalse();
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
    void admit_lessRoomThanAWindow_readsAsMuchAsThereIsRoom() {
        addSingles(MAX_PENDING - 7, 4);
        Input input = new Input(1_000);
        add(input);
        line.admit();
        read();
        assertThat(input.given).isEqualTo(7);
    }

    @Test
    void admit_noRoom_keepsTheInputInLine() {
        addSingles(MAX_PENDING, 4);
        add(new Input(1_000));
        line.admit();
        assertThat(readers).isEmpty();
        assertThat(line.heldBack()).isEqualTo(1);
    }

    @Test
    void heldBack_beingRead_isZero() {
        add(new Input(1_000));
        assertThat(line.heldBack()).isEqualTo(1);
        line.admit();
        assertThat(line.heldBack()).isZero();
    }

    @Test
    void left_moreThanHalfAWindowWaits_isNotReadOn() {
        add(new Input(1_000));
        line.admit();
        read();
        leave(WINDOW / 2 - 1);
        assertThat(line.heldBack()).isZero();
    }

    @Test
    void left_halfAWindowWaits_isReadOnUpToAWindow() {
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
    void admit_soMuchCameBackThatTheWindowIsMoreThanFull_readsNothing() {
        Input input = new Input(1_000, 4, true);
        Submission submission = add(input);
        line.admit();
        read();
        List<Entry> refused = queue.take(WINDOW - 10);
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
    void left_severalTimes_getsInLineOnce() {
        add(new Input(1_000));
        line.admit();
        read();
        leave(WINDOW / 2);
        leave(2);
        assertThat(line.heldBack()).isEqualTo(1);
    }

    @Test
    void left_whileItIsRead_getsInLineAfterwards() {
        Input input = new Input(1_000);
        Submission submission = add(input);
        line.admit();
        line.left(submission);
        assertThat(line.heldBack()).isZero();
    }

    @Test
    void left_atItsEnd_isNotReadOn() {
        Submission submission = add(new Input(3));
        line.admit();
        read();
        line.left(submission);
        assertThat(line.heldBack()).isZero();
    }

    @Test
    void admit_twoInputs_readsTheOneThatCameFirst() {
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
    void admit_higherPriorityCameLater_readsItFirst() {
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
    void admit_queueFullOfLowerPriority_readsTheHigherOne() {
        addSingles(MAX_PENDING, 4);
        Input urgent = new Input(1_000, 9, false);
        add(urgent);
        line.admit();
        readAll();
        assertThat(urgent.given).isEqualTo(WINDOW);
    }

    @Test
    void admit_othersOvertakeAFullQueue_readsAShareOfTheOneThatHasWaitedLongest() {
        Input guest = new Input(1_000);
        keepOut(guest);
        line.admit();
        read();
        assertThat(guest.given).isEqualTo(BATCH / PendingQueue.LONGEST_WAITING_EVERY);
        assertThat(readers).isEmpty();
    }

    @Test
    void admit_tinyQueueThatOthersKeepFull_readsOneMessageAllTheSame() {
        DispatchSettings tiny = new DispatchSettings(
                DispatcherFixture.SECOND, Pacing.adaptive, 200, 2, 4, false, DispatcherFixture.RESPONSE_TIMEOUT);
        InputQueue small = new InputQueue(tiny, queue, completions, clock, loop, readers::add, () -> {
        });
        addSingles(3, 4);
        Input guest = new Input(10);
        small.add(new Submission(guest, Long.MAX_VALUE / 2, new RecordingSink()));
        small.admit();
        read();
        assertThat(guest.given).isEqualTo(1);
    }

    @Test
    void admit_guestStillThere_readsNoFurther() {
        Input guest = new Input(1_000);
        keepOut(guest);
        line.admit();
        read();
        line.admit();
        assertThat(readers).isEmpty();
        assertThat(line.heldBack()).isEqualTo(1);
    }

    @Test
    void admit_guestBeingRead_admitsNoOtherOne() {
        keepOut(new Input(1_000));
        add(new Input(1_000));
        line.admit();
        line.admit();
        assertThat(readers).hasSize(1);
    }

    @Test
    void admit_guestIsThrough_readsTheNextShare() {
        Input guest = new Input(1_000);
        Submission submission = keepOut(guest);
        line.admit();
        read();
        for (Entry entry : queue.takeAll()) {
            completions.complete(entry, SmsSendResult.accepted(5, "id", entry.message.correlationId()), clock.nanos());
        }
        addSingles(MAX_PENDING + 1, 4);
        line.left(submission);
        line.admit();
        read();
        assertThat(guest.given).isEqualTo(2 * BATCH / PendingQueue.LONGEST_WAITING_EVERY);
    }

    @Test
    void admit_anotherOneInFrontOfTheLongestWaiting_takesTheLatterAsGuest() {
        addSingles(MAX_PENDING, 9);
        Input longest = new Input(1_000);
        Input urgent = new Input(1_000, 9, false);
        add(longest);
        add(urgent);
        line.admit();
        read();
        assertThat(longest.given).isEqualTo(BATCH / PendingQueue.LONGEST_WAITING_EVERY);
        assertThat(urgent.given).isZero();
    }

    @Test
    void admit_readerWaitsForMore_takesWhatWasReadMeanwhile() {
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
    void admit_endlessInputWasRead_looksAtItNoMore() {
        add(new Input(1_000));
        line.admit();
        assertThat(clock.pendingAlarms()).as("alarms while nothing was read").isZero();
        read();
        clock.advanceMillis(FLUSH_MILLIS);
        assertThat(clock.pendingAlarms()).isZero();
    }

    @Test
    void admit_readerWaitsForLong_setsNoAlarmForIt() {
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
    void admit_finiteInput_isNotLookedAtWhileItIsRead() {
        add(new Input(10, 4, true));
        line.admit();
        assertThat(clock.pendingAlarms()).isZero();
    }

    @Test
    void admit_waitingReaderGoesOnLater_looksAgainEveryTime() {
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

    @Test
    void readEnd_nothingInTheInput_endsIt() {
        RecordingSink sink = new RecordingSink();
        line.add(new Submission(new Input(0), 1, sink));
        line.admit();
        read();
        completions.handBack();
        assertThat(sink.isCompleted()).isTrue();
    }

    @Test
    void refuseAll_finiteInputInAFullQueue_reportsEachOfItsMessages() {
        addSingles(MAX_PENDING, 4);
        RecordingSink sink = new RecordingSink();
        line.add(new Submission(new Input(3 * WINDOW, 4, true), 1, sink));
        line.refuseAll(Refusal.SHUT_DOWN);
        for (int i = 0; i < 4; i++) {
            line.admit();
            readAll();
        }
        completions.handBack();
        assertThat(sink.isCompleted()).isTrue();
        assertThat(sink.outcomes()).hasSize(3 * WINDOW).containsOnly(SmsOutcome.NOT_SENT);
        assertThat(queue.size()).isEqualTo(MAX_PENDING);
    }

    @Test
    void refuseAll_finiteInputBeingTurnedAway_takesNoPlaceInTheQueue() {
        add(new Input(3 * WINDOW, 4, true));
        line.refuseAll(Refusal.SHUT_DOWN);
        line.admit();
        addSingles(MAX_PENDING - 1, 4);
        assertThat(line.isFull(4)).isFalse();
        read();
        assertThat(line.isFull(4)).isFalse();
    }

    @Test
    void refuseAll_oneOfTwoEnds_endlessOnesAtOnce() {
        RecordingSink endless = new RecordingSink();
        RecordingSink list = new RecordingSink();
        line.add(new Submission(new Input(1_000), 1, endless));
        line.add(new Submission(new Input(1_000, 4, true), 1, list));
        line.refuseAll(Refusal.SHUT_DOWN);
        completions.handBack();
        assertThat(endless.isCompleted()).isTrue();
        assertThat(list.isCompleted()).isFalse();
        assertThat(line.heldBack()).isEqualTo(1);
    }

    @Test
    void admit_refusedInputBehindAFullQueue_isReadBeforeHigherPriorities() {
        addSingles(MAX_PENDING, 9);
        add(new Input(1_000, 4, true));
        line.refuseAll(Refusal.SHUT_DOWN);
        Input urgent = new Input(1_000, 9, false);
        add(urgent);
        line.admit();
        assertThat(readers).hasSize(1);
        read();
        assertThat(urgent.given).isZero();
    }

    @Test
    void read_endedMeanwhile_dropsWhatComesAfter() {
        RecordingSink sink = new RecordingSink();
        line.add(new Submission(new Input(1_000), 1, sink));
        line.admit();
        line.refuseAll(Refusal.SHUT_DOWN);
        completions.handBack();
        read();
        assertThat(queue.size()).isZero();
        assertThat(sink.results).isEmpty();
        assertThat(sink.isCompleted()).isTrue();
    }

    private Submission keepOut(Input input) {
        addSingles(MAX_PENDING + 1, 4);
        return add(input);
    }

    private Submission add(Input input) {
        Submission submission = new Submission(input, Long.MAX_VALUE / 2, new RecordingSink());
        line.add(submission);
        return submission;
    }

    private void addSingles(int count, int priority) {
        for (int i = 0; i < count; i++) {
            SmsMessage message = DispatcherFixture.message(null).withPriority(priority);
            line.add(new Entry(message, new Submission(null, Long.MAX_VALUE / 2, new RecordingSink()), 0, 0));
        }
    }

    private void leave(int count) {
        queue.take(count).forEach(entry -> line.left(entry.submission));
    }

    private void read() {
        readers.remove().run();
    }

    private void readAll() {
        while (!readers.isEmpty()) {
            read();
        }
    }

    /** Gives so many messages and counts them. */
    private static class Input implements MessageSource {

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
                    ? null : new CheckedMessage.Valid(DispatcherFixture.message("i" + given++).withPriority(priority));
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
