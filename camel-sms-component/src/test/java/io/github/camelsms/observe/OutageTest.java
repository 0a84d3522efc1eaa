package io.github.camelsms.observe;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OutageTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 20);
    private final Outage outage = new Outage(nanos::get);

    @Test
    void failed_longAttempt_beginsWithTheAttempt() {
        long began = nanos.getAndAdd(50);
        assertThat(outage.failed(began)).isTrue();
        assertThat(outage.failed(nanos.get())).isFalse();
        assertThat(outage.time()).isEqualTo(Duration.ofNanos(50));
    }

    @Test
    void failed_anotherHasSucceededMeanwhile_beginsWithThatSuccess() {
        long began = nanos.getAndAdd(50);
        assertThat(outage.succeeded()).isFalse();
        nanos.addAndGet(7);
        outage.failed(began);
        assertThat(outage.time()).isEqualTo(Duration.ofNanos(7));
        assertThat(outage.isOpen()).isTrue();
        assertThat(outage.succeeded()).isTrue();
        assertThat(outage.time()).isZero();
    }
}
