package io.github.camelsms.engine;

import java.util.List;

import io.github.camelsms.model.SmsMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PendingQueueTest {

    private final PendingQueue queue = new PendingQueue();
    private final Submission input = new Submission(null, MemoryEngineFixture.options(100), new RecordingSink());

    @Test
    void take_severalPriorities_returnsTheHighestFirstInOrder() {
        add("low", 1, 0);
        add("high1", 9, 0);
        add("usual", 4, 0);
        add("high2", 9, 0);
        assertThat(ids(queue.take(3))).containsExactly("high1", "high2", "usual");
        assertThat(queue.size()).isEqualTo(1);
        assertThat(input.queued).isEqualTo(1);
    }

    @Test
    void take_tenthPosition_returnsTheOldest() {
        add("low", 0, 0);
        for (int i = 0; i < 20; i++) {
            add("high" + i, 9, 0);
        }
        assertThat(ids(queue.take(9))).doesNotContain("low");
        assertThat(ids(queue.take(1))).containsExactly("low");
    }

    @Test
    void putBack_laterRequestFirst_restoresTheOriginalOrder() {
        for (int i = 0; i < 6; i++) {
            add("m" + i, 4, 0);
        }
        List<QueuedMessage> first = queue.take(2);
        List<QueuedMessage> second = queue.take(2);
        queue.putBack(first);
        queue.putBack(second);
        assertThat(queue.size()).isEqualTo(6);
        assertThat(ids(queue.take(6))).containsExactly("m0", "m1", "m2", "m3", "m4", "m5");
    }

    @Test
    void take_sameIdTwice_leavesTheSecondInTheQueue() {
        add("twin", 4, 0);
        add("twin", 4, 0);
        add("other", 4, 0);
        assertThat(ids(queue.take(2))).containsExactly("twin", "other");
        assertThat(ids(queue.take(2))).containsExactly("twin");
    }

    @Test
    void takeExpired_someExpired_returnsThoseOnly() {
        add("old", 4, 0);
        add("young", 4, 50);
        assertThat(queue.noneExpiresBefore()).isEqualTo(100);
        assertThat(queue.takeExpired(99)).isEmpty();
        assertThat(ids(queue.takeExpired(100))).containsExactly("old");
        assertThat(queue.noneExpiresBefore()).isEqualTo(150);
        assertThat(queue.size()).isEqualTo(1);
    }

    @Test
    void sizeFrom_priority_countsEqualAndHigherPriorities() {
        add("low", 1, 0);
        add("usual", 4, 0);
        add("high", 9, 0);
        assertThat(queue.sizeFrom(4)).isEqualTo(2);
        assertThat(queue.sizeFrom(0)).isEqualTo(3);
    }

    @Test
    void takeAll_severalPriorities_emptiesTheQueue() {
        add("low", 1, 0);
        add("high", 9, 0);
        assertThat(ids(queue.takeAll())).containsExactly("high", "low");
        assertThat(queue.size()).isZero();
        assertThat(input.queued).isZero();
        assertThat(queue.noneExpiresBefore()).isEqualTo(Long.MAX_VALUE);
    }

    private void add(String id, int priority, long takenAt) {
        SmsMessage message = MemoryEngineFixture.message(id).withPriority(priority);
        queue.addLast(new QueuedMessage(message, input, 0, takenAt));
    }

    private static List<String> ids(List<QueuedMessage> entries) {
        return entries.stream().map(entry -> String.valueOf(entry.message.correlationId())).toList();
    }
}
