package io.github.camelsms.engine;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

import io.github.camelsms.model.SmsMessage;

/**
 * A policy with manual verdicts that records all calls, and the threads on which it is called.
 */
public final class FakePolicy implements SendPolicy, Executor {

    /** Verdicts by correlation id; others are allowed. */
    public final Map<String, SendVerdict> verdicts = new HashMap<>();
    /** Correlation ids of the messages of each call. */
    public final List<List<String>> calls = new ArrayList<>();
    /** Calls that have not been run. */
    public final Deque<Runnable> threads = new ArrayDeque<>();
    public boolean isRunImmediately = true;
    public SendPolicy decision = (messages, now) -> messages.stream().map(this::verdict).toList();

    @Override
    public List<SendVerdict> check(List<SmsMessage> messages, Instant now) {
        calls.add(messages.stream().map(FakeService::id).toList());
        return decision.check(messages, now);
    }

    @Override
    public void execute(Runnable call) {
        if (isRunImmediately) {
            call.run();
        } else {
            threads.add(call);
        }
    }

    public SendVerdict verdict(SmsMessage message) {
        return verdicts.getOrDefault(FakeService.id(message), SendVerdict.ALLOWED);
    }
}
