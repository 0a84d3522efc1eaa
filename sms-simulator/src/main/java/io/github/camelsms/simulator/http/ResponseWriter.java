package io.github.camelsms.simulator.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.github.tomakehurst.wiremock.http.ChunkedDribbleDelay;
import com.github.tomakehurst.wiremock.http.HttpHeader;
import com.github.tomakehurst.wiremock.http.HttpHeaders;
import com.github.tomakehurst.wiremock.http.Response;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SimulatorClock;
import io.github.camelsms.simulator.service.ServiceResponse;
import io.github.camelsms.simulator.service.SmsService;

/** A writer of WireMock responses, which applies the fault of each. */
final class ResponseWriter {

    private static final byte[] GARBAGE = "]} <not json> \u0000\u0007 {[".getBytes(StandardCharsets.UTF_8);
    private static final int TRICKLE_CHUNKS = 20;

    private final SimulatorClock clock;

    ResponseWriter(SimulatorClock clock) {
        this.clock = clock;
    }

    Response write(SmsService.Outcome outcome) {
        ServiceResponse response = outcome.response();
        Fault fault = outcome.fault();
        if (fault == null) {
            return whole(response);
        }
        byte[] body = response.body();
        if (fault instanceof Fault.DropBeforeAccepting drop) {
            return dropped(drop.reset());
        }
        if (fault instanceof Fault.DropAfterAccepting drop) {
            return dropped(drop.reset());
        }
        if (fault instanceof Fault.HttpStatus failure) {
            return whole(ServiceResponse.html(failure.status()));
        }
        if (fault instanceof Fault.WrongCount wrongCount) {
            return whole(ResultMismatch.apply(response, wrongCount.error()));
        }
        if (fault instanceof Fault.DelayResponse late) {
            clock.sleep(late.delay());
            return whole(response);
        }
        if (fault instanceof Fault.StallBody stall) {
            return uncompressed(response, StallingBody.length(body)).body(() -> new StallingBody(body, stall.pause(), clock))
                    .build();
        }
        if (fault instanceof Fault.TrickleBody trickle) {
            return uncompressed(response, body.length).body(body).chunkedDribbleDelay(dribble(trickle.total())).build();
        }
        if (fault instanceof Fault.TruncateBody) {
            // The server closes the connection because the body is shorter than Content-Length.
            return uncompressed(response, body.length).body(Arrays.copyOf(body, body.length / 2)).build();
        }
        if (fault instanceof Fault.GarbageBody) {
            return head(response, GARBAGE.length).body(GARBAGE).build();
        }
        if (fault instanceof Fault.OversizedBody oversized) {
            int length = oversized.bytes() + body.length;
            return head(response, length).body(() -> new PaddedBody(oversized.bytes(), body)).build();
        }
        throw new IllegalStateException(fault + " has no effect on a response");
    }

    private static Response dropped(boolean reset) {
        return Response.response().fault(
                reset
                        ? com.github.tomakehurst.wiremock.http.Fault.CONNECTION_RESET_BY_PEER
                        : com.github.tomakehurst.wiremock.http.Fault.EMPTY_RESPONSE)
                .build();
    }

    private static Response whole(ServiceResponse response) {
        byte[] body = response.body();
        return head(response, body.length).body(body).build();
    }

    /** The compression of the server would buffer the body, and end a truncated one correctly. */
    private static Response.Builder uncompressed(ServiceResponse response, int contentLength) {
        return head(response.withHeader("Content-Encoding", "identity"), contentLength);
    }

    private static Response.Builder head(ServiceResponse response, int contentLength) {
        List<HttpHeader> headers = new ArrayList<>();
        response.headers().forEach((name, value) -> headers.add(new HttpHeader(name, value)));
        headers.add(new HttpHeader("Content-Length", Integer.toString(contentLength)));
        return Response.response().status(response.httpStatus()).headers(new HttpHeaders(headers));
    }

    private static ChunkedDribbleDelay dribble(Duration total) {
        return new ChunkedDribbleDelay(TRICKLE_CHUNKS, Math.toIntExact(total.toMillis()));
    }
}
