package io.github.camelsms.simulator.service;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import io.github.camelsms.simulator.ResultOrder;
import io.github.camelsms.simulator.json.Json;
import io.github.camelsms.simulator.message.MessageStore;
import io.github.camelsms.simulator.settings.SimulatorSettings;
import org.jspecify.annotations.Nullable;
import wiremock.com.fasterxml.jackson.databind.JsonNode;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** {@code POST /v1/send}: accepts the valid messages and returns a result for each message. */
final class SendOperation {

    private static final int MAX_MESSAGES = 200;

    private static final int SUCCESS = 5;
    private static final int CALL_ERROR = -5;

    /** A response, and whether it holds a result for each message or rejects the request as a whole. */
    record Result(boolean isAccepted, ServiceResponse response) {
    }

    /** The rejection of a request, or the messages of a valid one. */
    private record Reading(@Nullable Result rejection, JsonNode sms) {
    }

    private final MessageStore store;
    private final Counters counters;
    private final SubmissionReader reader;
    private final ResultOrder order;
    private final long seed;
    private final Random shuffle;

    SendOperation(MessageStore store, Counters counters, SimulatorSettings settings) {
        this.store = store;
        this.counters = counters;
        this.reader = new SubmissionReader(settings.delivery());
        this.order = settings.responses().resultOrder();
        this.seed = settings.seed();
        this.shuffle = new Random(seed);
    }

    Result respond(@Nullable String contentType, byte @Nullable [] body) {
        Reading reading = read(contentType, body);
        return reading.rejection == null ? new Result(true, accept(reading.sms)) : reading.rejection;
    }

    /** Returns the response to an invalid request, or null if the request is valid. */
    @Nullable
    Result reject(@Nullable String contentType, byte @Nullable [] body) {
        return read(contentType, body).rejection;
    }

    private Reading read(@Nullable String contentType, byte @Nullable [] body) {
        if (!isJson(contentType)) {
            return rejected(415, "Content-Type is " + contentType + ": it must be application/json");
        }
        JsonNode json = Json.parse(body);
        if (json == null) {
            return rejected(400, "the body is not JSON");
        }
        JsonNode sms = json.path("sms");
        if (!sms.isArray()) {
            return rejected(400, "the body is not a JSON object with an array named sms");
        }
        if (sms.isEmpty() || sms.size() > MAX_MESSAGES) {
            return rejected(400, "the array has " + sms.size() + " messages: 1 to " + MAX_MESSAGES + " are allowed");
        }
        return new Reading(null, sms);
    }

    /** Restarts the random order of results. */
    void reset() {
        shuffle.setSeed(seed);
    }

    private static boolean isJson(@Nullable String contentType) {
        return contentType != null && contentType.split(";", 2)[0].strip().equalsIgnoreCase("application/json");
    }

    private Reading rejected(int httpStatus, String reason) {
        counters.badRequest();
        return new Reading(new Result(false, ServiceResponse.nok(httpStatus, CALL_ERROR, reason)), Json.array());
    }

    private ServiceResponse accept(JsonNode sms) {
        List<ObjectNode> results = new ArrayList<>();
        int accepted = 0;
        int duplicates = 0;
        for (JsonNode message : sms) {
            SubmissionReader.Validation validation = reader.read(message);
            ObjectNode result;
            if (validation instanceof SubmissionReader.Valid valid) {
                MessageStore.Receipt receipt = store.accept(valid.submission());
                accepted++;
                duplicates += receipt.isDuplicate() ? 1 : 0;
                result = Json.outcome("OK", SUCCESS).put("id_sms", receipt.id());
            } else {
                result = Json.outcome("NOK", CALL_ERROR).put("message", ((SubmissionReader.Invalid) validation).reason());
            }
            results.add(result.put("correlationId", SubmissionReader.correlationId(message)));
        }
        counters.batch(results.size(), accepted, duplicates);
        arrange(results);
        return ServiceResponse.json(200, Json.array().addAll(results));
    }

    private void arrange(List<ObjectNode> results) {
        switch (order) {
            case REVERSED -> Collections.reverse(results);
            case SHUFFLED -> Collections.shuffle(results, shuffle);
            case INPUT -> {
                // Results are in this order already.
            }
        }
    }
}
