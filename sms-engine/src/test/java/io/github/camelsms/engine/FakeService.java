package io.github.camelsms.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;

/**
 * A sender with manual responses that records all requests and their times.
 */
public final class FakeService implements BatchSender {

    public final List<Request> requests = new ArrayList<>();
    private final Deque<Request> inFlight = new ArrayDeque<>();
    private final ManualClock clock;

    public record Request(long departedAt, List<SmsMessage> messages, Receiver response) {
    }

    public FakeService(ManualClock clock) {
        this.clock = clock;
    }

    @Override
    public Withdrawal send(List<SmsMessage> batch, Supplier<Set<ResultSink>> origins, Receiver response) {
        Request request = new Request(clock.nanos(), batch, response);
        requests.add(request);
        inFlight.add(request);
        return Withdrawal.IMPOSSIBLE;
    }

    /** Sends the first byte of the oldest request in flight, whose connection was established. */
    void departs() {
        inFlight.getFirst().response().departs();
    }

    public void response(SendResponse response) {
        inFlight.removeFirst().response().accept(response);
    }

    public void acceptAll() {
        Request request = inFlight.removeFirst();
        request.response().accept(accepted(request.messages()));
    }

    /** Returns the correlation ids of all messages that were sent, in their order. */
    public List<String> sent() {
        return requests.stream().flatMap(request -> request.messages().stream()).map(FakeService::id).toList();
    }

    public static String id(SmsMessage message) {
        return String.valueOf(message.correlationId());
    }

    int lastSize() {
        return requests.get(requests.size() - 1).messages().size();
    }

    public int oldestSize() {
        return inFlight.getFirst().messages().size();
    }

    long oldestDepartedAt() {
        return inFlight.getFirst().departedAt();
    }

    public int inFlight() {
        return inFlight.size();
    }

    public static SendResponse accepted(List<SmsMessage> messages) {
        return new SendResponse.Processed(
                messages.stream().map(message -> SmsSendResult.accepted(5, "id", message.correlationId())).toList());
    }
}
