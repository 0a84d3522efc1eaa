package io.github.camelsms.docs;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.StoredMessages;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOperated;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the documentation's examples of the message store.
 */
class StoreExamplesTest {

    private final InMemoryMessageStore store = new InMemoryMessageStore(InstantSource.system());
    private final StoredMessages messages = new StoredMessages(store, "demo@localhost:9");
    private final CamelContext context = new DefaultCamelContext();

    @BeforeEach
    void start() {
        SmsComponent sms = context.getComponent("sms", SmsComponent.class);
        sms.getConfiguration().setBaseUrl("http://localhost:9");
        sms.getConfiguration().setUsername("demo");
        sms.getConfiguration().setPassword("demo");
        sms.setMessageStore(store);
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void results_eachOutcome_takesItsBranch() throws Exception {
        messages.finish(
                List.of("a", "b", "c"), Map.of(), message -> switch (message.correlationId()) {
                    case "a" -> StoredMessages.accepted(message);
                    case "b" -> SmsSendResult.rejected(-5, "invalid number", "b");
                    default -> SmsSendResult.unknown(null, "no response", "c");
                });
        mock("accepted").expectedHeaderReceived("CamelSmsCorrelationId", "a");
        mock("problems").expectedHeaderReceived("CamelSmsCorrelationId", "b");
        mock("look-up").expectedHeaderReceived("CamelSmsCorrelationId", "c");
        List.of("accepted", "problems", "look-up").forEach(name -> mock(name).expectedMessageCount(1));

        context.addRoutes(new DirectToMock("accepted", "problems", "look-up"));
        context.addRoutes(new StoreExamples.Results());

        MockEndpoint.assertIsSatisfied(context);
    }

    @Test
    void settle_unknownMessage_isAccepted() throws Exception {
        messages.finish(List.of("u"), Map.of(), message -> SmsSendResult.unknown(null, "no response", "u"));
        context.addRoutes(new StoreExamples.Settle());

        Object settled = context.createProducerTemplate()
                .requestBodyAndHeader("direct:confirmed", null, "CamelSmsCorrelationId", "u");

        assertThat(settled).isEqualTo(List.of(new SmsOperated("u", SmsMessageState.ACCEPTED, true)));
    }

    private MockEndpoint mock(String name) {
        MockEndpoint mock = context.getEndpoint("mock:" + name, MockEndpoint.class);
        mock.setResultWaitTime(60_000);
        return mock;
    }
}
