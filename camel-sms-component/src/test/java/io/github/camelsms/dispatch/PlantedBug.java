package io.github.camelsms.dispatch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

import io.github.camelsms.model.SmsSendResult;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * A bug that is woven into the compiled engine. Each holds the code that goes to the start or the end of one of the
 * engine's methods.
 */
enum PlantedBug {

    GIVES_A_SECOND_RESULT(Completions.class, "complete", 3, SecondResult.class),
    FORGETS_A_RESULT(Completions.class, "complete", 3, ForgottenResult.class),
    SENDS_THE_UNKNOWN_AGAIN(AnswerHandler.class, "unknownResults", 3, UnknownAgain.class),
    CALLS_WHAT_IS_OUT_NOT_SENT(AnswerHandler.class, "abandoned", 1, OutIsNotSent.class),
    SENDS_THE_EXPIRED(PendingQueue.class, "takeExpired", 1, NothingExpires.class),
    PUTS_TWINS_IN_ONE_REQUEST(PendingQueue.class, "take", 1, Twins.class),
    OVERFILLS_A_REQUEST(PendingQueue.class, "take", 1, OneMore.class),
    PUTS_BACK_IN_REVERSE(PendingQueue.class, "putBack", 1, Reversed.class),
    IGNORES_THE_PAUSE(Pacer.class, "throttled", 3, NoPause.class),
    IGNORES_RETRY_AFTER(Pacer.class, "throttled", 3, NoRetryAfter.class),
    COUNTS_THE_INTERVAL_SHORT(Pacer.class, "notBefore", 0, ShortInterval.class),
    COUNTS_THE_INTERVAL_TWICE(Pacer.class, "notBefore", 0, LongInterval.class),
    FORGETS_THE_ALARM(Dispatcher.class, "setAlarm", 2, Skipped.class),
    FORGETS_TO_READ_ON(IntakeLine.class, "left", 1, Skipped.class),
    READS_WITHOUT_BOUND(IntakeLine.class, "room", 0, AlwaysRoom.class),
    PROBES_WITH_EVERYTHING(SendPolicy.class, "probeIsOut", 2, NoProbe.class),
    IGNORES_REFUSED_CREDENTIALS(Gate.class, "credentialsRefused", 3, Skipped.class),
    TAKES_IN_AFTER_THE_END(Dispatcher.class, "refusal", 0, NeverRefused.class);

    final Class<?> type;
    final String method;
    final int parameters;
    final Class<?> code;

    PlantedBug(Class<?> type, String method, int parameters, Class<?> code) {
        this.type = type;
        this.method = method;
        this.parameters = parameters;
        this.code = code;
    }

    static final class SecondResult {

        private SecondResult() {
        }

        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) Submission input, @Advice.Argument(1) long index,
                @Advice.Argument(2) SmsSendResult result) {
            if (index % 5 == 4) {
                input.sink.result(index, result);
            }
        }
    }

    static final class ForgottenResult {

        private ForgottenResult() {
        }

        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.Argument(1) long index) {
            return index % 5 == 4;
        }
    }

    static final class UnknownAgain {

        private UnknownAgain() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Return List<@Nullable SmsSendResult> results) {
            Collections.fill(results, null);
        }
    }

    static final class OutIsNotSent {

        private OutIsNotSent() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) InFlight request, @Advice.Return List<@Nullable SmsSendResult> results) {
            for (int i = 0; i < results.size(); i++) {
                results.set(i, request.entries.get(i).notSent(null, "shut down"));
            }
        }
    }

    static final class NothingExpires {

        private NothingExpires() {
        }

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(value = 0, readOnly = false) long now) {
            now = now / 2;
        }
    }

    static final class Twins {

        private Twins() {
        }

        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) int count, @Advice.FieldValue("entries") Deque<Entry> entries,
                @Advice.Return List<Entry> batch) {
            while (batch.size() < count && !entries.isEmpty()) {
                Entry twin = entries.removeFirst();
                twin.submission.queued--;
                batch.add(twin);
            }
        }
    }

    static final class OneMore {

        private OneMore() {
        }

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(value = 0, readOnly = false) int count) {
            count = count + 1;
        }
    }

    static final class Reversed {

        private Reversed() {
        }

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(value = 0, readOnly = false) List<Entry> batch) {
            batch = new ArrayList<>(batch);
            Collections.reverse(batch);
        }
    }

    static final class NoPause {

        private NoPause() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.FieldValue(value = "pausedUntil", readOnly = false) long pausedUntil) {
            pausedUntil = 0;
        }
    }

    static final class NoRetryAfter {

        private NoRetryAfter() {
        }

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(value = 2, readOnly = false) long retryAfter) {
            retryAfter = 0;
        }
    }

    static final class ShortInterval {

        private ShortInterval() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.FieldValue("interval") long interval, @Advice.Return(readOnly = false) long notBefore) {
            notBefore = notBefore == Long.MAX_VALUE ? notBefore : notBefore - interval / 20;
        }
    }

    static final class LongInterval {

        private LongInterval() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.FieldValue("interval") long interval, @Advice.Return(readOnly = false) long notBefore) {
            notBefore = notBefore == Long.MAX_VALUE ? notBefore : notBefore + interval;
        }
    }

    static final class Skipped {

        private Skipped() {
        }

        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter() {
            return true;
        }
    }

    static final class AlwaysRoom {

        private AlwaysRoom() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) int room) {
            room = Math.max(room, 1);
        }
    }

    static final class NoProbe {

        private NoProbe() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) boolean isOut) {
            isOut = false;
        }
    }

    static final class NeverRefused {

        private NeverRefused() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) @Nullable Refusal refusal) {
            refusal = null;
        }
    }
}
