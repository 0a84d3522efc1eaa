package io.github.camelsms.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.github.camelsms.engine.Requests.InFlight;
import io.github.camelsms.engine.pacing.Pacer;
import io.github.camelsms.model.Nanos;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.MessageChanges;
import org.jspecify.annotations.Nullable;

/**
 * Handler of responses. It determines the outcome of each message, and updates pacer and circuit breaker. Confined to
 * the account's loop.
 */
final class ResponseHandler {

    private static final String UNKNOWN_AT_SHUTDOWN
            = "the component was shut down before the response arrived; the message may have been sent";

    private static final int FORBIDDEN = 403;
    private static final int TOO_LARGE = 413;
    private static final String THROTTLED_WITH_RESULTS
            = "the service throttled the request (429), but may have accepted messages";

    private final Pacer pacer;
    private final CircuitBreaker circuitBreaker;
    private final BatchLimit batchLimit;
    private final EngineListeners listeners;

    ResponseHandler(Pacer pacer, CircuitBreaker circuitBreaker, BatchLimit batchLimit, EngineListeners listeners) {
        this.pacer = pacer;
        this.circuitBreaker = circuitBreaker;
        this.batchLimit = batchLimit;
        this.listeners = listeners;
    }

    /**
     * Handles the response to a request.
     *
     * @return the result of each message, in order, or null for a message that was certainly not sent and is retried
     */
    List<@Nullable SmsSendResult> handle(InFlight request, SendResponse response, long now) {
        if (response instanceof SendResponse.Withheld withheld) {
            pacer.neverDeparted(request.departedAt);
            return retry(request, withheld.reason());
        }
        listeners.publish(it -> it.requestCompleted(request.entries.size(), response, now - request.startedAt));
        if (!(response instanceof SendResponse.NotConnected)) {
            request.markSent();
        }
        if (response instanceof SendResponse.Processed processed) {
            return results(request, processed, now);
        }
        if (response instanceof SendResponse.Throttled throttled) {
            closed(circuitBreaker.serviceReached(now));
            backOff(request, now, throttled.retryAfter(), throttled.reason());
            return retry(request, throttled.reason());
        }
        if (response instanceof SendResponse.Unauthorized unauthorized) {
            return unauthorized(request, unauthorized, now);
        }
        if (response instanceof SendResponse.NotUnderstood notUnderstood) {
            return notUnderstood(request, notUnderstood, now);
        }
        if (response instanceof SendResponse.NotConnected notConnected) {
            pacer.neverDeparted(request.departedAt);
            long delay = circuitBreaker.connectionFailed(notConnected.reason(), now);
            listeners.publish(it -> it.unreachable(notConnected.reason(), circuitBreaker.failedConnections(), delay));
            return retry(request, notConnected.reason());
        }
        SendResponse.Unknown unknown = (SendResponse.Unknown) response;
        return unknown(request, unknown, now);
    }

    /** A firewall may respond with 403 to a large request, but not to one with a single message. */
    private List<@Nullable SmsSendResult> unauthorized(InFlight request, SendResponse.Unauthorized response, long now) {
        pacer.responded(request.departedAt, now);
        int size = request.entries.size();
        if (response.code() == FORBIDDEN) {
            batchLimit.forbidden(size);
            if (size > 1 && !circuitBreaker.isHalted()) {
                return retrySmaller(request, response.reason());
            }
        }
        circuitBreaker.credentialsRejected(response.code(), response.reason(), now);
        listeners.publish(it -> it.halted(response.code(), response.reason(), CircuitBreaker.PROBE_INTERVAL));
        return notSent(request, response.code(), response.reason());
    }

    private List<@Nullable SmsSendResult> notUnderstood(InFlight request, SendResponse.NotUnderstood response, long now) {
        pacer.responded(request.departedAt, now);
        if (response.code() == TOO_LARGE && request.entries.size() > 1) {
            batchLimit.tooLarge(request.entries.size());
            return retrySmaller(request, response.reason());
        }
        if (!failed(request, response.reason(), now)) {
            int size = request.entries.size();
            listeners.publish(it -> it.notUnderstood(response.reason(), size));
        }
        return notSent(request, response.code(), response.reason());
    }

    private List<@Nullable SmsSendResult> retrySmaller(InFlight request, String reason) {
        int size = request.entries.size();
        listeners.publish(it -> it.rejectedForSize(reason, size, batchLimit.of(size)));
        return retry(request, reason);
    }

    /** Handles a request without a response within the engine's timeout. */
    List<@Nullable SmsSendResult> timedOut(InFlight request, long now) {
        return handle(
                request, new SendResponse.Unknown(
                        null, "there was no response to the request for " + millisInFlight(request, now) + " ms"),
                now);
    }

    /** Handles a request that was withdrawn at the engine's timeout, because it had not departed. */
    List<@Nullable SmsSendResult> unstarted(InFlight request, long now) {
        return handle(
                request, new SendResponse.Withheld(
                        "the request did not depart for " + millisInFlight(request, now)
                                                   + " ms: it had no connection or no HTTP thread"),
                now);
    }

    private static long millisInFlight(InFlight request, long now) {
        return (now - request.startedAt) / 1_000_000;
    }

