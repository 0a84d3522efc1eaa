package io.github.camelsms.policy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import io.github.camelsms.SmsPolicy;
import io.github.camelsms.SmsVerdict;
import io.github.camelsms.engine.SendPolicy;
import io.github.camelsms.engine.SendVerdict;
import io.github.camelsms.model.Masked;
import io.github.camelsms.model.SmsMessage;

/**
 * Policies of a component, as one policy of the engine. A policy that fails for several messages is asked about each of
 * them, so that a message on which it always fails does not hold back the others. Thread-safe if the policies are.
 */
public final class PolicyChain implements SendPolicy {

    /** Number of consecutive messages on which a policy may fail before the others are no longer tried. */
    private static final int MAX_FAILURES = 3;

    private final List<SmsPolicy> policies;

    /**
     * @param policies 1 or more policies, in the order in which they are asked
     */
    public PolicyChain(List<SmsPolicy> policies) {
        this.policies = List.copyOf(policies);
    }

    @Override
    public List<SendVerdict> check(List<SmsMessage> messages, Instant now) {
        SendVerdict[] verdicts = verdicts(messages, now).toArray(SendVerdict[]::new);
        for (SmsPolicy policy : policies) {
            List<Integer> open = allowed(verdicts);
            if (!open.isEmpty()) {
                tell(policy, open, messages, now, verdicts);
            }
        }
        return List.of(verdicts);
    }

    /** If a policy cannot count these messages, they are not sent. */
    private static void tell(
            SmsPolicy policy, List<Integer> open, List<SmsMessage> messages, Instant now, SendVerdict[] verdicts) {
        try {
            policy.onAllowed(open.stream().map(messages::get).toList(), now);
        } catch (Throwable e) {
            SendVerdict failed = failed(policy, e);
            open.forEach(index -> verdicts[index] = failed);
        }
    }

    /** Returns the verdicts on messages that are not sent now, such as those of a dry run. */
    public List<SendVerdict> verdicts(List<SmsMessage> messages, Instant now) {
        SendVerdict[] verdicts = new SendVerdict[messages.size()];
        Arrays.fill(verdicts, SendVerdict.ALLOWED);
        for (SmsPolicy policy : policies) {
            List<Integer> open = allowed(verdicts);
            if (open.isEmpty()) {
                break;
            }
            List<SendVerdict> own = ask(policy, open.stream().map(messages::get).toList(), now);
            for (int i = 0; i < open.size(); i++) {
                verdicts[open.get(i)] = both(verdicts[open.get(i)], own.get(i));
            }
        }
        return List.of(verdicts);
    }

    private static List<Integer> allowed(SendVerdict[] verdicts) {
        List<Integer> allowed = new ArrayList<>(verdicts.length);
        for (int i = 0; i < verdicts.length; i++) {
            if (verdicts[i] instanceof SendVerdict.Allowed) {
                allowed.add(i);
            }
        }
        return allowed;
    }

    /** Returns the verdict of two policies, the first of which has allowed the message. */
    private static SendVerdict both(SendVerdict first, SendVerdict second) {
        boolean isFirst = first instanceof SendVerdict.Allowed before && before.until() != null
                && second instanceof SendVerdict.Allowed after
                && (after.until() == null || before.until().isBefore(after.until()));
        return isFirst ? first : second;
    }

    private static List<SendVerdict> ask(SmsPolicy policy, List<SmsMessage> messages, Instant now) {
        try {
            return verdicts(policy, messages, now);
        } catch (Throwable e) {
            return messages.size() == 1 ? List.of(failed(policy, e)) : askAboutEach(policy, messages, now);
        }
    }

    private static List<SendVerdict> askAboutEach(SmsPolicy policy, List<SmsMessage> messages, Instant now) {
        List<SendVerdict> verdicts = new ArrayList<>(messages.size());
        SendVerdict failed = SendVerdict.ALLOWED;
        int failedInARow = 0;
        for (SmsMessage message : messages) {
            if (failedInARow >= MAX_FAILURES || Thread.currentThread().isInterrupted()) {
                verdicts.add(failedInARow > 0 ? failed : failed(policy, new InterruptedException()));
                continue;
            }
            try {
                verdicts.addAll(verdicts(policy, List.of(message), now));
                failedInARow = 0;
            } catch (Throwable e) {
                failed = failed(policy, e);
                failedInARow++;
                verdicts.add(failed);
            }
        }
        return verdicts;
    }

    private static List<SendVerdict> verdicts(SmsPolicy policy, List<SmsMessage> messages, Instant now) {
        List<SmsVerdict> verdicts = policy.checkAll(messages, now);
        if (verdicts == null || verdicts.size() != messages.size() || verdicts.stream().anyMatch(Objects::isNull)) {
            throw new IllegalStateException("it must return one verdict for each message");
        }
        return verdicts.stream().map(PolicyChain::verdict).toList();
    }

    private static SendVerdict verdict(SmsVerdict verdict) {
        if (verdict instanceof SmsVerdict.Reject reject) {
            return new SendVerdict.Rejected(Masked.numbersIn(reject.text()));
        } else if (verdict instanceof SmsVerdict.Defer defer) {
            return new SendVerdict.Deferred(defer.until(), Masked.numbersIn(defer.reason()));
        }
        Instant until = ((SmsVerdict.Allow) verdict).until();
        return until == null ? SendVerdict.ALLOWED : new SendVerdict.Allowed(until);
    }

    private static SendVerdict failed(SmsPolicy policy, Throwable failure) {
        return new SendVerdict.Failed(
                "the policy " + name(policy) + " failed (" + failure.getClass().getSimpleName() + ")", failure);
    }

    /** Returns the name of the class that the user has written, also for a lambda or a proxy. */
    private static String name(SmsPolicy policy) {
        String name = policy.getClass().getName();
        int generated = name.indexOf("$$");
        return (generated < 0 ? name : name.substring(0, generated)).replaceFirst(".*\\.", "");
    }
}
