package io.github.camelsms.sample.environment;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Parts of a test that are closed together, the last one first.
 */
public final class Resources implements AutoCloseable {

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** Adds and returns a part. */
    public <T extends AutoCloseable> T open(T part) {
        opened.push(part);
        return part;
    }

    /** Closes all parts, even if some of them fail. */
    @Override
    public void close() throws Exception {
        List<Exception> failures = new ArrayList<>();
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            failures.stream().skip(1).forEach(failures.get(0)::addSuppressed);
            throw failures.get(0);
        }
    }
}
