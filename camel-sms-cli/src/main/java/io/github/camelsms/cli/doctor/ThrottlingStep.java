package io.github.camelsms.cli.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.cli.doctor.ServiceHttp.Received;
import io.github.camelsms.cli.doctor.ServiceHttp.Reply;
import org.jspecify.annotations.Nullable;

/** The form of the response to a send request above the rate limit. */
final class ThrottlingStep implements Step {

    private static final int MAX_MESSAGES = 3;
    /** A burst must be within the second that the service counts. */
    static final Duration MAX_BURST = Duration.ofMillis(800);

    @Override
    public List<Point> points() {
        return List.of(Point.TOO_MANY_REQUESTS);
    }

    @Override
    public Cost cost(DoctorSettings settings) {
        return new Cost(0, MAX_MESSAGES, 3 * burst(settings) + MAX_MESSAGES, Duration.ofSeconds(20));
    }

    @Override
    public String plan(Examination examination) {
        return "Sends requests without messages faster than the limit, until one is throttled. Only if none is, sends up to "
               + MAX_MESSAGES + " messages without a pause between them. Stop other applications that use the account.";
    }

    /** Returns the number of requests of which one must be throttled, however the service counts. */
    static int burst(DoctorSettings settings) {
        return 2 * (int) Math.ceil(settings.requestsPerSecond()) + 1;
    }

    @Override
    public List<Finding> run(Examination examination) throws InterruptedException {
        examination.quiet(Duration.ZERO);
        long start = examination.nanoTime();
        Received empty = throttledEmpty(examination);
        boolean isSlow = examination.since(start).compareTo(MAX_BURST) > 0;
        if (empty != null) {
            examination.limit = new Examination.Limit(true, true);
            return List.of(form(empty));
        }
        String sendingEnd = examination.sendingEnded();
        if (sendingEnd != null) {
            return List.of(Finding.notFound(
                    Point.TOO_MANY_REQUESTS, "No request without messages was throttled, and " + sendingEnd + "."));
        }
        return List.of(withMessages(examination, isSlow));
    }

    /** Posts a burst of requests without messages until one is throttled, and returns its response; null if none is. */
    static @Nullable Received throttledEmpty(Examination examination) {
        for (int i = burst(examination.settings()); i > 0; i--) {
            Reply reply = examination.postNoMessages();
            if (reply instanceof Received response && response.isThrottled()) {
                return response;
            }
        }
        return null;
    }

    private static Finding withMessages(Examination examination, boolean isSlow) throws InterruptedException {
        examination.quiet(Duration.ZERO);
        long start = examination.nanoTime();
        for (int sent = 0; sent < MAX_MESSAGES; sent++) {
            SendOutcome outcome = examination.sendNow(List.of(examination.message()), 0);
            if (outcome.kind() == SendOutcome.Kind.THROTTLED) {
                examination.limit = new Examination.Limit(false, false);
                return form(Objects.requireNonNull(outcome.response()));
            }
            if (!outcome.isAccepted()) {
                return Finding.notFound(Point.TOO_MANY_REQUESTS, "A message was not accepted: " + outcome.reason() + ".");
            }
            Received empty = sent == 0 ? throttledEmpty(examination) : null;
            if (empty != null) {
                examination.limit = new Examination.Limit(true, false);
                return form(empty);
            }
        }
        if (isSlow || examination.since(start).compareTo(MAX_BURST) > 0) {
            return Finding.notFound(
                    Point.TOO_MANY_REQUESTS, "No request was throttled, but the responses are too slow to exceed the limit.");
        }
        return Finding.found(
                Point.TOO_MANY_REQUESTS, "none", "No request was throttled, although " + MAX_MESSAGES
                                                 + " messages were sent within a second.");
    }

    private static Finding form(Received response) {
        JsonNode json = response.json();
        String form = json == null ? "empty" : json.isArray() ? "array" : "object";
        if (json == null && response.body().length > 0) {
            form = "text";
        }
        List<String> parts = new ArrayList<>(List.of("HTTP status " + response.status()));
        parts.add(switch (form) {
            case "empty" -> "without a body";
            case "text" -> "with a body that is not JSON";
            default -> "with a JSON " + form + (Json.hasCode(json, 429) ? " that has the code 429" : "");
        });
        String retryAfter = response.retryAfter();
        String pause = retryAfter == null ? " and without Retry-After" : " and Retry-After: " + retryAfter.strip();
        return Finding.found(
                Point.TOO_MANY_REQUESTS, "http-" + response.status() + "-" + form + (retryAfter == null ? "" : "-retry-after"),
                "A throttled request gets " + String.join(" ", parts) + pause + ", which the component recognizes.");
    }
}
