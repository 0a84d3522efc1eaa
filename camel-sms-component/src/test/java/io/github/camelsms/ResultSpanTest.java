package io.github.camelsms;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the span of an outcome, with Camel's OpenTelemetry component.
 */
class ResultSpanTest extends StoreFixture {

    private final Spans spans = new Spans();

    @Override
    protected void prepare() {
        spans.traceAllOf(context);
    }

    @AfterEach
    void stopTracing() {
        spans.close();
    }

    @Test
    void result_consumed_hasASpanWithOutcomeAndCorrelationId() throws Exception {
        messages.accept("a");
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:results?delay=10&initialDelay=0").to("mock:results");
            }
        });
        await().until(() -> !spans.ended("sms:results").isEmpty());

        SpanData result = spans.ended("sms:results").get(0);
        assertThat(result.getAttributes().get(AttributeKey.stringKey("sms.outcome"))).isEqualTo("ACCEPTED");
        assertThat(result.getAttributes().get(AttributeKey.stringKey("sms.correlation_id"))).isEqualTo("a");
        assertThat(result.getAttributes().get(AttributeKey.stringKey("sms.delivery_status"))).isNull();
        assertThat(result.getAttributes().toString()).doesNotContain(StoredMessages.NUMBER);
    }
}
