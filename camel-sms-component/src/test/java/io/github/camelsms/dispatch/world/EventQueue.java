package io.github.camelsms.dispatch.world;

import java.util.Arrays;
import java.util.NoSuchElementException;

/**
 * Future events of a simulated world, ordered by time, then by a drawn number, then by their own number. A binary heap
 * in which each event knows its place: worlds spend much of their time here, and cancel many alarms.
 */
final class EventQueue {

    private static final int NOWHERE = -1;

    private Event[] heap = new Event[64];
    private int size;

    /** An event, in at most one queue. */
    static final class Event {

        final long time;
        final long draw;
        final int number;
        final boolean isAlarm;
        final Runnable task;
        private int place = NOWHERE;

        Event(long time, long draw, int number, boolean isAlarm, Runnable task) {
            this.time = time;
            this.draw = draw;
            this.number = number;
            this.isAlarm = isAlarm;
            this.task = task;
        }

        private boolean isBefore(Event other) {
            if (time != other.time) {
                return time < other.time;
            }
            return draw != other.draw ? draw < other.draw : number < other.number;
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns the first event, which stays in the queue. */
    Event first() {
        if (size == 0) {
            throw new NoSuchElementException("no event");
        }
        return heap[0];
    }

    /** Removes and returns the first event. */
    Event removeFirst() {
        Event first = first();
        remove(first);
        return first;
    }

    void add(Event event) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        raise(event, size++);
    }

    /** Removes an event. An event that is not in the queue is ignored. */
    void remove(Event event) {
        int place = event.place;
        if (place == NOWHERE) {
            return;
        }
        event.place = NOWHERE;
        Event last = heap[--size];
        heap[size] = null;
        if (last != event) {
            lower(last, place);
            if (last.place == place) {
                raise(last, place);
            }
        }
    }

    /** Returns the latest time of an alarm, or -1 if there is none. */
    long latestAlarm() {
        long latest = -1;
        for (int i = 0; i < size; i++) {
            if (heap[i].isAlarm) {
                latest = Math.max(latest, heap[i].time);
            }
        }
        return latest;
    }

    private void raise(Event event, int from) {
        int place = from;
        while (place > 0 && event.isBefore(heap[(place - 1) / 2])) {
            put(heap[(place - 1) / 2], place);
            place = (place - 1) / 2;
        }
        put(event, place);
    }

    private void lower(Event event, int from) {
        int place = from;
        for (int child = 2 * place + 1; child < size; child = 2 * place + 1) {
            if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
                child++;
            }
            if (event.isBefore(heap[child])) {
                break;
            }
            put(heap[child], place);
            place = child;
        }
        put(event, place);
    }

    private void put(Event event, int place) {
        heap[place] = event;
        event.place = place;
    }
}
