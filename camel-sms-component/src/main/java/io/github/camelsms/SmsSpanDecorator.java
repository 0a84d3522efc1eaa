package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.OneLine;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.telemetry.Span;
import org.apache.camel.telemetry.decorators.AbstractSpanDecorator;

/**
 * Decorator of Camel's spans of <code>sms</code> endpoints, with outcome, code and correlation id, but without phone
 * numbers and texts. Camel's telemetry discovers it.
 */
public final class SmsSpanDecorator extends AbstractSpanDecorator {

    /** Property with the span of the exchange's send, to distinguish it from the exchange's other spans. */
    private static final String SENDING = "CamelSmsSpan";
    private static final int MAX_TAG_LENGTH = 200;

    @Override
    public String getComponent() {
        return "sms";
    }

    @Override
    public String getComponentClassName() {
        return SmsComponent.class.getName();
    }

    @Override
    public String getOperationName(Exchange exchange, Endpoint endpoint) {
        return endpoint instanceof SmsEndpoint sms ? "sms:" + sms.getResource() : super.getOperationName(exchange, endpoint);
    }

    @Override
    public void beforeTracingEvent(Span span, Exchange exchange, Endpoint endpoint) {
        super.beforeTracingEvent(span, exchange, endpoint);
        if (!(endpoint instanceof SmsEndpoint sms)) {
            return;
        }
        Message message = exchange.getMessage();
        if (sms.getResource() == SmsResource.send) {
            exchange.setProperty(SENDING, span);
        } else if (endpoint.equals(exchange.getFromEndpoint())) {
            boolean isResult = sms.getResource() == SmsResource.results;
            String header = isResult ? SmsConstants.OUTCOME : SmsConstants.DELIVERY_STATUS;
            tag(span, isResult ? "sms.outcome" : "sms.delivery_status", message.getHeader(header));
            tag(span, "sms.correlation_id", message.getHeader(SmsConstants.CORRELATION_ID));
        }
    }

    @Override
    public void afterTracingEvent(Span span, Exchange exchange) {
        super.afterTracingEvent(span, exchange);
        if (!span.equals(exchange.getProperty(SENDING))) {
            return;
        }
        exchange.removeProperty(SENDING);
        SmsSendResult result = result(exchange);
        if (result != null) {
            tag(span, "sms.outcome", result.outcome());
            tag(span, "sms.code", result.code());
            tag(span, "sms.correlation_id", result.correlationId());
        } else {
            Message message = exchange.getMessage();
            tag(span, "sms.accepted", message.getHeader(SmsConstants.ACCEPTED));
            tag(span, "sms.rejected", message.getHeader(SmsConstants.REJECTED));
            tag(span, "sms.not_sent", message.getHeader(SmsConstants.NOT_SENT));
            tag(span, "sms.unknown", message.getHeader(SmsConstants.UNKNOWN));
        }
    }

    /** Returns the result of an exchange of one message, or null if it has many. */
    private static @Nullable SmsSendResult result(Exchange exchange) {
        if (exchange.getException() instanceof SmsException failure) {
            List<SmsSendResult> results = failure.results();
            return results.size() == 1 ? results.get(0) : null;
        }
        return exchange.getMessage().getBody() instanceof SmsSendResult result ? result : null;
    }

    private static void tag(Span span, String key, @Nullable Object value) {
        if (value != null) {
            span.setTag(key, OneLine.of(SafeText.of(value), MAX_TAG_LENGTH));
        }
    }
}
