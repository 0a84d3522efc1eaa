package io.github.camelsms.observe;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.SmsMessageState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BacklogFiguresTest {

    @Test
    void of_nothingUsed_isEmpty() {
        assertThat(BacklogFigures.of(null, null)).isEqualTo(new BacklogFigures(0, 0, Duration.ZERO, null));
    }

    @Test
    void of_messagesInMemoryOnly_areThoseOfTheQueue() {
        BacklogFigures figures = BacklogFigures.of(SendFiguresTest.waiting(), null);

        assertThat(figures.messages()).isEqualTo(5);
        assertThat(figures.oldest()).isEqualTo(Duration.ofSeconds(10));
        assertThat(figures.timeToDrain()).isEqualTo(Duration.ofSeconds(2));
    }

    /** 5,000 messages are 25 requests: one when the slot opens in 2 s, 24 more at 1.1 s intervals. */
    @Test
    void of_storedMessages_countOnceIfTheirCallersWait() {
        StoreFigures store = store(
                Map.of(SmsMessageState.WAITING, 4_996L, SmsMessageState.SENDING, 4L, SmsMessageState.SCHEDULED, 7L,
                        SmsMessageState.UNKNOWN, 3L),
                Duration.ofMinutes(1));

        BacklogFigures figures = BacklogFigures.of(SendFiguresTest.waiting(), store);

        assertThat(figures).isEqualTo(
                new BacklogFigures(5_000, 7, Duration.ofMinutes(1), Duration.ofMillis(2_000 + 24 * 1_100)));
    }

    @Test
    void of_noSender_hasNoTimeToDrain() {
        BacklogFigures figures = BacklogFigures.of(null, store(Map.of(SmsMessageState.WAITING, 2L), Duration.ofSeconds(3)));

        assertThat(figures).isEqualTo(new BacklogFigures(2, 0, Duration.ofSeconds(3), null));
    }

    private static StoreFigures store(Map<SmsMessageState, Long> counts, Duration oldest) {
        MessageOperations operations = (MessageOperations) Proxy.newProxyInstance(
                BacklogFiguresTest.class.getClassLoader(), new Class<?>[] { MessageOperations.class },
                (proxy, method, arguments) -> CompletableFuture
                        .completedFuture(method.getName().equals("count") ? counts : oldest));
        return new StoreFigures(operations, "demo", () -> 0, () -> Instant.EPOCH.atZone(ZoneOffset.UTC));
    }
}
