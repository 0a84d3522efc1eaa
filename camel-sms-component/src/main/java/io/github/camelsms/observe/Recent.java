package io.github.camelsms.observe;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Bounded list of the most recent elements. Thread-safe.
 */
final class Recent<T> {

    private final int capacity;
    private final Deque<T> newestFirst = new ArrayDeque<>();

    Recent(int capacity) {
        this.capacity = capacity;
    }

    synchronized void add(T element) {
        if (newestFirst.size() == capacity) {
            newestFirst.removeLast();
        }
        newestFirst.addFirst(element);
    }

    /** Returns the elements, newest first. */
    synchronized List<T> list() {
        return new ArrayList<>(newestFirst);
    }
}
