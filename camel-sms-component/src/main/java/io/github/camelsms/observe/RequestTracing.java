package io.github.camelsms.observe;

import java.net.URI;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

import io.github.camelsms.dispatch.ResultSink;
import io.github.camelsms.model.SendResponse;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;

/**
 * Shows send requests in the traces of the exchanges whose messages they carry. Thread-safe.
 */
public interface RequestTracing {

    /** Shows nothing, at no cost: what is used without a tracer. */
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
     * One send request.
     *
     * @param account  label of its account
     * @param address  what it is posted to; holds no credentials
     * @param messages messages in it, 1 or more
     * @param origins  gives the sinks of the exchanges that its messages come from, each once
     */
    record Request(String account, URI address, int messages, Supplier<Set<ResultSink>> origins) {
    }

    /** Makes a request, and tells the HTTP status of its response if one came. */
    @FunctionalInterface
    interface Call {

        SendResponse make(IntConsumer httpStatus);
    }

    /** The tracing of a context, as it is set up by now. */
    static RequestTracing of(CamelContext context) {
        // OpenTelemetry is optional: without it, the class that uses it must not be touched.
        boolean isThere = context.getClassResolver().resolveClass("io.opentelemetry.api.trace.Tracer") != null;
        RequestTracing tracing = isThere ? OpenTelemetryTracing.of(context) : NONE;
        return tracing == NONE ? NONE : new GuardedTracing(tracing);
    }

    /**
     * The sink of an exchange that is about to be handed to the engine, on its caller's thread.
     *
     * @return the sink to hand in instead
     */
    ResultSink follow(Exchange exchange, ResultSink sink);

    /**
     * Makes a request and shows it.
     *
     * @param call does not throw
     */
    SendResponse trace(Request request, Call call);
}
