package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.WakeUp;
import io.github.camelsms.store.MessageSending;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Claimed requests that were not sent: those that wait for their slots, and those whose messages must be put back.
 * Confined to the account's loop.
 */
final class ClaimedRequests {

    /** How long a claimed request may wait for its slot before its messages are put back. */
    static final Duration MAX_WAIT = Duration.ofSeconds(2);

    private final MessageSending sending;
    private final StoreCalls calls;
    private final Deque<Ready> ready = new ArrayDeque<>();
    private final Deque<SmsRequestId> returned = new ArrayDeque<>();
    private boolean isPuttingBack;

    /** A journaled request that waits for its slot. */
    record Ready(SmsRequestId id, List<SmsStoredMessage> messages, long since) {
    }

    ClaimedRequests(MessageSending sending, StoreCalls calls) {
        this.sending = sending;
        this.calls = calls;
    }

    void add(SmsClaimed.Request request, long now) {
        ready.addLast(new Ready(request.id(), request.messages(), now));
    }

    /** Returns the request whose slot is the next one, or null. */
    @Nullable
    Ready peek() {
        return ready.peekFirst();
    }

    /** Removes and returns the request whose slot is open. */
    Ready take() {
        return ready.removeFirst();
    }

    int readyCount() {
        return ready.size();
    }

    /** Returns whether none wait, and none must be or are being put back. */
    boolean isEmpty() {
        return ready.isEmpty() && !areAnyReturned();
    }

    /** Returns whether any must be or are being put back. */
    boolean areAnyReturned() {
        return isPuttingBack || !returned.isEmpty();
    }

    Stream<SmsRequestId> ids() {
        return Stream.concat(ready.stream().map(Ready::id), returned.stream());
    }

    /** Puts back a request that was not sent. */
    void putBack(SmsRequestId request) {
        returned.add(request);
    }

    /** Puts back all requests that wait for their slots. */
    void putBackReady() {
        ready.forEach(request -> returned.add(request.id()));
        ready.clear();
    }

    /** Puts back all requests if the first one has waited too long for its slot. */
    void putBackLate(long now) {
        Ready first = ready.peekFirst();
        if (first != null && now - first.since() >= MAX_WAIT.toNanos()) {
            putBackReady();
        }
    }

    /** Calls the store for the next request to put back, unless a call is running. */
    void putBackNext(Runnable onPutBack, Runnable onFailure) {
        SmsRequestId request = returned.peekFirst();
        if (request == null || isPuttingBack) {
            return;
        }
        isPuttingBack = true;
        calls.call(() -> sending.putBack(request, "its request was not sent"), count -> {
            isPuttingBack = false;
            returned.remove(request);
            onPutBack.run();
        }, failure -> {
            isPuttingBack = false;
            onFailure.run();
        });
    }

    /** Discards all requests, because the engine terminates. The next owner recovers them. */
    void abandon() {
        ready.clear();
        returned.clear();
    }

    /**
     * Returns the time of the next action, or {@link WakeUp#NEVER}.
     *
     * @param retryAt time of the next call to the store
     */
    long next(long retryAt) {
        Ready first = ready.peekFirst();
        long oldest = first == null ? WakeUp.NEVER : first.since() + MAX_WAIT.toNanos();
        return returned.isEmpty() || isPuttingBack ? oldest : Math.min(oldest, retryAt);
    }
}
