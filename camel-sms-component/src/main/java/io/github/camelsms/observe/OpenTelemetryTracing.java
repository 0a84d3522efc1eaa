package io.github.camelsms.observe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.CamelContextHelper;

/**
 * Tracing with a span for each send request, linked in both directions with the spans of its messages. It uses
 * OpenTelemetry directly, because Camel's telemetry has no links.
 */
public final class OpenTelemetryTracing implements RequestTracing {

    public static final String SPAN_NAME = "sms:send POST /v1/send";

    /** Result of a request of which no byte was sent. Only traces have it, because such a request is not counted. */
    private static final String WITHHELD = "WITHHELD";
    private static final String SCOPE = "io.github.camelsms";
    private static final String TRACER_OF_CAMEL = "org.apache.camel.opentelemetry2.OpenTelemetryTracer";
    private static final TextMapGetter<Message> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Message message) {
            return message.getHeaders().keySet();
        }

        @Override
        public @Nullable String get(@Nullable Message message, String key) {
            return message == null ? null : message.getHeader(key, String.class);
        }
    };

    private final Tracer tracer;

    private OpenTelemetryTracing(Tracer tracer) {
        this.tracer = tracer;
    }

    /**
     * Creates a tracing with the tracer that Camel's own component selects: the tracer in the registry, that of the
     * registry's OpenTelemetry, or the global one if Camel uses it. Returns {@link RequestTracing#NONE} without a
     * tracer.
     */
    static RequestTracing of(CamelContext context) {
        Tracer tracer = CamelContextHelper.findSingleByType(context, Tracer.class);
        if (tracer != null) {
            return new OpenTelemetryTracing(tracer);
        }
        OpenTelemetry telemetry = CamelContextHelper.findSingleByType(context, OpenTelemetry.class);
        if (telemetry == null && isUsedByCamel(context)) {
            // A call before the global instance is set would prevent setting it.
            telemetry = GlobalOpenTelemetry.get();
        }
        return telemetry == null ? NONE : new OpenTelemetryTracing(telemetry.getTracer(SCOPE));
    }

    private static boolean isUsedByCamel(CamelContext context) {
        return context.hasService(service -> service.getClass().getName().equals(TRACER_OF_CAMEL)) != null;
    }

    /** A sink with its exchange's span, which restores the exchange's context on the thread where it continues. */
    private record FollowedSink(ResultSink sink, Span span, Context context) implements ResultSink {

        @Override
        public void result(long index, SmsSendResult result) {
            sink.result(index, result);
        }

        @Override
        public void stored(long index, String correlationId, boolean isDuplicate) {
            sink.stored(index, correlationId, isDuplicate);
        }

        @Override
        public void completed(@Nullable ReadFailure unread) {
            boolean handedOver = false;
            try (Scope scope = context.makeCurrent()) {
                handedOver = true;
                sink.completed(unread);
            } finally {
                if (!handedOver) {
                    // The exchange must continue, even without its context.
                    sink.completed(unread);
                }
            }
        }
    }

    @Override
    public ResultSink follow(Exchange exchange, ResultSink sink) {
        Context context = Context.current();
        return new FollowedSink(sink, span(exchange, context), context);
    }

    /**
     * Returns the exchange's span. This is the current span, unless the exchange's headers name another span of the
     * same trace: some tracers do not make their spans current.
     */
    private static Span span(Exchange exchange, Context context) {
        Span current = Span.fromContext(context);
        Span carried = Span.fromContext(
                W3CTraceContextPropagator.getInstance().extract(Context.root(), exchange.getMessage(), HEADERS));
        SpanContext currentContext = current.getSpanContext();
        SpanContext carriedContext = carried.getSpanContext();
        boolean isNearer = carriedContext.isValid()
                && (!currentContext.isValid() || currentContext.getTraceId().equals(carriedContext.getTraceId())
                        && !currentContext.getSpanId().equals(carriedContext.getSpanId()));
        return isNearer ? carried : current;
    }

    @Override
    public SendResponse trace(Request request, Call call) {
        Map<SpanContext, Span> messages = spans(request.origins().get());
        SpanBuilder builder = tracer.spanBuilder(SPAN_NAME).setSpanKind(SpanKind.CLIENT).setNoParent();
        messages.keySet().forEach(builder::addLink);
        builder.setAttribute("http.request.method", "POST");
        builder.setAttribute("url.full", request.address().toString());
        builder.setAttribute("server.address", request.address().getHost());
        if (request.address().getPort() >= 0) {
            builder.setAttribute("server.port", request.address().getPort());
        }
        builder.setAttribute("sms.account", request.account());
        builder.setAttribute("sms.request.messages", request.messages());
        Span span = builder.startSpan();
        messages.values().forEach(message -> message.addLink(span.getSpanContext()));
        // From the root, because the thread may still have the context of one of the messages.
        try (Scope scope = Context.root().with(span).makeCurrent()) {
            SendResponse response = call.make(status -> span.setAttribute("http.response.status_code", status));
            describe(span, response);
            return response;
        } finally {
            span.end();
        }
    }

    private static Map<SpanContext, Span> spans(Set<ResultSink> origins) {
        Map<SpanContext, Span> spans = new LinkedHashMap<>();
        for (ResultSink origin : origins) {
            if (origin instanceof FollowedSink followed && followed.span().getSpanContext().isValid()) {
                spans.putIfAbsent(followed.span().getSpanContext(), followed.span());
            }
        }
        return spans;
    }

    private static void describe(Span span, SendResponse response) {
        boolean isWithheld = response instanceof SendResponse.Withheld;
        String result = isWithheld ? WITHHELD : RequestResult.of(response).name();
        span.setAttribute("sms.request.result", result);
        String reason = response.reason();
        if (response instanceof SendResponse.Processed processed) {
            long unknown = processed.count(SmsOutcome.UNKNOWN);
            span.setAttribute("sms.unknown", unknown);
            span.setAttribute("sms.accepted", processed.count(SmsOutcome.ACCEPTED));
            span.setAttribute("sms.rejected", processed.count(SmsOutcome.REJECTED));
            span.setAttribute("sms.not_sent", processed.count(SmsOutcome.NOT_SENT));
            reason = unknown == 0 ? null : "the response leaves " + Count.of(unknown, "message") + " open";
        }
        if (reason != null) {
            span.setAttribute("sms.reason", reason);
        }
        // A 429 is not an error: it is part of learning the pace and costs no message.
        if (reason != null && !isWithheld && !(response instanceof SendResponse.Throttled)) {
            span.setAttribute("error.type", response instanceof SendResponse.Processed ? "INCOMPLETE" : result);
            span.setStatus(StatusCode.ERROR, reason);
        }
    }
}
