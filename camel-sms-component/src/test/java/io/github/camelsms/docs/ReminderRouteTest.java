package io.github.camelsms.docs;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.apache.camel.Exchange;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.test.junit5.CamelTestSupport;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The route of the README, tested as the documentation shows it.
 */
// CHECKSTYLE:OFF (the formatter leaves this alone)
// tag::test[]
class ReminderRouteTest extends CamelTestSupport {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    @Override
    protected RoutesBuilder createRouteBuilder() {
        SmsConfiguration options = context.getComponent("sms", SmsComponent.class).getConfiguration();
        options.setBaseUrl(SMS.baseUrl());
        options.setUsername("demo");
        options.setPassword("demo");
        return new ReminderRoute();
    }

    @Test
    void reminder_responseLost_isUnknown() {
        SMS.simulator().failNext(Fault.dropAfterAccepting());       // the service accepts it, and the response is lost

        Exchange sent = template.request("direct:reminder", exchange -> {
            exchange.getMessage().setHeader("phone", "11987654321");
            exchange.getMessage().setBody("Your appointment is tomorrow");
        });

        assertThat(sent.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("UNKNOWN");
        assertThat(SMS.simulator().messages()).hasSize(1);
    }
}
// end::test[]
// CHECKSTYLE:ON
