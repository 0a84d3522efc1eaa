package io.github.camelsms.observe;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.SendResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

import org.apache.camel.Exchange;

/**
 * Decorator that isolates requests from tracing failures: the request is made exactly once, even if a tracer or a span
 * processor throws an exception. Thread-safe.
 */
final class GuardedTracing implements RequestTracing {

    private static final SafeLogger LOG = SafeLogger.of(GuardedTracing.class);

    private final RequestTracing tracing;
    private final AtomicBoolean hasWarned = new AtomicBoolean();

    GuardedTracing(RequestTracing tracing) {
        this.tracing = tracing;
    }

    @Override
    public ResultSink follow(Exchange exchange, ResultSink sink) {
        try {
            return tracing.follow(exchange, sink);
        } catch (Throwable e) {
            failed(e);
            return sink;
        }
    }

    @Override
    public SendResponse trace(Request request, Call call) {
        OneCall once = new OneCall(call);
        try {
            return tracing.trace(request, once);
        } catch (Throwable e) {
            failed(e);
            return once.response();
        }
    }

    private void failed(Throwable cause) {
        if (hasWarned.compareAndSet(false, true)) {
            LOG.log(Level.WARN, cause,
                    "Send requests are missing in traces because the tracer failed. Messages are still sent. Check the OpenTelemetry setup. This is logged once");
        }
    }

    /** A call that makes the request at most once, traced or not. */
    private final class OneCall implements Call {

        private final Call call;
        private @Nullable SendResponse response;

        OneCall(Call call) {
            this.call = call;
        }

        @Override
        public SendResponse make(IntConsumer httpStatus) {
            response = call.make(status -> {
                try {
                    httpStatus.accept(status);
                } catch (Throwable e) {
                    failed(e);
                }
            });
            return response;
        }

        SendResponse response() {
            SendResponse received = response;
            return received != null ? received : make(status -> {
            });
        }
    }
}
