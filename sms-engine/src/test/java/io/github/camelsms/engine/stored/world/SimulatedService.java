package io.github.camelsms.engine.stored.world;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

import io.github.camelsms.engine.world.VirtualTime;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.model.StatusLookUp;
import io.github.camelsms.model.StatusQuery;
import org.jspecify.annotations.Nullable;

/**
 * The service and its network in a world with a message store. It records the actual outcome of each message.
 */
final class SimulatedService {

    /** Numbers with this suffix are rejected. */
    static final String BAD = "000";

    private static final long MILLI = 1_000_000L;
    /** Shorter than the request timeout, so that no request arrives after it was given up. */
    private static final long MAX_OUTBOUND = 3_000 * MILLI;
    private static final int KEPT_DEPARTURES = 4;

    private final StoreScenario scenario;
    private final VirtualTime time;
    private final SplittableRandom random;
    private final Map<String, Fate> fates = new HashMap<>();
    private boolean isWell;
    private @Nullable String broken;
    private final Deque<Departure> departures = new ArrayDeque<>();

    /** A request that has departed. Throttled requests are not counted. */
    private record Departure(String sender, long decidedAt, long at) {
    }

    /** Record of a message at the service. */
    static final class Fate {

        int accepted;
        int rejected;
        int departures;
        long acceptedAt;
        long departedAt;
        /** Whether the last request may have delivered it to the service, as far as its sender can know. */
        boolean isUncertain;
        /** Whether its caller received NOT_SENT and has not submitted it again. */
        boolean isReportedNotSent;
    }

    SimulatedService(StoreScenario scenario, VirtualTime time, SplittableRandom random) {
        this.scenario = scenario;
        this.time = time;
        this.random = random;
    }

    Fate fate(String id) {
        return fates.computeIfAbsent(id, absent -> new Fate());
    }

    @Nullable
    String broken() {
        return broken;
    }

    void breaks(String what) {
        if (broken == null) {
            broken = time.nanos() / MILLI + " ms: " + what;
        }
    }

    /** Responds to each later request. */
    void recover() {
        isWell = true;
    }

    /** Returns whether a connection can be established. */
    boolean isReachable() {
        return !happens(scenario.unreachable);
    }

    /** Returns the duration of a connection attempt. */
    long connectNanos() {
        return happens(scenario.slow) ? random.nextLong(2_000 * MILLI) : random.nextLong(20 * MILLI);
    }

    /**
     * Delivers a request, whose sender may crash meanwhile.
     *
     * @param decidedAt departure according to the engine
     */
    void send(String sender, long decidedAt, List<SmsMessage> batch, Consumer<SendResponse> response) {
        Departure departure = new Departure(sender, decidedAt, time.nanos());
        checkInterval(departure);
        departures.addLast(departure);
        if (departures.size() > KEPT_DEPARTURES) {
            departures.removeFirst();
        }
        batch.forEach(message -> departed(message, true));
        boolean isRequestLost = happens(scenario.lostRequests);
        boolean isResponseLost = happens(scenario.lostResponses);
        long outbound = random.nextLong(happens(scenario.slow) ? MAX_OUTBOUND : 100 * MILLI);
        long inbound = random.nextLong(happens(scenario.slow) ? MAX_OUTBOUND : 100 * MILLI);
        if (!isRequestLost) {
            time.happensAfter(outbound, () -> {
                SendResponse processed = arrived(batch);
                if (!isResponseLost) {
                    time.happensAfter(inbound, () -> respond(departure, batch, processed, response));
                }
            });
        }
        long left = decidedAt + StoreScenario.REQUEST_TIMEOUT.toNanos() - time.nanos();
        time.happensAfter(left, () -> response.accept(new SendResponse.Unknown(null, "timeout")));
    }

    /** Records a request that cannot be sent. */
    void notConnected(List<SmsMessage> batch) {
        batch.forEach(message -> departed(message, false));
    }

    /**
     * Checks the distance of requests. The engine decides departures one interval apart, regardless of connection
     * times. Another node starts a full interval after the last request of the previous owner.
     */
    private void checkInterval(Departure next) {
        for (Departure before : departures) {
            boolean isSame = before.sender().equals(next.sender());
            long gap = Math.abs(isSame ? next.decidedAt() - before.decidedAt() : next.at() - before.at());
            if (gap < StoreScenario.SECOND) {
                breaks("a request of " + next.sender() + " departed " + gap / MILLI + " ms after one of " + before.sender());
            }
        }
    }

    private void departed(SmsMessage message, boolean mayArrive) {
        Fate fate = fate(String.valueOf(message.correlationId()));
        if (fate.isUncertain) {
            breaks("message " + message.correlationId() + " departed in a second request, although the first may have arrived");
        }
        fate.departures++;
        fate.isUncertain = mayArrive;
        fate.departedAt = time.nanos();
    }

    private SendResponse arrived(List<SmsMessage> batch) {
        if (happens(scenario.throttled)) {
            return new SendResponse.Throttled(Duration.ofMillis(random.nextLong(5_000)), "429");
        }
        List<SmsSendResult> results = new ArrayList<>();
        for (SmsMessage message : batch) {
            Fate fate = fate(String.valueOf(message.correlationId()));
            if (String.valueOf(message.destination()).endsWith(BAD)) {
                fate.rejected++;
                results.add(SmsSendResult.rejected(-5, "bad", message.correlationId()));
                continue;
            }
            if (++fate.accepted > 1) {
                breaks("message " + message.correlationId() + " was accepted twice");
            }
            if (fate.isReportedNotSent) {
                breaks("message " + message.correlationId()
                       + " was accepted, although its caller got NOT_SENT");
            }
            fate.acceptedAt = time.nanos();
            results.add(SmsSendResult.accepted(5, "id-" + message.correlationId(), message.correlationId()));
        }
        return new SendResponse.Processed(results);
    }

    private void respond(
            Departure departure, List<SmsMessage> batch, SendResponse processed, Consumer<SendResponse> response) {
        if (processed instanceof SendResponse.Throttled) {
            departures.remove(departure);
            batch.forEach(message -> fate(String.valueOf(message.correlationId())).isUncertain = false);
        }
        response.accept(processed);
    }

    /** Responds to a by-date query, whose view lags behind acceptance. */
    StatusLookUp lookUp(StatusQuery query) {
        if (happens(scenario.failedQueries)) {
            return new StatusLookUp.Failed("lost", false, null);
        }
        String id = String.valueOf(query.correlationId());
        Fate fate = fate(id);
        boolean isSeen = fate.accepted > 0 && time.nanos() >= fate.acceptedAt + scenario.lag;
        if (isSeen) {
            return new StatusLookUp.Found(
                    List.of(new SmsStatus(id, "11987654321", Instant.EPOCH, SmsDeliveryStatus.DELIVERED, "DELIVERED")));
        }
        if (time.nanos() - fate.departedAt > MAX_OUTBOUND + scenario.lag) {
            fate.isUncertain = fate.accepted > 0;
        }
        return new StatusLookUp.NoRecord();
    }

    private boolean happens(int perMille) {
        return !isWell && random.nextInt(1_000) < perMille;
    }
}
