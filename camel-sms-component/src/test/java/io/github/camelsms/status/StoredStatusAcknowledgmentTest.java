package io.github.camelsms.status;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import io.github.camelsms.consume.AcknowledgmentContract;
import io.github.camelsms.consume.VisibilityTimeout;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import org.junit.jupiter.api.BeforeEach;

import org.apache.camel.CamelContext;

/**
 * Tests when statuses in the message store are acknowledged.
 */
class StoredStatusAcknowledgmentTest extends StoredStatusFixture implements AcknowledgmentContract {

    private Node node;

    @BeforeEach
    void startNode() {
        node = start(store);
    }

    @Override
    public CamelContext camel() {
        return node.context;
    }

    @Override
    public String uri() {
        return "sms:status?initialDelay=3600000&delay=3600000";
    }

    @Override
    public void deliver(int count) {
        SmsLease lease = ((SmsLeaseResult.Granted) MessageStore.await(
                store.leases().acquire(AccountLeases.ofStatuses(account), "other"))).lease();
        for (int first = 0; first < count; first += 100) {
            long block = MessageStore.await(store.statuses().announce(account, lease, Duration.ofMinutes(1))).orElseThrow();
            MessageStore.await(store.statuses().receive(block, new byte[] { 1 }));
            MessageStore.await(store.statuses().read(block, statuses(first, Math.min(first + 100, count))));
        }
        MessageStore.await(store.leases().release(lease));
    }

    private static List<SmsStatus> statuses(int first, int end) {
        return IntStream.range(first, end).mapToObj(
                i -> new SmsStatus("m" + i, NUMBER, Instant.parse("2026-03-10T15:00:00Z"), SmsDeliveryStatus.SENT, "SENT"))
                .toList();
    }

    @Override
    public int unacknowledged() {
        clock.advance(VisibilityTimeout.VISIBILITY);
        return MessageStore.await(store.statuses().claim(account, 10, Duration.ZERO)).size();
    }

    @Override
    public void passRedeliveryDelay() {
        clock.advance(Duration.ofSeconds(2));
    }

    /** Tests when the statuses of a block are acknowledged. */
    static class BatchingTest extends StoredStatusAcknowledgmentTest {

        @Override
        public String uri() {
            return super.uri() + "&batching=true";
        }
    }
}
