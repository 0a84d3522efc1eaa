package io.github.camelsms.simulator.service;

import java.util.List;

import com.github.tomakehurst.wiremock.http.Request;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.fault.FaultPlan;
import io.github.camelsms.simulator.json.Json;
import io.github.camelsms.simulator.message.MessageStore;
import io.github.camelsms.simulator.message.StatusItem;
import io.github.camelsms.simulator.ratelimit.OperationRateLimits;
import io.github.camelsms.simulator.settings.SimulatorSettings;
import org.jspecify.annotations.Nullable;

/** The simulated service: credentials, faults, rate limit and the three operations. Thread-safe. */
public final class SmsService {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int STATUS_BLOCK_SIZE = 100;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** A response, and the fault that affects it on the way to the client. */
    public record Outcome(ServiceResponse response, @Nullable Fault fault) {
    }

    private final SimulatorSettings settings;
    private final Counters counters;
    private final FaultPlan faults;
    private final Network network;
    private final MessageStore store;
    private final OperationRateLimits rateLimits;
    private final BasicCredentials credentials;
    private final SendOperation send;
    private final StatusWriter statuses;
    private final StatusByDateOperation statusByDate;

    public SmsService(SimulatorSettings settings) {
        this.settings = settings;
        this.counters = new Counters(settings.clock());
        this.faults = new FaultPlan(settings.seed(), settings.randomFaults());
        this.network = new Network(settings.clock(), settings.latency(), settings.seed());
        this.store = new MessageStore(settings.clock(), settings.seed(), settings.delivery());
        this.rateLimits = new OperationRateLimits(settings.clock(), settings.rateLimit(), counters::sendAdmitted);
        this.credentials = new BasicCredentials(settings.server().username(), settings.server().password());
        this.send = new SendOperation(store, counters, settings);
        this.statuses = new StatusWriter(settings.responses());
        this.statusByDate = new StatusByDateOperation(store, counters, settings.responses());
    }

    /** Returns the counters of requests and messages. */
    public Counters counters() {
        return counters;
    }

    /** Returns the queued and random faults. */
    public FaultPlan faults() {
        return faults;
    }

    /** Returns the network between client and service. */
    public Network network() {
        return network;
    }

    /** Returns the accepted messages. */
    public MessageStore store() {
        return store;
    }

    /** Restores the initial state: no messages, the faults of the settings, all counters zero. */
    public void reset() {
        store.clear();
        faults.reset();
        network.reset();
        rateLimits.reset();
        counters.reset();
        send.reset();
    }

    /** Processes a request that has arrived at the service. */
    public Outcome respond(Operation operation, Request request) {
        counters.arrived(operation);
        if (operation == Operation.SEND && isOversized(request)) {
            counters.badRequest();
            return new Outcome(ServiceResponse.html(settings.requestSize().httpStatus()), null);
        }
        if (!credentials.match(request.getHeader("Authorization"))) {
            counters.unauthorized();
            return new Outcome(
                    ServiceResponse.nok(401, 401, "wrong or missing credentials")
                            .withHeader("WWW-Authenticate", "Basic realm=\"sms\""),
                    null);
        }
        Fault fault = faults.takeBeforeAccepting(operation);
        if (fault != null) {
            count(fault);
            return failed(fault);
        }
        if (operation == Operation.SEND && !settings.rateLimit().countInvalid()) {
            SendOperation.Result rejected = send.reject(request.getHeader("Content-Type"), request.getBody());
            if (rejected != null) {
                return new Outcome(rejected.response(), null);
            }
        }
        long waitNanos = rateLimits.tryAdmit(operation);
        if (waitNanos > 0) {
            return new Outcome(throttled(waitNanos), null);
        }
        return admitted(operation, request);
    }

    private boolean isOversized(Request request) {
        int max = settings.requestSize().maxBytes();
        return max > 0 && request.getBody() != null && request.getBody().length > max;
    }

    private Outcome admitted(Operation operation, Request request) {
        ServiceResponse response;
        if (operation == Operation.SEND) {
            SendOperation.Result result = send.respond(request.getHeader("Content-Type"), request.getBody());
            if (!result.isAccepted()) {
                return new Outcome(result.response(), null);
            }
            response = result.response();
        } else if (operation == Operation.STATUS) {
            List<StatusItem> items = store.consult(STATUS_BLOCK_SIZE);
            counters.statusesReported(items.size());
            response = statuses.notConsulted(items);
        } else {
            response = statusByDate.respond(request);
        }
        Fault fault = faults.takeAfterAccepting(operation);
        if (fault != null) {
            count(fault);
        }
        return new Outcome(response, fault);
    }

    private void count(Fault fault) {
        counters.fault();
        if (fault instanceof Fault.HttpStatus failure && failure.status() == TOO_MANY_REQUESTS) {
            counters.throttled();
        }
    }

    private Outcome failed(Fault fault) {
        if (fault instanceof Fault.HttpStatus failure) {
            return new Outcome(ServiceResponse.html(failure.status()), null);
        }
        if (fault instanceof Fault.Redirect redirect) {
            return new Outcome(ServiceResponse.html(redirect.status()).withHeader("Location", redirect.location()), null);
        }
        if (fault instanceof Fault.TooManyRequests) {
            return new Outcome(throttled(NANOS_PER_SECOND), null);
        }
        return new Outcome(ServiceResponse.empty(200), fault);
    }

    private ServiceResponse throttled(long waitNanos) {
        counters.throttled();
        String message = "too many requests";
        ServiceResponse response = switch (settings.rateLimit().response()) {
            case HTTP_STATUS_JSON -> ServiceResponse.nok(TOO_MANY_REQUESTS, TOO_MANY_REQUESTS, message);
            case HTTP_STATUS_EMPTY -> ServiceResponse.empty(TOO_MANY_REQUESTS);
            case BODY_OBJECT -> ServiceResponse.nok(200, TOO_MANY_REQUESTS, message);
            case BODY_ARRAY -> ServiceResponse.json(
                    200, Json.array().add(Json.outcome("NOK", TOO_MANY_REQUESTS).put("message", message)));
        };
        if (!settings.rateLimit().retryAfter()) {
            return response;
        }
        long seconds = (waitNanos + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND;
        return response.withHeader("Retry-After", Long.toString(seconds));
    }
}
