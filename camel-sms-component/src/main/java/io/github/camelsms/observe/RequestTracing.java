package io.github.camelsms.observe;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.SendResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;

/**
 * Tracing of send requests, linked with the traces of the exchanges whose messages they carry. Thread-safe.
 */
public interface RequestTracing {

    /** Tracing without a tracer, which does nothing. */
    RequestTracing NONE = new RequestTracing() {
        @Override
        public ResultSink follow(Exchange exchange, ResultSink sink) {
            return sink;
        }

        @Override
        public SendResponse trace(Request request, Call call) {
            return call.make(status -> {
            });
        }
    };

    /**
     * A send request.
     *
     * @param account  label of its account
     * @param address  its URL; holds no credentials
     * @param messages number of its messages, 1 or more
     * @param origins  supplies the sinks of the exchanges that its messages come from, without duplicates
     */
    record Request(String account, URI address, int messages, Supplier<Set<ResultSink>> origins) {
    }

    /** Makes a request and passes on the HTTP status of its response, if there is one. */
    @FunctionalInterface
    interface Call {

        SendResponse make(IntConsumer httpStatus);
    }

    /** Returns the tracing of a context as currently configured. */
    static RequestTracing of(CamelContext context) {
        RequestTracing tracing = OptionalLibrary.isPresent("io.opentelemetry.api.trace.Tracer")
                ? OpenTelemetryTracing.of(context) : NONE;
        return tracing == NONE ? NONE : new Guarded(tracing);
    }

    /**
     * Wraps the sink of an exchange before it is passed to the engine. Called on the exchange's thread.
     *
     * @return the sink to use instead
     */
    ResultSink follow(Exchange exchange, ResultSink sink);

    /**
     * Makes a request inside a span.
     *
     * @param call does not throw
     */
    SendResponse trace(Request request, Call call);

    /**
     * Decorator that isolates requests from tracing failures: the request is made exactly once, even if a tracer or a
     * span processor throws an exception. Thread-safe.
     */
    final class Guarded implements RequestTracing {

        private static final SafeLogger LOG = SafeLogger.of(RequestTracing.class);

        private final RequestTracing tracing;
        private final AtomicBoolean hasWarned = new AtomicBoolean();

        Guarded(RequestTracing tracing) {
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
}
