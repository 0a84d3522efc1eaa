package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

import io.github.camelsms.engine.PolicyCalls;
import io.github.camelsms.engine.SendVerdict;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsWithdrawal;
import org.jspecify.annotations.Nullable;

/**
 * Checks of claimed requests by the policy. Messages that it rejects or defers are withdrawn from their requests, which
 * are sent after that is committed. Confined to the account's loop.
 */
final class PolicyChecks {

    /** Duration of a call after which its messages may have expired. */
    private static final long LATE_NANOS = Duration.ofSeconds(1).toNanos();
    /** How long a message waits on which the policy had no verdict, while it had some on others. */
    private static final Duration FAILURE_DELAY = Duration.ofSeconds(10);
    private static final String LATE = "the policies returned late";

    private final EngineContext context;
    private final PolicyCalls calls;
    private final Outcomes outcomes;

    /**
     * Request that was checked.
     *
     * @param messages the messages that may be sent; often all
     * @param until    when their verdicts end, or null if they do not
     * @param isFailed whether there was no verdict, and the request must be put back
     */
    record Checked(SmsRequestId id, List<SmsStoredMessage> messages, @Nullable Instant until, boolean isFailed) {

        static Checked failed(SmsRequestId id) {
            return new Checked(id, List.of(), null, true);
        }
    }

    PolicyChecks(EngineContext context, PolicyCalls calls, Outcomes outcomes) {
        this.context = context;
        this.calls = calls;
        this.outcomes = outcomes;
    }

    /** Returns when requests can be checked, or {@link io.github.camelsms.engine.LoopAlarm#NEVER}. */
    long next() {
        return calls.next();
    }

    /** Returns why the policy has no verdicts, or null. */
    @Nullable
    String trouble() {
        return calls.trouble();
    }

    /** Ends the check in progress, because the engine terminates. */
    void terminate() {
        calls.terminate();
    }

    /**
     * Checks the requests of a claim. {@link #next()} must have passed.
     *
     * @param onChecked receives all of them, in order
     */
    void check(List<SmsClaimed.Request> requests, Consumer<List<Checked>> onChecked) {
        long began = context.clock().nanos();
        calls.start(
                requests.stream().flatMap(request -> request.messages().stream()).map(SmsStoredMessage::message).toList(),
                verdicts -> decided(requests, verdicts, context.clock().nanos() - began, onChecked));
    }

    private void decided(
            List<SmsClaimed.Request> requests, List<SendVerdict> verdicts, long took, Consumer<List<Checked>> onChecked) {
        if (calls.trouble() != null) {
            onChecked.accept(requests.stream().map(request -> Checked.failed(request.id())).toList());
            return;
        }
        Checked[] checked = new Checked[requests.size()];
        int from = 0;
        for (int i = 0; i < checked.length; i++) {
            SmsClaimed.Request request = requests.get(i);
            int to = from + request.messages().size();
            int index = i;
            split(request, verdicts.subList(from, to), took > LATE_NANOS, result -> {
                checked[index] = result;
                if (Arrays.stream(checked).allMatch(each -> each != null)) {
                    onChecked.accept(List.of(checked));
                }
            });
            from = to;
        }
    }

    private void split(
            SmsClaimed.Request request, List<SendVerdict> verdicts, boolean isLate, Consumer<Checked> onChecked) {
        Instant now = context.clock().instant();
        List<SmsStoredMessage> left = new ArrayList<>(verdicts.size());
        List<SmsWithdrawal> withdrawals = new ArrayList<>(0);
        Instant until = null;
        for (int i = 0; i < verdicts.size(); i++) {
            SmsStoredMessage message = request.messages().get(i);
            SmsWithdrawal withdrawal = withdrawal(message, verdicts.get(i), isLate, now);
            if (withdrawal != null) {
                withdrawals.add(withdrawal);
                continue;
            }
            left.add(message);
            Instant own = ((SendVerdict.Allowed) verdicts.get(i)).until();
            until = until == null || own != null && own.isBefore(until) ? own : until;
        }
        Checked passed = new Checked(request.id(), left, until, false);
        if (withdrawals.isEmpty()) {
            onChecked.accept(passed);
        } else {
            withdraw(withdrawals, passed, onChecked);
        }
    }

    /** Returns how a message leaves its request, or null if it is sent. */
    private static @Nullable SmsWithdrawal withdrawal(
            SmsStoredMessage message, SendVerdict verdict, boolean isLate, Instant now) {
        if (verdict instanceof SendVerdict.Rejected rejected) {
            return SmsWithdrawal.rejected(message.id(), rejected.reason());
        } else if (verdict instanceof SendVerdict.Deferred deferred) {
            return SmsWithdrawal.deferred(message.id(), deferred.until(), deferred.reason());
        } else if (verdict instanceof SendVerdict.Failed failed) {
            return SmsWithdrawal.deferred(message.id(), now.plus(FAILURE_DELAY), failed.reason());
        }
        Instant expiresAt = message.expiresAt();
        boolean hasExpired = isLate && expiresAt != null && !expiresAt.isAfter(now);
        return hasExpired ? SmsWithdrawal.deferred(message.id(), now, LATE) : null;
    }

    private void withdraw(List<SmsWithdrawal> withdrawals, Checked passed, Consumer<Checked> onChecked) {
        SmsRequestId id = passed.id();
        context.calls().call(
                () -> StoreCalls.start(() -> context.store().sending().withdraw(id, withdrawals)), messages -> {
                    outcomes.withdrawn(messages);
                    onChecked.accept(passed);
                }, failure -> onChecked.accept(Checked.failed(id)), (late, failure) -> {
                    if (late != null) {
                        outcomes.withdrawn(late);
                    }
                });
    }
}
