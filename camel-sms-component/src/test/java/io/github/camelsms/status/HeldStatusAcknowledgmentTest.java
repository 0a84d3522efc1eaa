package io.github.camelsms.status;

import java.time.Duration;
import java.util.stream.IntStream;

import io.github.camelsms.SmsEndpoint;
import io.github.camelsms.SmsRouteTestSupport;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.consume.AcknowledgmentContract;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.simulator.SmsSimulatorBuilder;

import org.apache.camel.CamelContext;

/**
 * Tests until when statuses are held in memory.
 */
class HeldStatusAcknowledgmentTest extends SmsRouteTestSupport implements AcknowledgmentContract {

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.deliveryDelay(Duration.ofHours(1), Duration.ofHours(2));
    }

    @Override
    public CamelContext camel() {
        return context;
    }

    @Override
    public String uri() {
        return "sms:status?initialDelay=3600000&delay=3600000";
    }

    @Override
    public void deliver(int count) {
        send(IntStream.range(0, count).mapToObj(i -> new SmsMessage("hello", "11987654321", "m" + i, null)).toList());
    }

    @Override
    public int unacknowledged() {
        SmsAccount account = component.find(context.getEndpoint(uri(), SmsEndpoint.class));
        return account == null ? 0 : account.heldStatuses();
    }

    @Override
    public void passRedeliveryDelay() {
        // Held statuses are redelivered on the next poll.
    }
}
