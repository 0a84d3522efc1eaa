package io.github.camelsms.simulator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

import org.jspecify.annotations.Nullable;
import wiremock.com.fasterxml.jackson.databind.JsonNode;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** {@code POST /v1/send}: takes the messages that are in order and gives each its own result. */
final class SendOperation {

    static final int MAX_MESSAGES = 200;

    private static final int SUCCESS = 5;
    private static final int CALL_ERROR = -5;

    /** An answer, and whether it holds a result for each message or refuses the request as a whole. */
    record Result(boolean taken, Answer answer) {
    }

    private final MessageStore store;
    private final Counters counters;
    private final SubmissionReader reader;
    private final ResultOrder order;
    private final Random shuffle;

    SendOperation(MessageStore store, Counters counters, SimulatorSettings settings) {
        this.store = store;
        this.counters = counters;
        this.reader = new SubmissionReader(settings.delivery().rejectedDestinations());
        this.order = settings.answers().resultOrder();
        this.shuffle = new Random(settings.seed());
    }

    /**
     * Answers a request.
     *
     * @return whether the messages were looked at, each by itself, and the answer
     */
    Result handle(@Nullable String contentType, byte @Nullable [] body) {
        if (contentType == null || !contentType.toLowerCase(Locale.ROOT).startsWith("application/json")) {
            return refused(415, "Content-Type is " + contentType + ", it must be application/json");
        }
        JsonNode json = Json.parse(body);
        if (json == null) {
            return refused(400, "the body is no JSON");
        }
        JsonNode sms = json.path("sms");
        if (!sms.isArray()) {
            return refused(400, "the body is no JSON object with a list named sms");
        }
        if (sms.isEmpty() || sms.size() > MAX_MESSAGES) {
            return refused(
                    400, "the list holds " + sms.size() + " messages, 1 to " + MAX_MESSAGES + " are allowed");
        }
        return new Result(true, take(sms));
    }

    private Result refused(int httpStatus, String reason) {
        counters.badRequest();
        return new Result(false, Answer.nok(httpStatus, CALL_ERROR, reason));
    }

    private Answer take(JsonNode sms) {
        List<ObjectNode> results = new ArrayList<>();
        int accepted = 0;
        int duplicates = 0;
        for (JsonNode message : sms) {
            SubmissionReader.Reading reading = reader.read(message);
            ObjectNode result;
            if (reading instanceof SubmissionReader.InOrder inOrder) {
                MessageStore.Receipt receipt = store.accept(inOrder.submission());
                accepted++;
                duplicates += receipt.duplicate() ? 1 : 0;
                result = Json.outcome("OK", SUCCESS).put("id_sms", receipt.id());
            } else {
                result = Json.outcome("NOK", CALL_ERROR).put("message", ((SubmissionReader.Refused) reading).reason());
            }
            results.add(result.put("correlationId", SubmissionReader.correlationId(message)));
        }
        counters.batch(results.size(), accepted, duplicates);
        arrange(results);
        return Answer.json(200, Json.array().addAll(results));
    }

    private void arrange(List<ObjectNode> results) {
        switch (order) {
            case REVERSED -> Collections.reverse(results);
            case SHUFFLED -> Collections.shuffle(results, shuffle);
            case INPUT -> {
                // As they are.
            }
        }
    }
}
