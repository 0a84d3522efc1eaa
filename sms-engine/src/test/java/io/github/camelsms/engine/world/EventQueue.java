package io.github.camelsms.engine.world;

import java.util.NoSuchElementException;
import java.util.TreeSet;

/**
 * Future events of a simulated world, ordered by time, then by a drawn number, then by their own number. A tree,
 * because worlds cancel many alarms, which a priority queue would have to search.
 */
final class EventQueue {

    private final TreeSet<Event> events = new TreeSet<>();

    /** An event, whose number is unique in its queue. */
    record Event(long time, long draw, int number, boolean isAlarm, Runnable task) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(time, other.time);
            int byDraw = byTime != 0 ? byTime : Long.compare(draw, other.draw);
            return byDraw != 0 ? byDraw : Integer.compare(number, other.number);
        }
    }

    boolean isEmpty() {
        return events.isEmpty();
    }

    /** Returns the first event, which stays in the queue. */
    Event first() {
        return events.first();
    }

    /** Removes and returns the first event. */
    Event removeFirst() {
        Event first = events.pollFirst();
        if (first == null) {
            throw new NoSuchElementException("no event");
        }
        return first;
    }

    void add(Event event) {
        events.add(event);
    }

    /** Removes an event. An event that is not in the queue is ignored. */
    void remove(Event event) {
        events.remove(event);
    }

    /** Returns the latest time of an alarm, or -1 if there is none. */
    long latestAlarm() {
        return events.stream().filter(Event::isAlarm).mapToLong(Event::time).max().orElse(-1);
    }
}
