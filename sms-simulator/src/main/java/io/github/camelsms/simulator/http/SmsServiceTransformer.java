package io.github.camelsms.simulator.http;

import java.util.HashMap;
import java.util.Map;

import com.github.tomakehurst.wiremock.common.Urls;
import com.github.tomakehurst.wiremock.extension.ResponseTransformerV2;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.Response;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.service.ServiceResponse;
import io.github.camelsms.simulator.service.SmsService;
import io.github.camelsms.simulator.settings.SimulatorSettings;

/** The WireMock extension that passes requests to the service. */
final class SmsServiceTransformer implements ResponseTransformerV2 {

    static final String NAME = "sms-service";

    private final SmsService service;
    private final ResponseWriter writer;
    private final Map<String, Operation> operations = new HashMap<>();

    SmsServiceTransformer(SmsService service, SimulatorSettings settings) {
        this.service = service;
        this.writer = new ResponseWriter(settings.clock());
        for (Operation operation : Operation.values()) {
            operations.put(settings.server().basePath() + operation.path(), operation);
        }
    }

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public boolean applyGlobally() {
        return false;
    }

    @Override
    public Response transform(Response response, ServeEvent serveEvent) {
        Request request = serveEvent.getRequest();
        String path = Urls.getPath(request.getUrl());
        Operation operation = operations.get(path);
        if (operation == null) {
            return rejected(ServiceResponse.nok(404, 404, "path " + path + " does not exist"));
        }
        String method = request.getMethod().getName();
        if (!operation.method().equals(method)) {
            return rejected(
                    ServiceResponse.nok(405, 405, "path " + path + " does not allow " + method + ": use " + operation.method())
                            .withHeader("Allow", operation.method()));
        }
        service.network().delayRequest();
        service.counters().started(operation);
        try {
            Response written = writer.write(service.respond(operation, request));
            service.network().delayResponse();
            return written;
        } finally {
            service.counters().finished(operation);
        }
    }

    private Response rejected(ServiceResponse response) {
        service.counters().otherRequest();
        return writer.write(new SmsService.Outcome(response, null));
    }
}
