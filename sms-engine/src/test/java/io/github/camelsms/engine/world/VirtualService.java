package io.github.camelsms.engine.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/** The service: limits requests, accepts messages, and records them. */
final class VirtualService {

    private final Scenario scenario;
    private final VirtualTime time;
    private final SplittableRandom random;
    private final Invariants invariants;
    private long lockedUntil = -1;
    private long silentUntil = -1;

    VirtualService(Scenario scenario, VirtualTime time, SplittableRandom random, Invariants invariants) {
        this.scenario = scenario;
        this.time = time;
        this.random = random;
        this.invariants = invariants;
    }

    /** Responds to no request for some time. */
    void fallSilent(long nanos) {
        silentUntil = Math.max(silentUntil, time.nanos() + nanos);
        invariants.happens("silence until", silentUntil);
    }

    /** Returns how long the service will not respond to requests. */
    long silence() {
        return Math.max(0, silentUntil - time.nanos());
    }

    /** Receives a request and returns the response as an HTTP client would report it. */
    SendResponse receive(Flight flight, @Nullable Fault fault) {
        long now = time.nanos();
        invariants.arrived(flight);
        if (fault == Fault.CREDENTIALS_REJECTED) {
            lockedUntil = now + random.nextLong(150 * Scenario.SECOND);
        }
        if (now < lockedUntil) {
            return new SendResponse.Unauthorized(random.nextBoolean() ? 401 : 403, "credentials rejected");
        }
        if (scenario.maxSize > 0 && flight.messages.size() > scenario.maxSize) {
            return tooLarge();
        }
        if (!scenario.limiter.admits(now)) {
            invariants.throttled(flight);
            return throttled();
        }
        if (fault == null) {
            return new SendResponse.Processed(items(flight, flight.messages.size(), null));
        }
        return switch (fault) {
            case THROTTLED -> throttled();
            case NOT_UNDERSTOOD -> new SendResponse.NotUnderstood(pick(400, 404, 413, 422), "not understood");
            case SERVER_ERROR -> half(flight, pick(500, 502, 503), "server error");
            case REDIRECTED -> half(flight, pick(301, 307), "redirected");
            case UNREADABLE_RESPONSE -> half(flight, 200, "the response is no JSON");
            case ITEMS_THROTTLED, ITEMS_REJECTED, ITEMS_OPEN ->
                new SendResponse.Processed(items(flight, flight.messages.size(), fault));
            case FEWER_ITEMS -> {
                List<SmsSendResult> items = items(flight, flight.messages.size(), null);
                yield new SendResponse.Processed(items.subList(0, random.nextInt(items.size())));
            }
            case MORE_ITEMS -> {
                List<SmsSendResult> items = items(flight, flight.messages.size(), null);
                items.add(SmsSendResult.accepted(5, "nobody's", "nobody's"));
                yield new SendResponse.Processed(items);
            }
            default -> new SendResponse.Processed(items(flight, flight.messages.size(), null));
        };
    }

    private SendResponse tooLarge() {
        return switch (scenario.sizeRejection) {
            case 413 -> new SendResponse.NotUnderstood(413, "too large");
            case 403 -> new SendResponse.Unauthorized(403, "forbidden");
            default -> new SendResponse.Unknown(500, "server error");
        };
    }

    private List<SmsSendResult> items(Flight flight, int count, @Nullable Fault fault) {
        List<SmsSendResult> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(item(flight.messages.get(i), random.nextBoolean() ? fault : null));
        }
        return items;
    }

    private SmsSendResult item(Tracked message, @Nullable Fault fault) {
        if (fault == Fault.ITEMS_REJECTED) {
            return SmsSendResult.rejected(-5, "INVALID_NUMBER_FORMAT", message.id());
        }
        if (fault == Fault.ITEMS_THROTTLED) {
            return SmsSendResult.notSent(429, "too many requests", message.id());
        }
        if (fault == Fault.ITEMS_OPEN) {
            if (random.nextBoolean()) {
                take(message);
            }
            return SmsSendResult.unknown(null, "the response says nothing of it", message.id());
        }
        take(message);
        return SmsSendResult.accepted(5, "id" + message.number, message.id());
    }

    /** It cannot be known whether the messages were accepted. */
    private SendResponse half(Flight flight, int code, String reason) {
        int taken = random.nextInt(flight.messages.size() + 1);
        flight.messages.subList(0, taken).forEach(this::take);
        return new SendResponse.Unknown(code, reason);
    }

    private SendResponse throttled() {
        Duration retryAfter = random.nextBoolean() ? null : Duration.ofMillis(random.nextInt(10_000));
        if (scenario.longPauses && random.nextInt(4) == 0) {
            retryAfter = Duration.ofMinutes(random.nextInt(300));
        }
        return new SendResponse.Throttled(retryAfter, "429");
    }

    private void take(Tracked message) {
        message.taken++;
        invariants.that(message.taken == 1, "%s reached a phone twice", message);
    }

    private int pick(int... values) {
        return values[random.nextInt(values.length)];
    }
}
