package io.github.camelsms.cli.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.camelsms.cli.doctor.SendOutcome.Kind;
import io.github.camelsms.cli.doctor.ServiceHttp.Lost;
import io.github.camelsms.cli.doctor.ServiceHttp.Received;
import io.github.camelsms.cli.doctor.ServiceHttp.Reply;
import org.jspecify.annotations.Nullable;

/**
 * The requests of an examination, and what its steps know. Requests are at least an interval apart, except where a step
 * examines the limit itself. Not thread-safe.
 * <p>
 * It is the only place that creates messages: each one has a correlation id of its own and goes to the number of the
 * settings, and a message of unknown outcome ends all sending.
 */
final class Examination {

    /** A message, which is in one accepted request at most. */
    record Message(String correlationId, ObjectNode json) {
    }

    /** A poll that got a response. */
    record Poll(Received response, StatusItems statuses) {
    }

    static final String SEND = "/v1/send";
    static final String STATUS = "/v1/status";
    static final String STATUS_BY_DATE = "/v1/status/date";
    /** A send request that no service can take for a message. */
    static final byte[] NO_MESSAGES = "{\"sms\":[]}".getBytes(StandardCharsets.UTF_8);

    private static final int MAX_THROTTLED = 5;
    private static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(1);

    private final DoctorSettings settings;
    private final ServiceHttp http;
    private final DoctorClock clock;
    private final StatusFile file;
    private final Map<String, List<JsonNode>> polled = new HashMap<>();
    private final Duration interval;
    private long lastResponse;
    private boolean hasRequested;
    private Duration requestedPause = Duration.ZERO;
    private int messagesLeft;
    private int nextMessage = 1;
    private int messagesSpent;
    private int requests;
    private int statusesReceived;
    private int lostPolls;
    private @Nullable String end;
    private @Nullable String sendingEnd;

    /** What the first message showed; null until it was accepted and listed. */
    @Nullable
    Listed listed;
    /** How the rate limit responds; null unless a request was throttled. */
    @Nullable
    Limit limit;

    /**
     * A message whose statuses were observed.
     *
     * @param sentSeconds its send time according to the service, in Unix seconds; null if it was not shown
     * @param offset      offset of sentDate in seconds, or null
     * @param isByDate    whether a query by date returned it
     * @param untilFinal  time from the request until its final status was seen, or null
     */
    record Listed(String correlationId, @Nullable Long sentSeconds, @Nullable Integer offset, boolean isByDate,
            @Nullable Duration untilFinal) {
    }

    /**
     * The rate limit.
     *
     * @param throttlesEmpty whether requests without messages are throttled
     * @param countsEmpty    whether they count against the limit
     */
    record Limit(boolean throttlesEmpty, boolean countsEmpty) {
    }

    Examination(DoctorSettings settings, ServiceHttp http, DoctorClock clock, StatusFile file) {
        this.settings = settings;
        this.http = http;
        this.clock = clock;
        this.file = file;
        this.interval = Duration.ofMillis(Math.round(1100 / settings.requestsPerSecond()));
    }

    DoctorSettings settings() {
        return settings;
    }

    ServiceHttp http() {
        return http;
    }

    StatusFile file() {
        return file;
    }

    /** Returns the messages that were accepted, or may have been. */
    int messagesSpent() {
        return messagesSpent;
    }

    int requests() {
        return requests;
    }

    int statusesReceived() {
        return statusesReceived;
    }

    /** Returns the polls without a complete response, whose statuses may be lost. */
    int lostPolls() {
        return lostPolls;
    }

    /** Ends the examination: all further steps are skipped for the reason. */
    void end(String reason) {
        end = reason;
    }

    /** Returns why no further step can run, or null. */
    @Nullable
    String ended() {
        return end;
    }

    /** Returns why no further message is sent, or null. */
    @Nullable
    String sendingEnded() {
        return sendingEnd;
    }

    /** Allows a step to spend this many messages. */
    void allow(int messages) {
        messagesLeft = messages;
    }

