package io.github.camelsms.results;

import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.camelsms.StoreFixture;
import io.github.camelsms.StoredMessages;
import io.github.camelsms.consume.AcknowledgmentContract;
import io.github.camelsms.consume.VisibilityTimeout;
import io.github.camelsms.store.MessageStore;

import org.apache.camel.CamelContext;

/**
 * Tests when outcomes are acknowledged.
 */
class ResultAcknowledgmentTest extends StoreFixture implements AcknowledgmentContract {

    @Override
    public CamelContext camel() {
        return context;
    }

    @Override
    public String uri() {
        return "sms:results?initialDelay=3600000&delay=3600000";
    }

    @Override
    public void deliver(int count) {
        messages.finish(IntStream.range(0, count).mapToObj(i -> "m" + i).toList(), Map.of(), StoredMessages::accepted);
    }

    @Override
    public int unacknowledged() {
        advance(VisibilityTimeout.VISIBILITY);
        return MessageStore.await(store.results().claim(ACCOUNT, 10, Duration.ZERO)).size();
    }

    @Override
    public void passRedeliveryDelay() {
        advance(Duration.ofSeconds(2));
    }

    /** Tests when the outcomes of a batch are acknowledged. */
    static class BatchingTest extends ResultAcknowledgmentTest {

        @Override
        public String uri() {
            return super.uri() + "&batching=true";
        }
    }
}
