package io.github.camelsms.sample.docs;

import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.SmsOutcomeUnknownException;

import org.apache.camel.builder.RouteBuilder;

/**
 * The documentation's example of one-time passwords over HTTP.
 */
final class OneTimePassword extends RouteBuilder {

    @Override
    public void configure() {
        // CHECKSTYLE:OFF (the formatter leaves this alone)
        // tag::otp[]
        onException(SmsNotSentException.class).handled(true)            // certainly not sent: the caller may try again
            .setHeader("CamelHttpResponseCode", constant(503))
            .setBody(constant("Not sent. Try again."));
        onException(SmsOutcomeUnknownException.class).handled(true)     // may arrive: offer a new password, not this one again
            .setHeader("CamelHttpResponseCode", constant(504))
            .setBody(constant("It is unknown whether the SMS was sent."));

        from("platform-http:/otp?httpMethodRestrict=POST")              // POST /otp?phone=11987654321, body: the text
            .setHeader("CamelSmsDestination", header("phone"))
            .setHeader("CamelSmsPriority", constant(9))
            .setHeader("CamelSmsTimeToLive", constant("20s"))
            .to("sms:send")
            .choice()
                .when(header("CamelSmsOutcome").isEqualTo("ACCEPTED"))
                    .setHeader("CamelHttpResponseCode", constant(202)).setBody(constant("Sent."))
                .otherwise()                                            // REJECTED
                    .setHeader("CamelHttpResponseCode", constant(422)).setBody(header("CamelSmsReason"))
            .end();
        // end::otp[]
        // CHECKSTYLE:ON
    }
}
