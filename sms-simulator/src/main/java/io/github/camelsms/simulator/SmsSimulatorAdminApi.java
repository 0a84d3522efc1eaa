package io.github.camelsms.simulator;

import java.util.Locale;
import java.util.function.Function;

import com.github.tomakehurst.wiremock.admin.Router;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.extension.AdminApiExtension;
import com.github.tomakehurst.wiremock.http.QueryParameter;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import wiremock.com.fasterxml.jackson.databind.JsonNode;
import wiremock.com.fasterxml.jackson.databind.node.ArrayNode;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** The simulator's own resources under WireMock's {@code /__admin/sms}. */
final class SmsSimulatorAdminApi implements AdminApiExtension {

    private static final int DEFAULT_LIMIT = 1000;
    private static final int MAX_LIMIT = 10_000;
    private static final int MAX_TIMES = 100_000;

    private final SmsService service;

    SmsSimulatorAdminApi(SmsService service) {
        this.service = service;
    }

    @Override
    public String getName() {
        return "sms-simulator-admin";
    }

    @Override
    public void contributeAdminApiRoutes(Router router) {
        add(router, RequestMethod.GET, "/sms/statistics", request -> statistics());
        add(router, RequestMethod.POST, "/sms/reset", request -> reset());
        add(router, RequestMethod.POST, "/sms/faults", this::addFault);
        add(router, RequestMethod.DELETE, "/sms/faults", request -> clearFaults());
        add(router, RequestMethod.GET, "/sms/messages", this::messages);
    }

    private static void add(Router router, RequestMethod method, String path, Function<Request, ObjectNode> task) {
        router.add(method, path, (admin, event, parameters) -> {
            try {
                return respond(200, task.apply(event.getRequest()));
            } catch (IllegalArgumentException e) {
                return respond(400, Json.object().put("error", e.getMessage()));
            }
        });
    }

    private ObjectNode statistics() {
        return StatisticsJson.of(service.counters().snapshot());
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
                    "the body must be like {\"fault\":\"dropAfterAccepting\",\"operation\":\"SEND\",\"times\":1}");
        }
        Fault fault = Fault.parse(body.path("fault").textValue());
        Operation operation = operation(body.path("operation").asText("SEND"));
        if (body.has("probability")) {
            service.faults().addRandom(operation, fault, body.path("probability").asDouble(Double.NaN));
        } else {
            int times = body.path("times").asInt(1);
            if (times < 1 || times > MAX_TIMES) {
                throw new IllegalArgumentException("times is " + times + ", it must be from 1 to " + MAX_TIMES);
            }
            for (int i = 0; i < times; i++) {
                service.faults().enqueue(operation, fault);
            }
        }
        return Json.object().put("queued", service.faults().queued());
    }

    private static Operation operation(String name) {
        for (Operation operation : Operation.values()) {
            if (operation.name().equals(name.toUpperCase(Locale.ROOT))) {
                return operation;
            }
        }
        throw new IllegalArgumentException("there is no operation '" + name + "': use SEND, STATUS or STATUS_BY_DATE");
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
            // Answered below, together with numbers that are out of range.
        }
        throw new IllegalArgumentException(name + " is '" + parameter.firstValue() + "', it must be from 0 to " + max);
    }

    private static ResponseDefinition respond(int status, ObjectNode body) {
        return ResponseDefinitionBuilder.responseDefinition()
                .withStatus(status)
                .withHeader("Content-Type", "application/json")
                .withBody(Json.bytes(body))
                .build();
    }
}
