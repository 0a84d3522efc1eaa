package io.github.camelsms.account;

import java.util.List;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The service can return equal statuses, for example of a message that was sent twice. Each has its exchange.
 */
class HeldStatusesTest {

    private final HeldStatuses held = new HeldStatuses();
    private final SmsStatus first = status();
    private final SmsStatus second = status();

    private static SmsStatus status() {
        return new SmsStatus("a", "11987654321", null, SmsDeliveryStatus.SENT, "SENT");
    }

    @Test
    void started_equalStatus_onlyTheOtherWaits() {
        held.add(List.of(first, second));

        held.started(second);

        assertThat(held.waiting()).singleElement().isSameAs(first);
        assertThat(held.size()).isEqualTo(2);
    }

    @Test
    void failed_equalStatusHasSucceeded_onlyTheFailedOneWaits() {
        held.add(List.of(first, second));
        held.started(first);
        held.started(second);

        held.succeeded(first);
        held.failed(second);

        assertThat(held.waiting()).singleElement().isSameAs(second);
    }

    /** Its exchange was reported as failed before. */
    @Test
    void succeeded_waitingStatus_onlyTheEqualOneWaits() {
        held.add(List.of(first, second));
        held.started(first);
        held.failed(first);

        held.succeeded(first);

        assertThat(held.waiting()).singleElement().isSameAs(second);
    }
}
