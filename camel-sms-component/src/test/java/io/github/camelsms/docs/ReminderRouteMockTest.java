package io.github.camelsms.docs;

import org.junit.jupiter.api.Test;

import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.AdviceWith;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.test.junit5.CamelContextConfiguration;
import org.apache.camel.test.junit5.CamelTestSupport;
import org.apache.camel.test.junit5.TestExecutionConfiguration;

import static org.apache.camel.builder.Builder.constant;

/**
 * The route of the README with mocks, tested as the documentation shows it.
 */
// CHECKSTYLE:OFF (the formatter leaves this alone)
// tag::test[]
class ReminderRouteMockTest extends CamelTestSupport {

    @Override
    public void configureContext(CamelContextConfiguration configuration) {
        super.configureContext(configuration);
        configuration.withMockEndpointsAndSkip("sms:*");            // needs neither a service nor credentials
    }

    @Override
    public void configureTest(TestExecutionConfiguration configuration) {
        super.configureTest(configuration);
        configuration.withUseAdviceWith(true);
    }

    @Override
    protected RoutesBuilder createRouteBuilder() {
        return new ReminderRoute();
    }

    @Test
    void reminder_phone_isTheDestination() throws Exception {
        context.start();
        MockEndpoint sms = getMockEndpoint("mock:sms:send");
        sms.expectedHeaderReceived("CamelSmsDestination", "11987654321");

        template.sendBodyAndHeader("direct:reminder", "Your appointment is tomorrow", "phone", "11987654321");

        sms.assertIsSatisfied();
    }

    @Test
    void reminder_rejected_continues() throws Exception {
        AdviceWith.adviceWith(context, null, route -> {             // null: the first route
            route.weaveByToUri("sms:send").replace().setHeader("CamelSmsOutcome", constant("REJECTED"));
            route.weaveAddLast().to("mock:end");
        });
        context.start();
        MockEndpoint end = getMockEndpoint("mock:end");
        end.expectedHeaderReceived("CamelSmsOutcome", "REJECTED");

        template.sendBodyAndHeader("direct:reminder", "Your appointment is tomorrow", "phone", "11987654321");

        end.assertIsSatisfied();
    }
}
// end::test[]
// CHECKSTYLE:ON
