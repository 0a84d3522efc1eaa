package io.github.camelsms.observe;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a throwing tracer never loses a response.
 */
class GuardedTracingTest {

    private static final SendResponse RESPONSE = new SendResponse.NotUnderstood(400, "no");
    private static final RequestTracing.Request REQUEST
            = new RequestTracing.Request("demo", URI.create("http://localhost/v1/send"), 1, Set::of);
    private static final ResultSink SINK = new ResultSink() {
        @Override
        public void result(long index, SmsSendResult result) {
        }

        @Override
        public void completed(@Nullable ReadFailure unread) {
        }
    };

    private final AtomicInteger calls = new AtomicInteger();

    /** Where the tracer throws. */
    private abstract static class Broken implements RequestTracing {

        @Override
        public ResultSink follow(Exchange exchange, ResultSink sink) {
            throw new NoSuchMethodError("another version of the library");
        }
    }

    @Test
    void trace_tracerThrowsBeforeTheCall_makesTheRequestOnce() {
        assertThat(trace(new Broken() {
            @Override
            public SendResponse trace(Request request, Call call) {
                throw new NoClassDefFoundError("io/opentelemetry/api/Something");
            }
        })).isSameAs(RESPONSE);
        assertThat(calls).hasValue(1);
    }

    @Test
    void trace_tracerThrowsAfterTheCall_keepsTheResponse() {
        assertThat(trace(new Broken() {
            @Override
            public SendResponse trace(Request request, Call call) {
                call.make(status -> {
                });
                throw new IllegalStateException("the span processor is closed");
            }
        })).isSameAs(RESPONSE);
        assertThat(calls).hasValue(1);
    }

    @Test
    void trace_tracerThrowsOnHttpStatus_keepsTheResponse() {
        assertThat(trace(new Broken() {
            @Override
            public SendResponse trace(Request request, Call call) {
                return call.make(status -> {
                    throw new IllegalStateException("no attributes");
                });
            }
        })).isSameAs(RESPONSE);
        assertThat(calls).hasValue(1);
    }

    @Test
    void follow_tracerThrows_returnsTheOriginalSink() {
        RequestTracing guarded = new RequestTracing.Guarded(new Broken() {
            @Override
            public SendResponse trace(Request request, Call call) {
                return RESPONSE;
            }
        });
        assertThat(guarded.follow(new DefaultExchange(new DefaultCamelContext()), SINK)).isSameAs(SINK);
    }

    private SendResponse trace(RequestTracing broken) {
        return new RequestTracing.Guarded(broken).trace(REQUEST, httpStatus -> {
            calls.incrementAndGet();
            httpStatus.accept(400);
            return RESPONSE;
        });
    }
}
