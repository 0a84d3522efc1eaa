package io.github.camelsms.engine;

import java.util.Collections;
import java.util.List;

import io.github.camelsms.engine.Requests.InFlight;
import io.github.camelsms.engine.pacing.Pacer;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.MessageSending;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * A bug that is woven into the compiled engine: code for the start or the end of one of its methods.
 */
enum PlantedBug {

    GIVES_A_SECOND_RESULT(Completions.class, "deliver", 3, SecondResult.class, "a second result for"),
    FORGETS_A_RESULT(Completions.class, "deliver", 3, ForgottenResult.class, "was never completed"),
    SENDS_THE_UNKNOWN_AGAIN(ResponseHandler.class, "unknownResults", 3, UnknownAgain.class, "may have arrived"),
    CALLS_WHAT_IS_OUT_NOT_SENT(ResponseHandler.class, "abandoned", 1, OutIsNotSent.class, "but is"),
    SENDS_THE_EXPIRED(PendingQueue.class, "takeExpired", 1, NothingExpires.class, "departed after its deliveryTimeout"),
    PUTS_TWINS_IN_ONE_REQUEST(PendingQueue.class, "take", 1, Twins.class, "two messages with the id"),
    OVERFILLS_A_REQUEST(PendingQueue.class, "take", 1, OneMore.class, "messages in a request"),
    PUTS_BACK_AT_THE_END(PendingQueue.class, "putBack", 1, AtTheEnd.class, "overtook"),
    FORGETS_PRIORITIES(PendingQueue.class, "removeNext", 0, LongestWaitingOnly.class, "before those of a higher priority"),
    STARVES_THE_LOW(PendingQueue.class, "removeNext", 0, HighestOnly.class, "starves"),
    IGNORES_THE_PAUSE(Pacer.class, "throttled", 3, NoPause.class, "the service requested a backoff"),
    IGNORES_RETRY_AFTER(Pacer.class, "throttled", 3, NoRetryAfter.class, "the service requested a backoff"),
    COUNTS_THE_INTERVAL_SHORT(Pacer.class, "notBefore", 0, ShortInterval.class, "a request departed"),
    COUNTS_THE_INTERVAL_TWICE(Pacer.class, "notBefore", 0, LongInterval.class, "a request departed only after"),
    FORGETS_THE_ALARM(LoopAlarm.class, "at", 2, Skipped.class, "was never completed"),
    FORGETS_TO_READ_ON(InputQueue.class, "left", 1, Skipped.class, "was never completed"),
    FORGETS_ARRIVALS(SendEngine.class, "take", 1, Skipped.class, "was never completed"),
    FORGETS_WHO_IS_TO_BE_TOLD(Completions.class, "completeEnded", 0, Skipped.class, "was never completed"),
    SENDS_WHILE_SUSPENDED(SendEngine.class, "suspend", 0, Skipped.class, "suspended is true"),
    NEVER_BREAKS(CircuitBreaker.class, "requestFailed", 2, Skipped.class, "several requests in a row had no usable response"),
    RISKS_MANY_MESSAGES(CircuitBreaker.class, "risksOneMessage", 0, Never.class, "may be lost like the previous ones"),
    READS_WITHOUT_BOUND(InputQueue.class, "room", 1, AlwaysRoom.class, "elements were read"),
    CALLS_WHAT_NEVER_LEFT_UNKNOWN(Requests.class, "started", 2, Skipped.class, "a request that never departed is UNKNOWN"),
    LEARNS_NO_SIZE(BatchLimit.class, "reduce", 1, Skipped.class, "requests of its size have failed"),
    SENDS_TO_A_SILENT_SERVICE(Requests.class, "isExposed", 0, Never.class, "have no response, and none came for"),
    PROBES_WITH_EVERYTHING(Requests.class, "isProbeInFlight", 0, Never.class, "another one is in flight"),
    IGNORES_REJECTED_CREDENTIALS(CircuitBreaker.class, "credentialsRejected", 3, Skipped.class,
                                 "the credentials were rejected less than a minute ago"),
    TAKES_IN_AFTER_THE_END(SendEngine.class, "refusal", 1, NeverRefused.class, "departed after terminate"),
    WAITS_FOR_A_LOST_RESPONSE(Requests.class, "giveUpOnResponses", 1, NoGivingUp.class, "was never completed"),
    FORGETS_WHAT_A_SENDER_THREW(Requests.class, "senderFailed", 2, Skipped.class, "requests are in flight"),
    KEEPS_THE_PLACES_OF_READERS(InputQueue.class, "release", 2, Skipped.class, "was never completed"),
    FORGETS_THE_PACE_AT_A_CHANGE(Pacer.class, "change", 2, ForgottenArrival.class, "ns after the one before"),
    HEARS_NO_CHANGE(Pacer.class, "change", 2, Skipped.class, "ns after the one before"),
    BOUNDS_ITS_COMPLETIONS(CompletionWorkers.class, "additional", 0, NoMore.class, "does not come to rest"),
    FAILS_WITH_ITS_LISTENER(EngineListeners.class, "failed", 1, Rethrown.class, "failure is passed on"),
    SENDS_AFTER_ITS_HOURS(SendVerdict.Allowed.class, "holdsAt", 1, Always.class, "although the policy allows it until"),
    LOSES_WHAT_WAS_ALLOWED(PolicyGate.class, "recallPassed", 0, ForgottenPassed.class, "was never completed"),
    COUNTS_A_REQUEST_TOO_LITTLE(SendEngine.class, "currentState", 0, OneInFlightLess.class, "requests are in flight");

