package io.github.camelsms;

import java.time.Duration;

import io.github.camelsms.endpoint.dsl.EndpointBuilderFactory;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsStatus;
import org.junit.jupiter.api.Test;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;

import static io.github.camelsms.endpoint.dsl.StaticEndpointBuilders.sms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for sending and polling with the generated endpoint DSL.
 */
class EndpointDslTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";

    @Override
    protected RouteBuilder routes() {
        return new TypedRoutes();
    }

    @Test
    void send_endpointDsl_isAccepted() {
        Exchange exchange = send("direct:send", e -> {
            e.getMessage().setBody("hello");
            e.getMessage().setHeader("CamelSmsDestination", NUMBER);
        });
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(simulator.messages()).hasSize(1);
        SmsEndpoint endpoint
                = (SmsEndpoint) sms("send").batchSize(20).results(SmsResults.problems).deliveryTimeout("2m").resolve(context);
        assertThat(endpoint.getConfiguration().getBatchSize()).isEqualTo(20);
        assertThat(endpoint.getConfiguration().getResults()).isEqualTo(SmsResults.problems);
        assertThat(endpoint.getConfiguration().getDeliveryTimeout()).isEqualTo(120_000);
    }

    @Test
    void poll_endpointDsl_routesStatuses() {
        assertThat(send(new SmsMessage("hello", NUMBER, "c1", null)).getException()).isNull();
        MockEndpoint statuses = context.getEndpoint("mock:statuses", MockEndpoint.class);
        await().atMost(Duration.ofSeconds(60)).until(() -> statuses.getReceivedCounter() >= 1);
        Exchange exchange = statuses.getReceivedExchanges().get(0);
        assertThat(exchange.getMessage().getBody(SmsStatus.class).correlationId()).isEqualTo("c1");
    }

    @Test
    void headerNames_ofTheDsl_equalTheConstants() {
        EndpointBuilderFactory builders = new EndpointBuilderFactory() {
        };
        assertThat(builders.sms().smsDestination()).isEqualTo(SmsConstants.DESTINATION);
        assertThat(builders.sms().smsOutcome()).isEqualTo(SmsConstants.OUTCOME);
        assertThat(builders.sms().smsDeliveryStatus()).isEqualTo(SmsConstants.DELIVERY_STATUS);
    }

    /** Routes with the builders as static interface methods, like Camel's EndpointRouteBuilder. */
    private static final class TypedRoutes extends RouteBuilder implements EndpointBuilderFactory {

        @Override
        public void configure() {
            from("direct:send").to(sms("send").batchSize(20).results(SmsResults.problems).deliveryTimeout("2m"));
            from(sms("status").delay(20).initialDelay(0)).to("mock:statuses");
        }
    }
}
