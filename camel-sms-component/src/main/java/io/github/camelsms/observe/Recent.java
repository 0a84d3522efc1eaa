package io.github.camelsms.observe;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last few of what has happened. Thread-safe.
 */
final class Recent<T> {

    private final int most;
    private final Deque<T> newestFirst = new ArrayDeque<>();

    Recent(int most) {
        this.most = most;
    }

    synchronized void add(T element) {
        if (newestFirst.size() == most) {
            newestFirst.removeLast();
        }
        newestFirst.addFirst(element);
    }

    /** The newest first. */
    synchronized List<T> list() {
        return new ArrayList<>(newestFirst);
    }
}
