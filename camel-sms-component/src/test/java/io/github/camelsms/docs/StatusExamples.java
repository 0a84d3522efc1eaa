package io.github.camelsms.docs;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsPart;
import io.github.camelsms.model.SmsStatus;

import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;

/**
 * The documentation's examples of <code>sms:status</code>.
 */
final class StatusExamples {

    private StatusExamples() {
    }

    static final class Poll extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::poll[]
            from("sms:status?delay=5000")
                .log("${header.CamelSmsCorrelationId} is ${header.CamelSmsDeliveryStatus}")
                .to("direct:status");
            // end::poll[]
            // CHECKSTYLE:ON
        }
    }

    static final class Parts extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::parts[]
            from("sms:status?delay=5000")
                .filter(header("CamelSmsPart").isNotNull())
                    .log("${header.CamelSmsWholeCorrelationId}: part ${header.CamelSmsPart} of ${header.CamelSmsParts}"
                         + " is ${header.CamelSmsDeliveryStatus}")
                .end()
                .to("direct:status");
            // end::parts[]
            // CHECKSTYLE:ON
        }
    }

    // tag::look-up-parts[]
    static List<SmsStatus> statusesOfParts(ProducerTemplate template, String correlationId, int parts, Instant sent) {
        List<SmsStatus> found = new ArrayList<>();
        for (String partId : SmsPart.correlationIds(correlationId, parts)) {
            Map<String, Object> headers = Map.of("CamelSmsDate", sent, "CamelSmsCorrelationId", partId);
            Object statuses = template.requestBodyAndHeaders("sms:status?query=byDate", null, headers);
            ((List<?>) statuses).forEach(status -> found.add((SmsStatus) status));
        }
        return found;
    }
    // end::look-up-parts[]

    static final class Cron extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::cron[]
            from("sms:status?scheduler=quartz&scheduler.cron=0/30+*+8-20+?+*+MON-FRI")
                .to("direct:status");
            // end::cron[]
            // CHECKSTYLE:ON
        }
    }

    static final class ByDate extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::by-date[]
            from("direct:report")
                .removeHeaders("CamelSms*")
                .setHeader("CamelSmsDate", body())            // for example the text 2026-03-31
                .to("sms:status?query=byDate")
                .log("${body.size} statuses");
            // end::by-date[]
            // CHECKSTYLE:ON
        }
    }

    static final class LookUp extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::look-up[]
            from("direct:unknown")
                .setHeader("CamelSmsDate", header("CamelSmsSentAt"))
                .setProperty("message", body())
                .delay(simple("{{settlingTime}}"))
                .to("sms:status?query=byDate")                // CamelSmsCorrelationId and CamelSmsDestination narrow it
                .choice()
                    .when(simple("${body.size} > 0")).to("direct:was-sent")
                    .otherwise().setBody(exchangeProperty("message")).to("direct:manual-review")
                .end();
            // end::look-up[]
            // CHECKSTYLE:ON
        }
    }
}
