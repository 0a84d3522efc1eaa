package io.github.camelsms.simulator;

import java.util.List;

import com.github.tomakehurst.wiremock.http.Request;
import org.jspecify.annotations.Nullable;

/** The service itself: credentials, rate limit, the three operations, and the faults that strike them. */
final class SmsService {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int STATUS_BLOCK = 100;

    /** An answer, and what is to go wrong on its way to the client. */
    record Outcome(Answer answer, @Nullable Fault fault) {
    }

    private final SimulatorSettings settings;
    private final Counters counters;
    private final FaultPlan faults;
    private final MessageStore store;
    private final RateGate gate;
    private final BasicCredentials credentials;
    private final SendOperation send;
    private final StatusWriter statuses;
    private final StatusByDateOperation byDate;

    SmsService(SimulatorSettings settings) {
        this.settings = settings;
        this.counters = new Counters(settings.clock());
        this.faults = new FaultPlan(settings.seed(), settings.randomFaults());
        this.store = new MessageStore(
                settings.clock(), new FateTeller(settings.seed(), settings.delivery()), settings.delivery().keepTexts());
        this.gate = new RateGate(settings.clock(), counters, settings.rateLimit());
        this.credentials = new BasicCredentials(settings.server().username(), settings.server().password());
        this.send = new SendOperation(store, counters, settings);
        this.statuses = new StatusWriter(settings.answers());
        this.byDate = new StatusByDateOperation(store, counters, settings.answers());
    }

    Counters counters() {
        return counters;
    }

    FaultPlan faults() {
        return faults;
    }

    MessageStore store() {
        return store;
    }

    /** As new: no message, no fault but those of the settings, all counters zero. */
    void reset() {
        store.clear();
        faults.reset();
        gate.reset();
        counters.reset();
    }

    /** Answers a request that has arrived. */
    Outcome answer(Operation operation, Request request) {
        counters.arrived(operation);
        if (!credentials.match(request.getHeader("Authorization"))) {
            counters.unauthorized();
            return new Outcome(
                    Answer.nok(401, 401, "wrong or missing credentials")
                            .withHeader("WWW-Authenticate", "Basic realm=\"sms\""),
                    null);
        }
        Fault early = faults.takeBeforeAccepting(operation);
        if (early != null) {
            counters.fault();
            return spoiltBefore(early);
        }
        long waitNanos = gate.tryAdmit(operation);
        if (waitNanos > 0) {
            return new Outcome(tooManyRequests(waitNanos), null);
        }
        return admitted(operation, request);
    }

    private Outcome admitted(Operation operation, Request request) {
        Answer answer;
        if (operation == Operation.SEND) {
            SendOperation.Result result = send.handle(request.getHeader("Content-Type"), request.getBody());
            if (!result.taken()) {
                return new Outcome(result.answer(), null);
            }
            answer = result.answer();
        } else if (operation == Operation.STATUS) {
            List<StatusItem> items = store.consult(STATUS_BLOCK);
            counters.statusesReported(items.size());
            answer = statuses.notConsulted(items);
        } else {
            answer = byDate.query(request);
        }
        Fault late = faults.takeAfterAccepting(operation);
        if (late != null) {
            counters.fault();
        }
        return new Outcome(answer, late);
    }

    private Outcome spoiltBefore(Fault fault) {
        if (fault instanceof Fault.HttpStatus failure) {
            return new Outcome(Answer.html(failure.status()), null);
        }
        if (fault instanceof Fault.Redirect redirect) {
            return new Outcome(Answer.html(redirect.status()).withHeader("Location", redirect.location()), null);
        }
        if (fault instanceof Fault.TooManyRequests) {
            return new Outcome(tooManyRequests((long) RateLimiter.NANOS_PER_SECOND), null);
        }
        return new Outcome(Answer.empty(200), fault);
    }

    private Answer tooManyRequests(long waitNanos) {
        counters.tooManyRequests();
        String message = "too many requests";
        Answer answer = switch (settings.rateLimit().answer()) {
            case HTTP_STATUS_JSON -> Answer.nok(TOO_MANY_REQUESTS, TOO_MANY_REQUESTS, message);
            case HTTP_STATUS_EMPTY -> Answer.empty(TOO_MANY_REQUESTS);
            case BODY_OBJECT -> Answer.nok(200, TOO_MANY_REQUESTS, message);
            case BODY_ARRAY -> Answer.json(
                    200, Json.array().add(Json.outcome("NOK", TOO_MANY_REQUESTS).put("message", message)));
        };
        if (!settings.rateLimit().retryAfter()) {
            return answer;
        }
        long seconds = (long) Math.ceil(waitNanos / RateLimiter.NANOS_PER_SECOND);
        return answer.withHeader("Retry-After", Long.toString(seconds));
    }
}
