package io.github.camelsms.cli.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.github.camelsms.cli.doctor.Examination.Message;
import io.github.camelsms.cli.doctor.Finding.Setting;
import io.github.camelsms.model.Count;
import org.jspecify.annotations.Nullable;

/** The order of results in the response to a request with several messages. */
final class OrderStep implements Step {

    private static final int INVALID = 7;
    private static final int VALID_ONLY = 3;

    @Override
    public List<Point> points() {
        return List.of(Point.RESULT_ORDER);
    }

    @Override
    public Cost cost(DoctorSettings settings) {
        return new Cost(1, VALID_ONLY, 2, Duration.ofSeconds(10));
    }

    @Override
    public String plan(Examination examination) {
        return "Sends one request with a message and " + INVALID
               + " invalid ones without a number, which must be rejected. Only if the service refuses this request as a whole, sends "
               + VALID_ONLY + " messages in one request.";
    }

    @Override
    public @Nullable String obstacle(Examination examination) {
        return examination.sendingEnded();
    }

    @Override
    public List<Finding> run(Examination examination) throws InterruptedException {
        List<Message> messages = new ArrayList<>(List.of(examination.message()));
        for (int i = 0; i < INVALID; i++) {
            messages.add(examination.withoutDestination());
        }
        SendOutcome outcome = examination.send(messages, 0);
        if (outcome.kind() == SendOutcome.Kind.REFUSED) {
            messages = List.of(examination.message(), examination.message(), examination.message());
            outcome = examination.send(messages, 0);
        }
        return List.of(finding(messages, outcome));
    }

    private static Finding finding(List<Message> messages, SendOutcome outcome) {
        if (!outcome.isAccepted()) {
            return Finding.notFound(Point.RESULT_ORDER, "The message was not accepted: " + outcome.reason() + ".");
        }
        List<String> sent = messages.stream().map(Message::correlationId).toList();
        List<String> received = outcome.results().stream().map(result -> String.valueOf(Json.text(result, "correlationId")))
                .toList();
        if (!received.containsAll(sent)) {
            return Finding.notFound(
                    Point.RESULT_ORDER, "The response has " + Count.of(received.size(), "result") + " for "
                                        + Count.of(sent.size(), "message") + ", or results without correlation id.",
                    keepIds());
        }
        List<String> reversed = new ArrayList<>(sent);
        Collections.reverse(reversed);
        if (received.equals(sent)) {
            return Finding.found(Point.RESULT_ORDER, "input", "Results are in the order of the messages.");
        }
        return received.equals(reversed)
                ? Finding.found(Point.RESULT_ORDER, "reversed", "Results are in the reverse order of the messages.", keepIds())
                : Finding.found(Point.RESULT_ORDER, "other", "Results are in another order than the messages.", keepIds());
    }

    private static Setting keepIds() {
        return new Setting(
                "autoCorrelationId", "true", "the default; without correlation ids, results cannot be matched to messages");
    }
}
