package io.github.camelsms.engine.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.camelsms.engine.BatchSender;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/** The network between engine and service, and the HTTP client: latency, losses, resets, duplicate responses. */
final class VirtualNetwork implements BatchSender {

    private final Scenario scenario;
    private final VirtualTime time;
    private final VirtualService service;
    private final SplittableRandom random;
    private final Invariants invariants;
    private final List<Fault> faults;
    private final Runnable meanwhile;

    VirtualNetwork(Scenario scenario, VirtualTime time, VirtualService service, SplittableRandom random,
                   Invariants invariants, Runnable meanwhile) {
        this.scenario = scenario;
        this.time = time;
        this.service = service;
        this.random = random;
        this.invariants = invariants;
        this.faults = new ArrayList<>(scenario.faults);
        this.meanwhile = meanwhile;
    }

    @Override
    public Withdrawal send(List<SmsMessage> batch, Supplier<Set<ResultSink>> origins, Receiver response) {
        Fault fault = fault();
        if (fault == Fault.SENDER_REFUSES) {
            refuse(batch);
        }
        meanwhile.run();
        Flight flight = invariants.departed(batch, fault != Fault.NOT_CONNECTED);
        if (fault == Fault.NOT_CONNECTED) {
            time.after(way(), () -> tell(flight, response, new SendResponse.NotConnected("connection refused")));
            return Withdrawal.IMPOSSIBLE;
        }
        if (fault == Fault.SENDER_RESPONDS_AND_THROWS) {
            tell(flight, response, service.receive(flight, null));
            tell(flight, response, new SendResponse.Throttled(null, "a second response"));
            Planned.toss(random, "the sender responds and throws");
        }
        if (fault == Fault.SLOW_CONNECTION) {
            return connectSlowly(flight, response);
        }
        if (scenario.respondsImmediately && fault == null && service.silence() == 0) {
            tell(flight, response, service.receive(flight, null));
            return Withdrawal.IMPOSSIBLE;
        }
        if (fault == Fault.NO_CALLBACK) {
            time.after(way(), () -> service.receive(flight, null));
            return Withdrawal.IMPOSSIBLE;
        }
        giveUpLater(flight, response);
        if (fault == Fault.LOST_THERE) {
            return Withdrawal.IMPOSSIBLE;
        }
        long there = way();
        if (fault == Fault.RESET_THERE) {
            time.after(there, () -> tell(flight, response, new SendResponse.Unknown(null, "connection reset")));
            return Withdrawal.IMPOSSIBLE;
        }
        if (fault == Fault.LATE_ARRIVAL) {
            there = scenario.requestTimeout + random.nextLong(scenario.requestTimeout);
        }
        time.after(there, () -> arrive(flight, fault, response));
        return Withdrawal.IMPOSSIBLE;
    }

    /** A connection that takes long is given up at the deadline, unless it waits for a name lookup. */
    private Withdrawal connectSlowly(Flight flight, Receiver response) {
        flight.hasLeft = false;
        if (random.nextBoolean()) {
            time.after(scenario.requestTimeout, () -> {
                if (flight.received == null && flight.processed == null) {
                    tell(flight, response, flight.hasLeft
                            ? new SendResponse.Unknown(null, "no response in time")
                            : new SendResponse.NotConnected("no connection in time"));
                }
            });
        }
        time.after(random.nextLong(3 * scenario.requestTimeout), () -> {
            if (flight.received == null && flight.processed == null) {
                flight.hasLeft = true;
                response.departs();
                time.after(way(), () -> arrive(flight, null, response));
            }
        });
        return () -> {
            boolean isWithdrawn = !flight.hasLeft && flight.received == null && flight.processed == null;
            if (isWithdrawn) {
                invariants.withdrawn(flight);
            }
            return isWithdrawn;
        };
    }

    /** Throws the error or the exception of a sender that starts no request. */
    private void refuse(List<SmsMessage> batch) {
        if (random.nextInt(4) == 0) {
            invariants.refusedBySender(batch);
            throw new RejectedExecutionException(Planned.MARK + "the pool was shut down");
        }
        invariants.departed(batch, false).isNotStarted = true;
        throw new OutOfMemoryError(Planned.MARK + "unable to create native thread");
    }

    private void arrive(Flight flight, @Nullable Fault fault, Consumer<SendResponse> response) {
        long silence = service.silence();
        if (silence > 0) {
            // It hangs, and processes the request afterwards, or never.
            if (random.nextBoolean()) {
                time.after(silence, () -> arrive(flight, fault, response));
            }
            return;
        }
        SendResponse made = service.receive(flight, fault);
        if (fault == Fault.LOST_BACK) {
            return;
        }
        long back = fault == Fault.SLOW_RESPONSE ? random.nextLong(2 * scenario.requestTimeout) : way();
        SendResponse seen = fault == Fault.RESET_BACK ? new SendResponse.Unknown(null, "connection reset") : made;
        time.after(back, () -> {
            tell(flight, response, seen);
            if (fault == Fault.RESPONSE_TWICE) {
                SendResponse second = random.nextBoolean() ? seen : new SendResponse.Throttled(null, "a second response");
                time.after(way(), () -> tell(flight, response, second));
            }
        });
    }

    private void giveUpLater(Flight flight, Consumer<SendResponse> response) {
        time.after(scenario.requestTimeout, () -> {
            if (flight.received == null) {
                tell(flight, response, new SendResponse.Unknown(null, "no response in time"));
            }
        });
    }

    /** The client passes responses to the engine; only the first one counts. */
    private void tell(Flight flight, Consumer<SendResponse> receiver, SendResponse response) {
        invariants.received(flight, response);
        receiver.accept(response);
    }

    private @Nullable Fault fault() {
        return faults.isEmpty() || random.nextInt(1_000) >= scenario.faultRate
                ? null : faults.get(random.nextInt(faults.size()));
    }

    private long way() {
        return scenario.isSteady()
                ? scenario.shortestWay : random.nextLong(scenario.shortestWay, scenario.longestWay + 1);
    }
}
