package io.github.camelsms.simulator;

import java.util.HashMap;
import java.util.Map;

import com.github.tomakehurst.wiremock.extension.ResponseTransformerV2;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.Response;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import org.jspecify.annotations.Nullable;

/** WireMock's way into the service: finds the operation of each request and answers for it. */
final class SmsServiceTransformer implements ResponseTransformerV2 {

    static final String NAME = "sms-service";

    private final SmsService service;
    private final Network network;
    private final ResponseWriter writer;
    private final Map<String, Operation> operations = new HashMap<>();

    SmsServiceTransformer(SmsService service, SimulatorSettings settings) {
        this.service = service;
        this.network = new Network(settings.clock(), settings.latency(), settings.seed());
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
        String path = pathOf(request.getUrl());
        Operation operation = operations.get(path);
        Answer misdirected = misdirected(operation, request, path);
        if (operation == null || misdirected != null) {
            service.counters().otherRequest();
            Answer answer = misdirected == null ? Answer.empty(404) : misdirected;
            return writer.write(new SmsService.Outcome(answer, null));
        }
        network.wayThere();
        service.counters().started(operation);
        try {
            SmsService.Outcome outcome = service.answer(operation, request);
            Response written = writer.write(outcome);
            network.wayBack();
            return written;
        } finally {
            service.counters().finished(operation);
        }
    }

    private static @Nullable Answer misdirected(@Nullable Operation operation, Request request, String path) {
        if (operation == null) {
            return Answer.nok(404, 404, "there is nothing at " + path);
        }
        String method = request.getMethod().getName();
        return operation.method().equals(method)
                ? null : Answer.nok(405, 405, path + " wants " + operation.method() + ", not " + method).withHeader("Allow",
                        operation.method());
    }

    private static String pathOf(String url) {
        int mark = url.indexOf('?');
        return mark < 0 ? url : url.substring(0, mark);
    }
}
