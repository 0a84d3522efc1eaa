package io.github.camelsms.dispatch;

import java.util.Collections;
import java.util.List;

import io.github.camelsms.model.SmsSendResult;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * A bug that is woven into the compiled engine. Each holds the code that goes to the start or the end of one of the
 * engine's methods.
 */
enum PlantedBug {

    GIVES_A_SECOND_RESULT(Completions.class, "complete", 4, SecondResult.class, "a second result for"),
    FORGETS_A_RESULT(Completions.class, "complete", 4, ForgottenResult.class, "was never completed"),
    SENDS_THE_UNKNOWN_AGAIN(AnswerHandler.class, "unknownResults", 3, UnknownAgain.class, "but is"),
    CALLS_WHAT_IS_OUT_NOT_SENT(AnswerHandler.class, "abandoned", 1, OutIsNotSent.class, "but is"),
    SENDS_THE_EXPIRED(PendingQueue.class, "takeExpired", 1, NothingExpires.class, "given up late"),
    PUTS_TWINS_IN_ONE_REQUEST(PendingQueue.class, "take", 1, Twins.class, "two messages with the id"),
    OVERFILLS_A_REQUEST(PendingQueue.class, "take", 1, OneMore.class, "messages in a request"),
    PUTS_BACK_AT_THE_END(PendingQueue.class, "putBack", 1, AtTheEnd.class, "in a request"),
    FORGETS_PRIORITIES(PendingQueue.class, "removeNext", 0, LongestWaitingOnly.class, "before those of a higher priority"),
    STARVES_THE_LOW(PendingQueue.class, "removeNext", 0, HighestOnly.class, "passed over for ever"),
    IGNORES_THE_PAUSE(Pacer.class, "throttled", 3, NoPause.class, "the service asked for a pause"),
    IGNORES_RETRY_AFTER(Pacer.class, "throttled", 3, NoRetryAfter.class, "the service asked for a pause"),
    COUNTS_THE_INTERVAL_SHORT(Pacer.class, "notBefore", 0, ShortInterval.class, "a request left"),
    COUNTS_THE_INTERVAL_TWICE(Pacer.class, "notBefore", 0, LongInterval.class, "a request left only after"),
    FORGETS_THE_ALARM(WakeUp.class, "at", 2, Skipped.class, "was never completed"),
    FORGETS_TO_READ_ON(IntakeLine.class, "left", 1, Skipped.class, "was never completed"),
    FORGETS_WHO_IS_TO_BE_TOLD(Completions.class, "handBack", 0, Skipped.class, "was never completed"),
    SENDS_WHILE_SUSPENDED(Dispatcher.class, "suspend", 0, Skipped.class, "left while sending was suspended"),
    NEVER_BREAKS(Gate.class, "requestLost", 2, Skipped.class, "several requests in a row had no usable answer"),
    RISKS_MANY_MESSAGES(Gate.class, "risksOneMessage", 0, Never.class, "may well be lost like those before"),
    READS_WITHOUT_BOUND(IntakeLine.class, "room", 1, AlwaysRoom.class, "elements were read"),
    PROBES_WITH_EVERYTHING(SendPolicy.class, "probeIsOut", 2, Never.class, "another one is out"),
    IGNORES_REFUSED_CREDENTIALS(Gate.class, "credentialsRefused", 3, Skipped.class,
                                "credentials were refused less than a minute ago"),
    TAKES_IN_AFTER_THE_END(Dispatcher.class, "refusal", 0, NeverRefused.class, "came after the account was closed");

    final Class<?> type;
    final String method;
    final int parameters;
    final Class<?> code;
    /** Words of the guarantee that it breaks. */
    final String breaks;

    PlantedBug(Class<?> type, String method, int parameters, Class<?> code, String breaks) {
        this.type = type;
        this.method = method;
        this.parameters = parameters;
        this.code = code;
        this.breaks = breaks;
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
        static void exit(@Advice.This PendingQueue queue, @Advice.Argument(0) int count, @Advice.Return List<Entry> batch) {
            List<Entry> left = queue.takeAll();
            while (batch.size() < count && !left.isEmpty()) {
                batch.add(left.remove(0));
            }
            queue.putBack(left);
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

    static final class AtTheEnd {

        private AtTheEnd() {
        }

        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.This PendingQueue queue, @Advice.Argument(0) List<Entry> batch) {
            for (Entry entry : batch) {
                queue.addLast(entry);
            }
            return true;
        }
    }

    static final class LongestWaitingOnly {

        private LongestWaitingOnly() {
        }

        @Advice.OnMethodEnter
        static void enter(@Advice.FieldValue(value = "places", readOnly = false) int places) {
            places = PendingQueue.LONGEST_WAITING_EVERY - 1;
        }
    }

    static final class HighestOnly {

        private HighestOnly() {
        }

        @Advice.OnMethodEnter
        static void enter(@Advice.FieldValue(value = "places", readOnly = false) int places) {
            places = 0;
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

    static final class Never {

        private Never() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) boolean answer) {
            answer = false;
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
