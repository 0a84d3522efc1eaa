package io.github.camelsms.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.github.camelsms.dispatch.pacing.Pacer;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Decides from a request's answer what becomes of each of its messages, and tells pacer and gate what the response
 * means for the requests to come. Confined to the account's loop.
 */
final class ResponseHandler {

    private static final String UNKNOWN_AT_SHUT_DOWN
            = "the component was shut down before the response came; the message may have been sent";

    private final Pacer pacer;
    private final CircuitBreaker gate;
    private final DispatchListeners listeners;

    ResponseHandler(Pacer pacer, CircuitBreaker gate, DispatchListeners listeners) {
        this.pacer = pacer;
        this.gate = gate;
        this.listeners = listeners;
    }

    /**
     * Decides what becomes of each message of a request that came back.
     *
     * @return for each message of the request, in order, its result, or null if it certainly was not sent and is to go
     *         again
     */
    List<@Nullable SmsSendResult> handle(InFlight request, SendResponse response, long now) {
        listeners.tell(it -> it.requestCompleted(request.entries.size(), response, now - request.departedAt));
        if (!(response instanceof SendResponse.NotConnected)) {
            request.markSent();
        }
        if (response instanceof SendResponse.Answered answered) {
            return results(request, answered.results(), now);
        }
        if (response instanceof SendResponse.Throttled throttled) {
            reached();
            pause(request, now, throttled.retryAfter(), throttled.reason());
            return again(request, throttled.reason());
        }
        if (response instanceof SendResponse.Unauthorized refused) {
            pacer.responded(request.departedAt, now);
            gate.credentialsRefused(refused.code(), refused.reason(), now);
            listeners.tell(it -> it.halted(refused.code(), refused.reason(), CircuitBreaker.PROBE_INTERVAL));
            return notSent(request, refused.code(), refused.reason());
        }
        if (response instanceof SendResponse.NotUnderstood notUnderstood) {
            pacer.responded(request.departedAt, now);
            reached();
            return notSent(request, notUnderstood.code(), notUnderstood.reason());
        }
        if (response instanceof SendResponse.NotConnected notConnected) {
            pacer.neverLeft(request.departedAt);
            long delay = gate.connectionFailed(notConnected.reason(), now);
            listeners.tell(it -> it.unreachable(notConnected.reason(), gate.failedConnections(), delay));
            return again(request, notConnected.reason());
        }
        SendResponse.Unknown unknown = (SendResponse.Unknown) response;
        return unknown(request, unknown, now);
    }

    /** The response did not come within the time that the engine waits for one. */
    List<@Nullable SmsSendResult> timedOut(InFlight request, long now) {
        long millis = (now - request.departedAt) / 1_000_000;
        return handle(
                request, new SendResponse.Unknown(null, "nothing was heard of the request for " + millis + " ms"), now);
    }

    /** The response cannot be made sense of. */
    List<@Nullable SmsSendResult> failed(InFlight request, Throwable cause, long now) {
        listeners.failed(cause);
        String reason = "an internal error (" + cause.getClass().getSimpleName() + ")";
        return unknown(request, new SendResponse.Unknown(null, reason), now);
    }

    /** The request was refused by our own sender, before a byte left. */
    List<@Nullable SmsSendResult> neverSent(InFlight request, Throwable cause) {
        pacer.neverLeft(request.departedAt);
        listeners.failed(cause);
        return notSent(request, null, "the request could not be made: " + cause.getClass().getSimpleName());
    }

    /** The engine ends while the request is out. */
    List<@Nullable SmsSendResult> abandoned(InFlight request) {
        request.markSent();
        return unknownResults(request, null, UNKNOWN_AT_SHUT_DOWN);
    }

    /** Why messages are turned away while the account is halted. */
    Refusal haltedRefusal() {
        return new Refusal(
                gate.haltCode(), "the account is halted, because the service refused its credentials: " + gate.trouble());
    }

    static SmsSendResult expired(Entry entry) {
        String trouble = entry.lastTrouble;
        String time = entry.deadlineIsItsOwn ? "its time to live" : "its deliveryTimeout";
        return entry.notSent(
                null, time + " ended before it could be sent; it was not sent"
                      + (trouble == null ? "" : "; last trouble: " + trouble));
    }

    private List<@Nullable SmsSendResult> results(InFlight request, List<SmsSendResult> results, long now) {
        reached();
        boolean throttled = results.stream().anyMatch(ResponseHandler::isThrottled);
        if (throttled) {
            pause(request, now, null, "the service answered 429 for single messages");
        } else {
            pacer.responded(request.departedAt, now);
        }
        List<@Nullable SmsSendResult> response = new ArrayList<>(request.entries.size());
        for (int i = 0; i < request.entries.size(); i++) {
            Entry entry = request.entries.get(i);
            if (i >= results.size()) {
                response.add(entry.unknown(null, "the response says nothing of this message; it may have been sent"));
            } else if (isThrottled(results.get(i))) {
                entry.lastTrouble = results.get(i).reason();
                response.add(null);
            } else {
                response.add(results.get(i).withSentAt(request.sentAt));
            }
        }
        tellUnknown(response);
        return response;
    }

    private static boolean isThrottled(SmsSendResult result) {
        return result.outcome() == SmsOutcome.NOT_SENT
                && Objects.equals(result.code(), SmsSendResult.CODE_TOO_MANY_REQUESTS);
    }

    private List<@Nullable SmsSendResult> unknown(InFlight request, SendResponse.Unknown unknown, long now) {
        if (unknown.code() == null) {
            pacer.lost(request.departedAt, now);
        } else {
            pacer.responded(request.departedAt, now);
        }
        long delay = gate.requestLost(unknown.reason(), now);
        if (delay > 0) {
            listeners.tell(it -> it.unanswered(unknown.reason(), gate.lostInARow(), delay));
        }
        return unknownResults(request, unknown.code(), unknown.reason());
    }

    private void pause(InFlight request, long now, @Nullable Duration retryAfter, String reason) {
        long asked = retryAfter == null ? 0 : Submission.nanos(retryAfter);
        long pause = pacer.throttled(request.departedAt, now, asked);
        listeners.tell(it -> it.throttled(reason, pause));
    }

    private void reached() {
        if (gate.serviceReached()) {
            listeners.tell(DispatchListener::recovered);
        }
    }

    private List<@Nullable SmsSendResult> unknownResults(InFlight request, @Nullable Integer code, String reason) {
        List<@Nullable SmsSendResult> results = new ArrayList<>(request.entries.size());
        request.entries.forEach(entry -> results.add(entry.unknown(code, reason)));
        tellUnknown(results);
        return results;
    }

    private void tellUnknown(List<@Nullable SmsSendResult> results) {
        List<SmsSendResult> unknown = new ArrayList<>();
        for (SmsSendResult result : results) {
            if (result != null && result.outcome() == SmsOutcome.UNKNOWN) {
                unknown.add(result);
            }
        }
        if (!unknown.isEmpty()) {
            listeners.tell(it -> it.unknown(unknown));
        }
    }

    private static List<@Nullable SmsSendResult> notSent(InFlight request, @Nullable Integer code, String reason) {
        List<@Nullable SmsSendResult> results = new ArrayList<>(request.entries.size());
        request.entries.forEach(entry -> results.add(entry.notSent(code, reason)));
        return results;
    }

    private static List<@Nullable SmsSendResult> again(InFlight request, String trouble) {
        List<@Nullable SmsSendResult> results = new ArrayList<>(request.entries.size());
        for (Entry entry : request.entries) {
            entry.lastTrouble = trouble;
            results.add(null);
        }
        return results;
    }
}
