package io.github.camelsms.docs;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import io.github.camelsms.StoredMessages;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOperated;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.component.mock.MockEndpoint;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the documentation's examples of the message store.
 */
class StoreExamplesTest extends ExampleTestSupport {

    private final InMemoryMessageStore store = new InMemoryMessageStore(InstantSource.system());
    private final StoredMessages messages = new StoredMessages(store, "demo@localhost:9");

    @BeforeEach
    void start() throws Exception {
        sms.getConfiguration().setBaseUrl("http://localhost:9");
        sms.setMessageStore(store);
        super.start();
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

        Object settled = template
                .requestBodyAndHeader("direct:confirmed", null, "CamelSmsCorrelationId", "u");

        assertThat(settled).isEqualTo(List.of(new SmsOperated("u", SmsMessageState.ACCEPTED, true)));
    }
}