    /** Handles a request whose response caused an internal error. */
    List<@Nullable SmsSendResult> failed(InFlight request, Throwable cause, long now) {
        listeners.failed(cause);
        String reason = SafeText.internalError(cause);
        return unknown(request, new SendResponse.Unknown(null, reason), now);
    }

    /** Handles a request that ends without a retry, and of which no byte was sent. */
    List<@Nullable SmsSendResult> neverSent(InFlight request, String reason) {
        pacer.neverDeparted(request.departedAt);
        return notSent(request, null, reason);
    }

    /** Handles a request that is in flight when the engine terminates. */
    List<@Nullable SmsSendResult> abandoned(InFlight request) {
        request.markSent();
        return unknownResults(request, null, UNKNOWN_AT_SHUTDOWN);
    }

    private List<@Nullable SmsSendResult> results(InFlight request, SendResponse.Processed processed, long now) {
        List<SmsSendResult> results = processed.results();
        boolean isAnyThrottled = false;
        List<@Nullable SmsSendResult> response = new ArrayList<>(request.entries.size());
        for (int i = 0; i < request.entries.size(); i++) {
            QueuedMessage entry = request.entries.get(i);
            if (i >= results.size()) {
                response.add(entry.unknown(null, MessageChanges.NO_OUTCOME));
            } else if (isThrottled(results.get(i))) {
                isAnyThrottled = true;
                entry.lastTrouble = results.get(i).reason();
                response.add(null);
            } else {
                response.add(results.get(i).withSentAt(request.sentAt));
            }
        }
        if (isAnyThrottled || processed.isThrottled()) {
            if (processed.count(SmsOutcome.ACCEPTED) > 0) {
                pacer.counted(request.departedAt, now);
            }
            backOff(request, now, processed.retryAfter(), isAnyThrottled
                    ? "the service throttled single messages (429)" : THROTTLED_WITH_RESULTS);
        } else {
            pacer.responded(request.departedAt, now);
        }
        SmsSendResult first = response.get(0);
        if (first != null && response.stream().allMatch(ResponseHandler::isUnknown)) {
            failed(request, String.valueOf(first.reason()), now);
        } else {
            batchLimit.served(request.entries.size());
            closed(circuitBreaker.credentialsAccepted());
        }
        publishUnknown(response);
        return response;
    }

    private static boolean isUnknown(@Nullable SmsSendResult result) {
        return result != null && result.outcome() == SmsOutcome.UNKNOWN;
    }

    private static boolean isThrottled(SmsSendResult result) {
        return result.outcome() == SmsOutcome.NOT_SENT
                && Objects.equals(result.code(), SmsSendResult.CODE_TOO_MANY_REQUESTS);
    }

    private List<@Nullable SmsSendResult> unknown(InFlight request, SendResponse.Unknown unknown, long now) {
        if (unknown.isThrottled()) {
            pacer.counted(request.departedAt, now);
            backOff(request, now, unknown.retryAfter(), THROTTLED_WITH_RESULTS);
        } else if (unknown.code() == null) {
            pacer.lost(request.departedAt, now);
        } else {
            pacer.responded(request.departedAt, now);
        }
        failed(request, unknown.reason(), now);
        return unknownResults(request, unknown.code(), unknown.reason());
    }

    /** Records a request without a usable response; returns whether it has opened the circuit. */
    private boolean failed(InFlight request, String reason, long now) {
        batchLimit.failed(request.entries.size());
        long delay = circuitBreaker.requestFailed(reason, now);
        if (delay > 0) {
            listeners.publish(it -> it.circuitOpened(reason, circuitBreaker.failedInARow(), delay));
        }
        return delay > 0;
    }

    private void backOff(InFlight request, long now, @Nullable Duration retryAfter, String reason) {
        long retryAfterNanos = retryAfter == null ? 0 : Nanos.of(retryAfter);
        long backoff = pacer.throttled(request.departedAt, now, retryAfterNanos);
        listeners.publish(it -> it.throttled(reason, backoff));
    }

    private void closed(boolean wasOpen) {
        if (wasOpen) {
            listeners.publish(EngineListener::recovered);
        }
    }

    private List<@Nullable SmsSendResult> unknownResults(InFlight request, @Nullable Integer code, String reason) {
        List<@Nullable SmsSendResult> results = new ArrayList<>(request.entries.size());
        request.entries.forEach(entry -> results.add(entry.unknown(code, reason)));
        publishUnknown(results);
        return results;
    }

    private void publishUnknown(List<@Nullable SmsSendResult> results) {
        List<SmsSendResult> unknown = new ArrayList<>();
        for (SmsSendResult result : results) {
            if (result != null && isUnknown(result)) {
                unknown.add(result);
            }
        }
        if (!unknown.isEmpty()) {
            listeners.publish(it -> it.unknown(unknown));
        }
    }

    private static List<@Nullable SmsSendResult> notSent(InFlight request, @Nullable Integer code, String reason) {
        List<@Nullable SmsSendResult> results = new ArrayList<>(request.entries.size());
        request.entries.forEach(entry -> results.add(entry.notSent(code, reason)));
        return results;
    }

    private static List<@Nullable SmsSendResult> retry(InFlight request, String trouble) {
        List<@Nullable SmsSendResult> results = new ArrayList<>(request.entries.size());
        for (QueuedMessage entry : request.entries) {
            entry.lastTrouble = trouble;
            results.add(null);
        }
        return results;
    }
}
