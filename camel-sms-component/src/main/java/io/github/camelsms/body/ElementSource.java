package io.github.camelsms.body;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.github.camelsms.SmsRow;
import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.MessageSource;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Source of the messages in a body, in order, including those in nested containers. Each container is closed after its
 * last element, and all of them when reading fails or the source is closed.
 */
public final class ElementSource implements MessageSource, Closeable {

    /** Maximum depth of nested containers. */
    static final int MAX_NESTING = 16;

    private enum State {
        IDLE,
        READING,
        CLOSED
    }

    private final boolean finite;
    private final int priority;
    private final ContentReader contents;
    private final Function<@Nullable Object, CheckedMessage> reader;
    private final Deque<Container> open = new ArrayDeque<>();
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
    /** Whether the body is an iterator, which is unchanged until the first element is requested. */
    private final boolean isIterator;
    private volatile boolean isBegun;
    private volatile boolean readOnce;

    ElementSource(Container body, int priority, ContentReader contents,
                  Function<@Nullable Object, CheckedMessage> reader) {
        this.finite = body.isFinite();
        this.priority = priority;
        this.contents = contents;
        this.reader = reader;
        Object source = body.source();
        this.isIterator = source instanceof Iterator<?> && !(source instanceof AutoCloseable);
        this.readOnce = Container.isReadOnce(source) && !isIterator;
        open.push(body);
    }

    @Override
    public @Nullable CheckedMessage next() {
        if (!isBegun) {
            isBegun = true;
        }
        if (!state.compareAndSet(State.IDLE, State.READING)) {
            return null;
        }
        boolean isRead = false;
        try {
            CheckedMessage next = read();
            isRead = true;
            return next;
        } finally {
            // The source may have been closed concurrently.
            if (!isRead || !state.compareAndSet(State.READING, State.IDLE)) {
                state.set(State.CLOSED);
                closeAll();
            }
        }
    }

    /** Ends the input. If an element is currently being read, the input ends after it. */
    @Override
    public void close() {
        if (state.getAndSet(State.CLOSED) == State.IDLE) {
            closeAll();
        }
    }

    @Override
    public boolean isFinite() {
        return finite;
    }

    @Override
    public int priority() {
        return priority;
    }

    private @Nullable CheckedMessage read() {
        for (Container current = open.peek(); current != null; current = open.peek()) {
            Iterator<?> elements = current.elements();
            if (!elements.hasNext()) {
                open.pop().close();
                continue;
            }
            Object given = elements.next();
            if (given instanceof SmsMessage || given instanceof SmsRow) {
                return reader.apply(given);
            }
            Object element = content(given);
            if (element instanceof String && open.size() > 1) {
                open.pop().close();
                return reader.apply(Unreadable.ROW);
            }
            Container nested = element instanceof String ? null : Container.of(element);
            if (nested == null) {
                return reader.apply(element);
            }
            enter(nested);
        }
        return null;
    }

    private @Nullable Object content(@Nullable Object element) {
        boolean isContent = element instanceof String text ? !ContentReader.isPlain(text) : ContentReader.isContent(element);
        if (element == null || !isContent) {
            return element instanceof String text ? ContentReader.withoutByteOrderMark(text) : element;
        }
        note(element);
        try {
            return contents.read(element);
        } catch (UnreadableBodyException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            return new Unreadable("its content cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    /** Returns whether an input that was read so far cannot be read again. */
    public boolean isReadOnce() {
        return readOnce || isIterator && isBegun;
    }

    private void enter(Container nested) {
        for (Container outer : open) {
            if (outer.source() == nested.source()) {
                throw new UnreadableBodyException("a container contains itself: remove the inner one");
            }
        }
        if (open.size() == MAX_NESTING) {
            nested.close();
            throw new UnreadableBodyException(
                    "containers are nested more than " + MAX_NESTING + " deep: give the messages in fewer lists");
        }
        note(nested.source());
        open.push(nested);
    }

    private void note(Object input) {
        if (Container.isReadOnce(input)) {
            readOnce = true;
        }
    }

    private void closeAll() {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }
}
