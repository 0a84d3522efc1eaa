package io.github.camelsms.observe;

import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import io.github.camelsms.Spans;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsSendResult;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests when requests are traced, and which span an exchange links to.
 */
class OpenTelemetryTracingTest {

    private static final SendResponse RESPONSE = new SendResponse.Processed(List.of(SmsSendResult.accepted(5, "1", "c1")));

    private final CamelContext context = new DefaultCamelContext();
    private final Spans spans = new Spans();

    @BeforeEach
    void trace() {
        spans.putTracerInto(context);
    }

    @AfterEach
    void close() {
        spans.close();
        context.stop();
    }

    /** Records the current span when its exchange continued. */
    private static final class Sink implements ResultSink {

        private final AtomicReference<SpanContext> completedIn = new AtomicReference<>(SpanContext.getInvalid());

        @Override
        public void result(long index, SmsSendResult result) {
        }

        @Override
        public void completed(@Nullable ReadFailure unread) {
            completedIn.set(Span.current().getSpanContext());
        }
    }

    @Test
    void of_noTracer_tracesNothing() {
        RequestTracing tracing = RequestTracing.of(new DefaultCamelContext());
        ResultSink sink = new Sink();
        assertThat(tracing).isSameAs(RequestTracing.NONE);
        assertThat(tracing.follow(exchange(), sink)).isSameAs(sink);
        assertThat(tracing.trace(request(sink), status -> RESPONSE)).isSameAs(RESPONSE);
    }

    @Test
    void trace_duringTheCall_onlyTheRequestIsCurrent() {
        AtomicReference<Context> during = new AtomicReference<>(Context.root());
        Context before = Context.current();
        try (Scope someMessages = Baggage.builder().put("customer", "4711").build().makeCurrent()) {
            tracing().trace(request(), status -> {
                during.set(Context.current());
                return RESPONSE;
            });
        }
        assertThat(Span.fromContext(during.get()).getSpanContext()).isEqualTo(request(spans).getSpanContext());
        assertThat(Baggage.fromContext(during.get()).isEmpty()).isTrue();
        assertThat(Context.current()).isSameAs(before);
    }

    @Test
    void completed_onAnyThread_runsInTheContextOfTheExchange() {
        Sink sink = new Sink();
        Span message = span("message");
        ResultSink followed = follow(Context.root().with(message), exchange(), sink);
        followed.completed(null);
        assertThat(sink.completedIn).hasValue(message.getSpanContext());
    }

    @Test
    void follow_exchangeSpanOfTheCurrentTrace_linksToIt() {
        Span current = span("current");
        String nearer = "00-" + current.getSpanContext().getTraceId() + "-00f067aa0ba902b7-01";
        ResultSink followed = follow(Context.root().with(current), exchange(nearer), new Sink());
        tracing().trace(request(followed), status -> RESPONSE);
        assertThat(linked()).extracting(SpanContext::getSpanId).containsExactly("00f067aa0ba902b7");
    }

    @Test
    void follow_exchangeSpanAndNoCurrentSpan_linksToIt() {
        ResultSink followed = follow(
                Context.root(), exchange("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), new Sink());
        tracing().trace(request(followed), status -> RESPONSE);
        assertThat(linked()).extracting(SpanContext::getTraceId).containsExactly("4bf92f3577b34da6a3ce929d0e0e4736");
    }

    @Test
    void follow_exchangeSpanOfAnotherTrace_linksToTheCurrentSpan() {
        Span current = span("current");
        ResultSink followed = follow(Context.root().with(current),
                exchange("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), new Sink());
        tracing().trace(request(followed), status -> RESPONSE);
        assertThat(linked()).containsExactly(current.getSpanContext());
    }

    @Test
    void trace_exchangesWithoutSpan_haveNoLinks() {
        tracing().trace(request(follow(Context.root(), exchange(), new Sink()), new Sink()), status -> RESPONSE);
        assertThat(linked()).isEmpty();
    }

    /**
     * Runs in a separate context, because Camel's tracer leaves spans of other tests on this thread.
     */
    @Test
    void trace_requestWithheld_isNoError() {
        tracing().trace(request(new Sink()), status -> new SendResponse.Withheld("the account's lease ended"));
        SpanData request = request(spans);
        assertThat(request.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(request.getAttributes().get(AttributeKey.stringKey("sms.request.result"))).isEqualTo("WITHHELD");
        assertThat(request.getAttributes().get(AttributeKey.stringKey("sms.reason"))).isEqualTo("the account's lease ended");
        assertThat(request.getAttributes().get(AttributeKey.stringKey("error.type"))).isNull();
    }

    private ResultSink follow(Context current, Exchange exchange, ResultSink sink) {
        try (Scope scope = current.makeCurrent()) {
            return tracing().follow(exchange, sink);
        }
    }

    private RequestTracing tracing() {
        return RequestTracing.of(context);
    }

    private Span span(String name) {
        return context.getRegistry().findSingleByType(io.opentelemetry.api.trace.Tracer.class).spanBuilder(name).startSpan();
    }

    private List<SpanContext> linked() {
        return request(spans).getLinks().stream().map(LinkData::getSpanContext).toList();
    }

    private static SpanData request(Spans spans) {
        List<SpanData> requests = spans.ended(OpenTelemetryTracing.SPAN_NAME);
        assertThat(requests).hasSize(1);
        return requests.get(0);
    }

    private static RequestTracing.Request request(ResultSink... origins) {
        return new RequestTracing.Request(
                "demo@localhost", URI.create("http://localhost/v1/send"), 1, () -> new LinkedHashSet<>(Set.of(origins)));
    }

    private Exchange exchange() {
        return new DefaultExchange(context);
    }

    private Exchange exchange(String traceparent) {
        Exchange exchange = exchange();
        exchange.getMessage().setHeader("traceparent", traceparent);
        return exchange;
    }
}
