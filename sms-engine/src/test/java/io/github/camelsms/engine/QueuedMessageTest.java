package io.github.camelsms.engine;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class QueuedMessageTest {

    private static final long TAKEN_AT = 7;
    private static final long DELIVERY_TIMEOUT = 100;

    @Test
    void deadline_noTimeToLive_usesTheInputDeadline() {
        QueuedMessage entry = entry(null);
        assertThat(entry.deadline).isEqualTo(TAKEN_AT + DELIVERY_TIMEOUT);
        assertThat(entry.hasOwnDeadline).isFalse();
    }

    @Test
    void deadline_shorterTimeToLive_usesTheTimeToLive() {
        QueuedMessage entry = entry(Duration.ofNanos(99));
        assertThat(entry.deadline).isEqualTo(TAKEN_AT + 99);
        assertThat(entry.hasOwnDeadline).isTrue();
    }

    @Test
    void deadline_timeToLiveEqualToTheDeliveryTimeout_usesTheInputDeadline() {
        QueuedMessage entry = entry(Duration.ofNanos(DELIVERY_TIMEOUT));
        assertThat(entry.deadline).isEqualTo(TAKEN_AT + DELIVERY_TIMEOUT);
        assertThat(entry.hasOwnDeadline).isFalse();
    }

    private static QueuedMessage entry(@Nullable Duration timeToLive) {
        Submission input = new Submission(null, MemoryEngineFixture.options(DELIVERY_TIMEOUT), new RecordingSink());
        return new QueuedMessage(MemoryEngineFixture.message("a").withTimeToLive(timeToLive), input, 0, TAKEN_AT);
    }
}