    /** Returns the messages that the step may still spend. */
    int messagesLeft() {
        return messagesLeft;
    }

    Instant now() {
        return clock.now();
    }

    long nanoTime() {
        return clock.nanoTime();
    }

    Duration since(long nanoTime) {
        return Duration.ofNanos(clock.nanoTime() - nanoTime);
    }

    void sleep(Duration duration) throws InterruptedException {
        if (duration.compareTo(Duration.ZERO) > 0) {
            clock.sleep(duration);
        }
    }

    /** Waits until the rate limit has forgotten all earlier requests. */
    void quiet(Duration more) throws InterruptedException {
        Duration wanted = max(Duration.ofMillis(Math.round(2500 / Math.min(1, settings.requestsPerSecond()))), requestedPause)
                .plus(more);
        sleep(wanted);
        requestedPause = Duration.ZERO;
    }

    /** Returns the correlation id of a message of this examination; no message has the number 0. */
    String correlationId(int number) {
        return "camel-sms-doctor-" + settings.runId() + "-" + number;
    }

    /** Creates a message to the number of the settings. */
    Message message() {
        return message(null);
    }

    /** Creates a message with a scheduled date in Unix seconds, or without one. */
    Message message(@Nullable Long scheduledSeconds) {
        int number = nextMessage++;
        String id = correlationId(number);
        ObjectNode json = Json.object()
                .put("messageText", "Camel SMS doctor, message " + number + " of examination " + settings.runId())
                .put("destination", settings.number())
                .put("correlationId", id);
        if (scheduledSeconds != null) {
            json.put("scheduledDate", scheduledSeconds);
        }
        return new Message(id, json);
    }

    /** Creates an invalid message, which has no destination, so that the service cannot send it. */
    Message withoutDestination() {
        Message message = message();
        message.json().remove("destination");
        return message;
    }

    /**
     * Waits for the interval between requests, then sends one. Repeats it while it is throttled, because then nothing
     * was accepted.
     */
    SendOutcome send(List<Message> messages, int minBytes) throws InterruptedException {
        for (int attempt = 1;; attempt++) {
            pace();
            SendOutcome outcome = sendNow(messages, minBytes);
            if (outcome.kind() != Kind.THROTTLED || attempt == MAX_THROTTLED) {
                return outcome;
            }
            quiet(Duration.ZERO);
        }
    }

    /**
     * Sends a request at once.
     *
     * @param messages valid messages, then invalid ones
     * @param minBytes size of the body, which is filled with spaces
     */
    SendOutcome sendNow(List<Message> messages, int minBytes) {
        int valid = (int) messages.stream().filter(message -> message.json().has("destination")).count();
        if (sendingEnd != null || valid > messagesLeft) {
            throw new IllegalStateException("the step would send more messages than it announced");
        }
        Reply reply = count(http.post(SEND, body(messages, minBytes)));
        SendOutcome outcome = SendOutcome.of(reply, messages.get(0).correlationId());
        int spent = switch (outcome.kind()) {
            case ACCEPTED -> (int) Math.max(
                    1, outcome.results().stream().filter(result -> Integer.valueOf(5).equals(Json.code(result))).count());
            case UNKNOWN -> valid;
            default -> 0;
        };
        messagesSpent += spent;
        messagesLeft -= spent;
        if (outcome.kind() == Kind.UNKNOWN) {
            sendingEnd = "the outcome of message " + messages.get(0).correlationId() + " is unknown (" + outcome.reason()
                         + "), so no further message is sent";
        }
        return outcome;
    }

    private static byte[] body(List<Message> messages, int minBytes) {
        ArrayNode sms = Json.array();
        messages.forEach(message -> sms.add(message.json()));
        byte[] json = Json.object().set("sms", sms).toString().getBytes(StandardCharsets.UTF_8);
        byte[] body = Arrays.copyOf(json, Math.max(json.length, minBytes));
        Arrays.fill(body, json.length, body.length, (byte) ' ');
        return body;
    }