    final Class<?> type;
    final String method;
    final int parameters;
    final Class<?> code;
    /** Part of the message of the violated guarantee. */
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
        static void exit(
                @Advice.This PendingQueue queue, @Advice.Argument(0) int count, @Advice.Return List<QueuedMessage> batch) {
            List<QueuedMessage> left = queue.takeAll();
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
        static boolean enter(@Advice.This PendingQueue queue, @Advice.Argument(0) List<QueuedMessage> batch) {
            for (QueuedMessage entry : batch) {
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
            places = MessageSending.LONGEST_WAITING_EVERY - 1;
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
        static void exit(@Advice.FieldValue(value = "earliestDeparture", readOnly = false) long earliestDeparture) {
            earliestDeparture = 0;
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
        static void exit(@Advice.Return(readOnly = false) boolean response) {
            response = false;
        }
    }

    static final class Always {

        private Always() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) boolean response) {
            response = true;
        }
    }

    static final class ForgottenPassed {

        private ForgottenPassed() {
        }

        @Advice.OnMethodEnter
        static void enter(@Advice.FieldValue("passed") List<?> passed) {
            passed.clear();
        }
    }

    static final class NoGivingUp {

        private NoGivingUp() {
        }

        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.FieldValue(value = "noneTimesOutBefore", readOnly = false) long noneTimesOutBefore) {
            noneTimesOutBefore = Long.MAX_VALUE;
            return true;
        }
    }

    static final class ForgottenArrival {

        private ForgottenArrival() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.FieldValue(value = "latestArrival", readOnly = false) long latestArrival) {
            latestArrival = Long.MIN_VALUE / 2;
        }
    }

    static final class NoMore {

        private NoMore() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) int more) {
            more = 0;
        }
    }

    static final class Rethrown {

        private Rethrown() {
        }

        @Advice.OnMethodEnter
        static void enter() {
            throw new IllegalStateException("planned: the listener's failure is passed on");
        }
    }

    static final class OneInFlightLess {

        private OneInFlightLess() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) EngineState state) {
            state = new EngineState(
                    state.pendingMessages(), state.heldBack(), Math.max(0, state.requestsInFlight() - 1), state.oldestTakenAt(),
                    state.slotOpensAt(), state.usualGapNanos(), state.trouble(), state.suspended(), state.credentialsRejected(),
                    state.readsInput());
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
