package io.github.camelsms.simulator.admin;

import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

import com.github.tomakehurst.wiremock.admin.Router;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.extension.AdminApiExtension;
import com.github.tomakehurst.wiremock.http.QueryParameter;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SimulatorStatistics;
import io.github.camelsms.simulator.fault.FaultParser;
import io.github.camelsms.simulator.json.Json;
import io.github.camelsms.simulator.service.SmsService;
import wiremock.com.fasterxml.jackson.databind.JsonNode;
import wiremock.com.fasterxml.jackson.databind.node.ArrayNode;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** The admin resources of the simulator, below {@code /__admin/sms}. */
public final class AdminApi implements AdminApiExtension {

    /** Method and path of each resource, below {@code /__admin}. */
    static final Set<String> ROUTES = Set.of(
            "GET /sms/statistics", "POST /sms/reset", "POST /sms/faults", "DELETE /sms/faults", "GET /sms/messages");

    private static final int DEFAULT_LIMIT = 1000;
    private static final int MAX_LIMIT = 10_000;
    private static final int MAX_TIMES = 100_000;

    private final SmsService service;

    public AdminApi(SmsService service) {
        this.service = service;
    }

    @Override
    public String getName() {
        return "sms-simulator-admin";
    }

    @Override
    public void contributeAdminApiRoutes(Router router) {
        // WireMock identifies tasks by class, so each needs its own lambda.
        router.add(RequestMethod.GET, "/sms/statistics", (admin, event, path) -> respond(event, request -> statistics()));
        router.add(RequestMethod.POST, "/sms/reset", (admin, event, path) -> respond(event, request -> reset()));
        router.add(RequestMethod.POST, "/sms/faults", (admin, event, path) -> respond(event, this::addFault));
        router.add(RequestMethod.DELETE, "/sms/faults", (admin, event, path) -> respond(event, request -> clearFaults()));
        router.add(RequestMethod.GET, "/sms/messages", (admin, event, path) -> respond(event, this::messages));
    }

    private static ResponseDefinition respond(ServeEvent event, Function<Request, ObjectNode> task) {
        try {
            return respond(200, task.apply(event.getRequest()));
        } catch (IllegalArgumentException e) {
            return respond(400, Json.object().put("error", e.getMessage()));
        }
    }

    private ObjectNode statistics() {
        SimulatorStatistics statistics = service.counters().snapshot();
        ObjectNode json = Json.object(statistics);
        // JSON has no NaN.
        if (Double.isNaN(statistics.smallestGapMillis())) {
            json.putNull("smallestGapMillis");
        }
        if (Double.isNaN(statistics.smallestAdmittedGapMillis())) {
            json.putNull("smallestAdmittedGapMillis");
        }
        return json;
    }

    private ObjectNode reset() {
        service.reset();
        return Json.object().put("reset", true);
    }

    private ObjectNode clearFaults() {
        service.faults().clear();
        return Json.object().put("queued", 0);
    }

    private ObjectNode addFault(Request request) {
        JsonNode body = Json.parse(request.getBody());
        if (body == null || !body.path("fault").isTextual()) {
            throw new IllegalArgumentException(
                    "the body must have the form {\"fault\":\"dropAfterAccepting\",\"operation\":\"SEND\",\"times\":1}");
        }
        Fault fault = FaultParser.parse(body.path("fault").textValue());
        Operation operation = operation(body.path("operation").asText("SEND"));
        if (body.has("probability")) {
            service.faults().addRandom(operation, fault, body.path("probability").asDouble(Double.NaN));
        } else {
            int times = times(body.path("times"));
            for (int i = 0; i < times; i++) {
                service.faults().enqueue(operation, fault);
            }
        }
        return Json.object().put("queued", service.faults().queued());
    }

    private static int times(JsonNode times) {
        if (times.isMissingNode()) {
            return 1;
        }
        if (!times.isInt() || times.intValue() < 1 || times.intValue() > MAX_TIMES) {
            throw new IllegalArgumentException("times is " + times + ": it must be from 1 to " + MAX_TIMES);
        }
        return times.intValue();
    }

    private static Operation operation(String name) {
        for (Operation operation : Operation.values()) {
            if (operation.name().equals(name.toUpperCase(Locale.ROOT))) {
                return operation;
            }
        }
        throw new IllegalArgumentException("unknown operation '" + name + "': use SEND, STATUS or STATUS_BY_DATE");
    }

    private ObjectNode messages(Request request) {
        int offset = number(request, "offset", 0, Integer.MAX_VALUE);
        int limit = number(request, "limit", DEFAULT_LIMIT, MAX_LIMIT);
        ObjectNode page = Json.object().put("total", service.store().size());
        ArrayNode items = page.putArray("messages");
        for (SimulatedMessage message : service.store().snapshot(offset, limit)) {
            items.addObject()
                    .put("id_sms", message.id())
                    .put("correlationId", message.correlationId())
                    .put("status", message.status().name())
                    .put("timesAccepted", message.timesAccepted());
        }
        if ((long) offset + items.size() < page.path("total").asInt() && !items.isEmpty()) {
            page.put("nextOffset", offset + items.size());
        }
        return page;
    }

    private static int number(Request request, String name, int absent, int max) {
        QueryParameter parameter = request.queryParameter(name);
        if (parameter == null || !parameter.isPresent()) {
            return absent;
        }
        try {
            int value = Integer.parseInt(parameter.firstValue());
            if (value >= 0 && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The exception below covers numbers out of range too.
        }
        throw new IllegalArgumentException(name + " is '" + parameter.firstValue() + "': it must be from 0 to " + max);
    }

    static ResponseDefinition respond(int status, ObjectNode body) {
        return ResponseDefinitionBuilder.responseDefinition()
                .withStatus(status)
                .withHeader("Content-Type", "application/json")
                .withBody(Json.bytes(body))
                .build();
    }
}
