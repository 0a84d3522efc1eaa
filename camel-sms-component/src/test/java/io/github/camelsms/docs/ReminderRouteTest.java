package io.github.camelsms.docs;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The route of the README, tested as the documentation shows it.
 */
// CHECKSTYLE:OFF (the formatter leaves this alone)
// tag::test[]
class ReminderRouteTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    @Test
    void reminder_responseLost_isUnknown() throws Exception {
        try (CamelContext camel = new DefaultCamelContext()) {
            SmsComponent sms = camel.getComponent("sms", SmsComponent.class);
            sms.getConfiguration().setBaseUrl(SMS.baseUrl());
            sms.getConfiguration().setUsername("demo");
            sms.getConfiguration().setPassword("demo");
            camel.addRoutes(new ReminderRoute());
            camel.start();
            SMS.simulator().failNext(Fault.dropAfterAccepting());       // the service accepts it, and the response is lost

            Exchange sent = camel.createProducerTemplate().request("direct:reminder", exchange -> {
                exchange.getMessage().setHeader("phone", "11987654321");
                exchange.getMessage().setBody("Your appointment is tomorrow");
            });

            assertThat(sent.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("UNKNOWN");
            assertThat(SMS.simulator().messages()).hasSize(1);
        }
    }
}
// end::test[]
// CHECKSTYLE:ON
