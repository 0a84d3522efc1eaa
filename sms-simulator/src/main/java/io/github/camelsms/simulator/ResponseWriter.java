package io.github.camelsms.simulator;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.github.tomakehurst.wiremock.http.ChunkedDribbleDelay;
import com.github.tomakehurst.wiremock.http.HttpHeader;
import com.github.tomakehurst.wiremock.http.HttpHeaders;
import com.github.tomakehurst.wiremock.http.Response;

/** Turns an answer into WireMock's response, with the fault that spoils it. */
final class ResponseWriter {

    private static final byte[] GARBAGE = "]} <not json> \u0000\u0007 {[".getBytes(StandardCharsets.UTF_8);
    private static final int PIECES_OF_A_TRICKLE = 20;

    private final SimulatorClock clock;

    ResponseWriter(SimulatorClock clock) {
        this.clock = clock;
    }

    Response write(SmsService.Outcome outcome) {
        Answer answer = outcome.answer();
        Fault fault = outcome.fault();
        if (fault == null) {
            return whole(answer);
        }
        byte[] body = answer.body();
        if (fault instanceof Fault.DropBeforeAccepting drop) {
            return broken(drop.reset());
        }
        if (fault instanceof Fault.DropAfterAccepting drop) {
            return broken(drop.reset());
        }
        if (fault instanceof Fault.HttpStatus failure) {
            return whole(Answer.html(failure.status()));
        }
        if (fault instanceof Fault.WrongCount wrongCount) {
            return whole(WrongCounts.apply(answer, wrongCount.error()));
        }
        if (fault instanceof Fault.DelayAnswer late) {
            clock.sleep(late.delay());
            return whole(answer);
        }
        if (fault instanceof Fault.StallBody stall) {
            return head(answer, StallingBody.length(body)).body(() -> new StallingBody(body, stall.pause(), clock)).build();
        }
        if (fault instanceof Fault.TrickleBody trickle) {
            return head(answer, body.length).body(body).chunkedDribbleDelay(dribble(trickle.total())).build();
        }
        if (fault instanceof Fault.TruncateBody) {
            // The server closes the connection when it finds less than the announced length.
            return head(answer, body.length).body(Arrays.copyOf(body, body.length / 2)).build();
        }
        if (fault instanceof Fault.GarbageBody) {
            return head(answer, GARBAGE.length).body(GARBAGE).build();
        }
        if (fault instanceof Fault.OversizedBody oversized) {
            int length = Math.addExact(oversized.bytes(), body.length);
            return head(answer, length).body(() -> new PaddedBody(oversized.bytes(), body)).build();
        }
        throw new IllegalStateException(fault + " should have become an answer of the service");
    }

    private static Response broken(boolean reset) {
        return Response.response().fault(
                reset
                        ? com.github.tomakehurst.wiremock.http.Fault.CONNECTION_RESET_BY_PEER
                        : com.github.tomakehurst.wiremock.http.Fault.EMPTY_RESPONSE)
                .build();
    }

    private static Response whole(Answer answer) {
        byte[] body = answer.body();
        return head(answer, body.length).body(body).build();
    }

    private static Response.Builder head(Answer answer, int contentLength) {
        List<HttpHeader> headers = new ArrayList<>();
        answer.headers().forEach((name, value) -> headers.add(new HttpHeader(name, value)));
        headers.add(new HttpHeader("Content-Length", Integer.toString(contentLength)));
        return Response.response().status(answer.httpStatus()).headers(new HttpHeaders(headers));
    }

    private static ChunkedDribbleDelay dribble(Duration total) {
        return new ChunkedDribbleDelay(PIECES_OF_A_TRICKLE, Math.toIntExact(total.toMillis()));
    }
}
