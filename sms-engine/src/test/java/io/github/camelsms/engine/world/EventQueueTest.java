package io.github.camelsms.engine.world;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;

import io.github.camelsms.engine.world.EventQueue.Event;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EventQueueTest {

    private static final Comparator<Event> ORDER = Comparator.<Event> comparingLong(Event::time)
            .thenComparingLong(Event::draw).thenComparingInt(Event::number);

    private final SplittableRandom random = new SplittableRandom(1);
    private final EventQueue queue = new EventQueue();
    private final List<Event> expected = new ArrayList<>();

    @Test
    void queue_randomAdditionsAndRemovals_keepsTheOrder() {
        for (int i = 0; i < 20_000; i++) {
            switch (random.nextInt(i % 4_000 < 2_000 ? 3 : 5)) {
                case 0, 1 -> add(i);
                case 2 -> removeAny();
                default -> removeFirst();
            }
            assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
        }
        while (!expected.isEmpty()) {
            removeFirst();
        }
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void remove_eventThatIsNotInTheQueue_isIgnored() {
        add(1);
        Event first = queue.removeFirst();
        add(2);

        queue.remove(first);

        assertThat(queue.first().number()).isEqualTo(2);
    }

    @Test
    void latestAlarm_otherEventsAreLater_isTheLatestAlarm() {
        assertThat(queue.latestAlarm()).isEqualTo(-1);
        for (int time = 1; time <= 9; time++) {
            queue.add(new Event(time, 0, time, time < 6, () -> {
            }));
        }

        assertThat(queue.latestAlarm()).isEqualTo(5);
    }

    @Test
    void removeFirst_emptyQueue_isRejected() {
        assertThatThrownBy(queue::removeFirst).isInstanceOf(NoSuchElementException.class);
    }

    private void add(int number) {
        Event event = new Event(random.nextInt(50), random.nextInt(3), number, false, () -> {
        });
        queue.add(event);
        expected.add(event);
    }

    private void removeAny() {
        if (!expected.isEmpty()) {
            queue.remove(expected.remove(random.nextInt(expected.size())));
        }
    }

    private void removeFirst() {
        if (!expected.isEmpty()) {
            Event first = expected.stream().min(ORDER).orElseThrow();
            expected.remove(first);
            assertThat(queue.removeFirst()).isSameAs(first);
        }
    }
}
