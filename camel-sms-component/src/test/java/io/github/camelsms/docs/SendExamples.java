package io.github.camelsms.docs;

import java.util.List;

import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.SmsOutcomeUnknownException;
import io.github.camelsms.SmsRejectedException;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;

import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;

/**
 * The documentation's examples of <code>sms:send</code>.
 */
final class SendExamples {

    private SendExamples() {
    }

    static final class OneMessage extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::one[]
            from("direct:send")
                .setHeader("CamelSmsDestination", constant("11987654321"))
                .to("sms:send")
                .log("${header.CamelSmsOutcome}: ${header.CamelSmsCorrelationId} is ${header.CamelSmsId}");
            // end::one[]
            // CHECKSTYLE:ON
        }
    }

    static final class LongText extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::long[]
            from("direct:notice")
                .setHeader("CamelSmsDestination", header("phone"))
                .to("sms:send?longMessage=split&transliterate=true")
                .log("${header.CamelSmsCorrelationId}: ${header.CamelSmsOutcome}");
            // end::long[]
            // CHECKSTYLE:ON
        }
    }

    static final class OneTimePassword extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::one-time-password[]
            from("direct:one-time-password")
                .setHeader("CamelSmsPriority", constant(9))
                .setHeader("CamelSmsTimeToLive", constant("2m"))
                .to("sms:send");
            // end::one-time-password[]
            // CHECKSTYLE:ON
        }
    }

    // tag::many[]
    static List<SmsSendResult> greet(ProducerTemplate template) {
        List<SmsMessage> messages = List.of(
                new SmsMessage("Good morning", "(11) 98765-4321", "greeting-1", null),
                new SmsMessage("Good morning", "not a number", "greeting-2", null));
        return template.requestBody("sms:send", messages, List.class);
    }
    // end::many[]

    static final class ManyMessages extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::many-results[]
            from("direct:list")
                .to("sms:send")
                .log("${header.CamelSmsAccepted} accepted, ${header.CamelSmsRejected} rejected")
                .split(body())
                    .choice()
                        .when(simple("${body.outcome} == 'NOT_SENT'")).to("direct:send-later")
                        .when(simple("${body.outcome} == 'UNKNOWN'")).to("direct:look-up")
                        .when(simple("${body.outcome} == 'REJECTED'")).to("direct:notify-author")
                    .end()
                .end();
            // end::many-results[]
            // CHECKSTYLE:ON
        }
    }

    static final class JsonFiles extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::files[]
            from("file:{{inbox}}?include=.*[.]json&readLock=changed&moveFailed=.failed")
                .to("sms:send?results=problems&deliveryTimeout=1h")
                .log("${header.CamelFileName}: ${header.CamelSmsAccepted} accepted")
                .split(body())
                    .log("${body.correlationId}: ${body.outcome}, ${body.reason}");
            // end::files[]
            // CHECKSTYLE:ON
        }
    }

    static final class Errors extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::errors[]
            onException(SmsNotSentException.class)            // certainly not sent: retry, then set aside
                .maximumRedeliveries(3).redeliveryDelay("{{retryDelay}}")
                .handled(true)
                .to("direct:not-sent");
            onException(SmsOutcomeUnknownException.class)     // possibly sent: look it up first
                .handled(true)
                .to("direct:unknown");
            onException(SmsRejectedException.class)           // rejected: the message must be corrected
                .handled(true)
                .to("direct:rejected");

            from("direct:order")
                .to("sms:send?throwExceptionOnRejected=true")
                .to("direct:accepted");
            // end::errors[]
            // CHECKSTYLE:ON
        }
    }
}