    /** Posts a request without messages at once. */
    Reply postNoMessages() {
        return count(http.post(SEND, NO_MESSAGES));
    }

    /** Waits for the interval between requests, then gets a path. Repeats the request while it is throttled. */
    Reply get(String path) throws InterruptedException {
        for (int attempt = 1;; attempt++) {
            pace();
            Reply reply = getNow(path);
            if (!isThrottled(reply) || attempt == MAX_THROTTLED) {
                return reply;
            }
            quiet(Duration.ZERO);
        }
    }

    /** Gets a path at once. */
    Reply getNow(String path) {
        return count(http.get(path));
    }

    /** Waits for the interval between requests, then gets a path without credentials. */
    Reply getAnonymously(String path) throws InterruptedException {
        pace();
        return count(http.getAnonymously(path));
    }

    /** Returns the path of a query by date. */
    static String byDate(long seconds, @Nullable String correlationId) {
        return STATUS_BY_DATE + "?date=" + seconds + (correlationId == null ? "" : "&correlationid=" + correlationId);
    }

    /** Returns the items of a message that a query by date returns, none if it returns none; null if it fails. */
    @Nullable
    List<JsonNode> findByDate(long seconds, String correlationId) throws InterruptedException {
        Received response = get(byDate(seconds, correlationId)).received();
        if (response == null || !response.isSuccess() || response.json() == null || Json.hasCode(response.json(), -20)) {
            return null;
        }
        return StatusItems.in(response.json()).of(correlationId);
    }

    /**
     * Waits for the interval between requests, then polls the statuses not yet consulted.
     *
     * @return             null if there is no response
     * @throws IOException if the statuses cannot be kept
     */
    @Nullable
    Poll poll() throws IOException, InterruptedException {
        for (int attempt = 1;; attempt++) {
            pace();
            Reply reply = pollNow();
            Received response = reply.received();
            if (response == null) {
                return null;
            }
            if (!response.isThrottled() || attempt == MAX_THROTTLED) {
                return new Poll(response, StatusItems.in(response.json()));
            }
            quiet(Duration.ZERO);
        }
    }

    /** Polls at once, and keeps what it receives. */
    Reply pollNow() throws IOException {
        file.create();
        Reply reply = count(http.get(STATUS));
        if (reply instanceof Received response && !response.isThrottled() && response.body().length > 0) {
            file.append(clock.now(), response.status(), response.body());
            StatusItems statuses = StatusItems.in(response.json());
            statusesReceived += statuses.items().size();
            for (JsonNode item : statuses.items()) {
                String id = Json.text(item, "correlationId");
                if (id != null) {
                    polled.computeIfAbsent(id, any -> new ArrayList<>()).add(item);
                }
            }
        } else if (reply instanceof Lost lost) {
            lostPolls++;
            if (lost.partial().length > 0) {
                file.append(clock.now(), 0, lost.partial());
            }
        }
        return reply;
    }

    /** Returns the statuses of a message that polls have returned. */
    List<JsonNode> polled(String correlationId) {
        return polled.getOrDefault(correlationId, List.of());
    }

    static boolean isThrottled(Reply reply) {
        Received response = reply.received();
        return response != null && response.isThrottled();
    }

    private void pace() throws InterruptedException {
        if (hasRequested) {
            sleep(max(interval, requestedPause).minusNanos(clock.nanoTime() - lastResponse));
            requestedPause = Duration.ZERO;
        }
    }

    private Reply count(Reply reply) {
        requests++;
        hasRequested = true;
        lastResponse = clock.nanoTime();
        Received response = reply.received();
        String retryAfter = response == null ? null : response.retryAfter();
        if (retryAfter != null && retryAfter.strip().matches("\\d{1,9}")) {
            Duration pause = Duration.ofSeconds(Long.parseLong(retryAfter.strip()));
            requestedPause = pause.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : pause;
        }
        return reply;
    }

    private static Duration max(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }
}
