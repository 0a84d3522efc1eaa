package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two nodes, one of which owns the account. An exchange waits for the outcome of its message, and an operator cancels
 * the message.
 */
class WaitingCallerTest {

    private static final Duration PROMPTLY = Duration.ofSeconds(20);

    private final Postgres postgres = new Postgres();
    private final List<JdbcMessageStore> stores = List.of(postgres.store(), postgres.store());
    private final List<CamelContext> nodes = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        for (JdbcMessageStore store : stores) {
            CamelContext camel = new DefaultCamelContext();
            nodes.add(camel);
            camel.getShutdownStrategy().setTimeout(1);
            SmsComponent component = new SmsComponent();
            component.setMessageStore(store);
            component.getConfiguration().setBaseUrl("http://localhost:9");
            component.getConfiguration().setUsername("demo");
            component.getConfiguration().setPassword("demo");
            camel.addComponent("sms", component);
            camel.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    errorHandler(noErrorHandler());
                    from("direct:send").to("sms:send");
                    from("direct:cancel").to("sms:messages?operation=cancel");
                }
            });
            camel.start();
            component.suspendSending();
        }
    }

    @AfterEach
    void stop() {
        nodes.forEach(CamelContext::stop);
    }

    @Test
    void cancel_callerWaitsOnTheSameOrTheOtherNode_completesItsExchange() throws Exception {
        Awaitility.await().until(() -> stores.stream().allMatch(JdbcMessageStore::isListening));
        for (CamelContext caller : nodes) {
            for (CamelContext operator : nodes) {
                String id = "m-" + nodes.indexOf(caller) + "-" + nodes.indexOf(operator);
                CompletableFuture<Exchange> sent = caller.createProducerTemplate().asyncSend(
                        "direct:send",
                        exchange -> exchange.getMessage().setBody(new SmsMessage("Your code is 1", "11987654321", id, null)));
                Awaitility.await().until(() -> isWaiting(id));

                operator.createProducerTemplate().requestBody("direct:cancel", List.of(id));

                assertThat(sent.get(PROMPTLY.toSeconds(), TimeUnit.SECONDS).getException()).as(id)
                        .isInstanceOf(SmsNotSentException.class).hasMessageContaining("cancelled by an operator");
            }
        }
    }

    private boolean isWaiting(String id) {
        List<SmsStoredMessage> found = MessageStore.await(stores.get(0).operations().find("demo@localhost:9", List.of(id)));
        return found.stream().anyMatch(message -> message.state() == SmsMessageState.WAITING);
    }
}
