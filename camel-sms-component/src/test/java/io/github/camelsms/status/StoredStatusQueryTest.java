package io.github.camelsms.status;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.camelsms.FailingStore;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Status queries of a route, in a process with a message store.
 */
class StoredStatusQueryTest extends StoredStatusFixture {

    private static final String POLL_ON_DEMAND = "sms:status";
    private static final String QUERY_BY_DATE = "sms:status?query=byDate";

    private Exchange ask(Node node, String uri) {
        return node.context.createProducerTemplate().request(
                uri, exchange -> exchange.getMessage().setHeader(
                        SmsConstants.DATE, Instant.ofEpochMilli(clock.currentTimeMillis())));
    }

    private static List<?> statuses(Exchange exchange) {
        assertThat(exchange.getException()).isNull();
        return exchange.getMessage().getBody(List.class);
    }

    private List<SmsStoredMessage> stored(int count) {
        return MessageStore.await(store.operations().find(account, idsOf(0, count)));
    }

    @ParameterizedTest
    @ValueSource(strings = { POLL_ON_DEMAND, QUERY_BY_DATE })
    void query_messagesOfUnknownOutcome_areSettled(String uri) {
        storeMessages(0, 2, SmsOutcome.UNKNOWN, Map.of());
        sendMessages(0, 3);

        assertThat(statuses(ask(start(store), uri))).hasSize(3).allMatch(SmsStatus.class::isInstance);
        assertThat(stored(2)).extracting(SmsStoredMessage::state, SmsStoredMessage::deliveryStatus)
                .containsOnly(tuple(SmsMessageState.ACCEPTED, SmsDeliveryStatus.SENT));
    }

    @Test
    void query_moreStatusesThanInATransaction_settlesAll() {
        storeMessages(0, 1_000, SmsOutcome.UNKNOWN, Map.of());
        storeMessages(1_000, 1, SmsOutcome.UNKNOWN, Map.of());
        sendMessages(0, 1_001);

        assertThat(statuses(ask(start(store), QUERY_BY_DATE))).hasSize(1_001);
        assertThat(stored(1_001)).hasSize(1_001).allMatch(message -> message.state() == SmsMessageState.ACCEPTED);
    }

    @ParameterizedTest
    @ValueSource(strings = { POLL_ON_DEMAND, QUERY_BY_DATE })
    void query_storeFails_returnsTheStatuses(String uri) {
        storeMessages(0, 1, SmsOutcome.UNKNOWN, Map.of());
        sendMessages(0, 1);
        FailingStore failing = new FailingStore(store);
        Node node = start(failing);
        failing.failsStatuses = true;

        assertThat(statuses(ask(node, uri))).hasSize(1);
        assertThat(stored(1)).extracting(SmsStoredMessage::state).containsExactly(SmsMessageState.UNKNOWN);
    }
}
