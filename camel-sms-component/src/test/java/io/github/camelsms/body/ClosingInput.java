package io.github.camelsms.body;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Inputs that count how often they are closed.
 */
public final class ClosingInput {

    private final List<AtomicInteger> closings = new ArrayList<>();

    private AtomicInteger open() {
        AtomicInteger closed = new AtomicInteger();
        closings.add(closed);
        return closed;
    }

    public InputStream stream(byte[] content) {
        AtomicInteger closed = open();
        return new ByteArrayInputStream(content) {
            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }

    public InputStream stream(String content) {
        return stream(content.getBytes(StandardCharsets.UTF_8));
    }

    Reader reader(String content) {
        AtomicInteger closed = open();
        return new StringReader(content) {
            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }

    public <T> Stream<T> javaStream(List<T> elements) {
        return elements.stream().onClose(open()::incrementAndGet);
    }

    public <T> Iterator<T> iterator(List<T> elements) {
        return new ClosingIterator<>(elements.iterator(), open());
    }

    public <T> Iterator<T> wrapped(Iterator<T> elements) {
        return new ClosingIterator<>(elements, open());
    }

    /** A stream whose {@code close()} throws. */
    public <T> Stream<T> failingToClose(List<T> elements) {
        return javaStream(elements).onClose(() -> {
            throw new IllegalStateException("cannot be closed");
        });
    }

    /** An iterator whose first call throws. */
    Iterator<Object> breakingIterator() {
        Iterator<Object> breaking = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Object next() {
                throw new IllegalStateException("the input broke off");
            }
        };
        return new ClosingIterator<>(breaking, open());
    }

    private record ClosingIterator<T>(Iterator<T> elements, AtomicInteger closed) implements Iterator<T>, Closeable {

        @Override
        public boolean hasNext() {
            return elements.hasNext();
        }

        @Override
        public T next() {
            return elements.next();
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    public void assertNoneClosed() {
        assertThat(closings).extracting(AtomicInteger::get).allMatch(times -> times == 0);
    }

    public void assertAllClosedOnce() {
        assertThat(closings).extracting(AtomicInteger::get).allMatch(times -> times == 1);
    }
}
