package io.github.camelsms;

import java.util.List;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;

import org.apache.camel.CamelContext;
import org.apache.camel.opentelemetry2.OpenTelemetryTracer;

/**
 * OpenTelemetry for a Camel context; records ended spans.
 */
public final class Spans implements AutoCloseable {

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final SdkTracerProvider provider
            = SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(exporter)).build();

    /** Binds a tracer to the registry, for the component only. */
    public void putTracerInto(CamelContext context) {
        context.getRegistry().bind("tracer", provider.get("test"));
    }

    /**
     * Binds a tracer and starts Camel's OpenTelemetry component, which creates a span for each exchange and endpoint.
     */
    void traceAllOf(CamelContext context) {
        putTracerInto(context);
        context.getRegistry().bind("propagators", ContextPropagators.create(W3CTraceContextPropagator.getInstance()));
        OpenTelemetryTracer tracer = new OpenTelemetryTracer();
        tracer.setCamelContext(context);
        tracer.init(context);
    }

    public List<SpanData> ended() {
        return exporter.getFinishedSpanItems();
    }

    public List<SpanData> ended(String name) {
        return ended().stream().filter(span -> span.getName().equals(name)).toList();
    }

    @Override
    public void close() {
        provider.close();
    }
}
