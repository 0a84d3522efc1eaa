package io.github.camelsms.message;

import java.io.Closeable;
import java.util.Collection;
import java.util.Iterator;
import java.util.stream.BaseStream;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.WrappedFile;
import org.apache.camel.support.ExchangeHelper;

/**
 * Reading of an iterator or stream, which can be read only once. Another reader, such as the second branch of a
 * multicast, fails instead of completing without messages. An input that has new elements can be read again.
 */
public final class SingleReading {

    /** Reading of an input that can be read any number of times. */
    static final SingleReading OF_ANY = new SingleReading(null, "");

    private static final WeakIdentityMap<Input> INPUTS = new WeakIdentityMap<>();

    /** Null for {@link #OF_ANY}. */
    private final @Nullable Input input;
    private final String reader;
    private volatile boolean isBegun;
    private volatile boolean isRefused;

    /** State that all readers of an input share, guarded by its monitor. */
    private static final class Input {

        /** The last reader that has read something, or null. */
        private @Nullable String reader;
        private boolean isBeingRead;
    }

    private SingleReading(@Nullable Input input, String reader) {
        this.input = input;
        this.reader = reader;
    }

    public static SingleReading of(Container container, Exchange exchange) {
        Object source = container.source();
        boolean isReadAgain = source instanceof Collection<?> || source instanceof Object[] || source instanceof JsonNode
                || source instanceof JsonMessages;
        return isReadAgain
                ? OF_ANY : of(source instanceof BaseStream<?, ?> ? source : container.elements(), exchange);
    }

    /**
     * @param stream stream of the content, which is the content itself or opened for this reading
     */
    static SingleReading ofContent(Object content, Closeable stream, Exchange exchange) {
        boolean isReadOnce = Container.isReadOnce(content instanceof WrappedFile<?> file ? file.getFile() : content);
        return isReadOnce ? of(stream, exchange) : OF_ANY;
    }

    private static SingleReading of(Object input, Exchange exchange) {
        String node = exchange.getExchangeExtension().getHistoryNodeId();
        return new SingleReading(
                INPUTS.compute(input, known -> known == null ? new Input() : known),
                "node " + node + " of route " + ExchangeHelper.getAtRouteId(exchange));
    }

    /**
     * @throws UnreadableBodyException if somebody has read an input
     */
    static void rejectRead(Object input) {
        Input known = INPUTS.get(input);
        if (known != null) {
            new SingleReading(known, "").begun("");
        }
    }

    /**
     * Returns whether there is another element.
     *
     * @throws UnreadableBodyException if another reader is reading them, or has read them all
     */
    public boolean hasNext(Iterator<?> elements) {
        Input shared = input;
        if (shared == null || isBegun) {
            return elements.hasNext();
        }
        // The first element decides who reads. An iterator without any may be shared, such as that of an empty list.
        synchronized (shared) {
            rejectOther(shared);
            if (elements.hasNext()) {
                begin(shared);
                shared.reader = reader;
            } else if (shared.reader != null) {
                throw unreadable("was already read", shared.reader);
            }
            return isBegun;
        }
    }

    /**
     * Begins to read a stream of characters or bytes.
     *
     * @return                         ends the reading and closes the stream
     * @throws UnreadableBodyException if another reader is reading it
     */
    Closeable begin(Closeable stream) {
        Input shared = input;
        if (shared == null) {
            return stream;
        }
        synchronized (shared) {
            rejectOther(shared);
            begin(shared);
        }
        return () -> {
            end();
            stream.close();
        };
    }

    /**
     * Called after the beginning of a stream was read.
     *
     * @param  content                 what was read: an empty text if there was nothing, or the stream is closed
     * @return                         the content
     * @throws UnreadableBodyException if another reader has read it all
     */
    Object begun(Object content) {
        Input shared = input;
        if (shared != null) {
            synchronized (shared) {
                if (!"".equals(content)) {
                    shared.reader = reader;
                } else if (shared.reader != null) {
                    throw unreadable("was already read", shared.reader);
                }
            }
        }
        return content;
    }

    /** Lets others read. */
    void end() {
        Input shared = input;
        if (shared != null && isBegun) {
            synchronized (shared) {
                shared.isBeingRead = false;
            }
        }
    }

    /** Ends the reading of a container, and closes it unless another reader is reading it. */
    public void close(Container container) {
        end();
        if (!isRefused) {
            container.close();
        }
    }

    private void begin(Input shared) {
        isBegun = true;
        shared.isBeingRead = true;
    }

    private void rejectOther(Input shared) {
        if (shared.isBeingRead) {
            isRefused = true;
            throw unreadable("is being read", shared.reader == null ? "another node" : shared.reader);
        }
    }

    private static UnreadableBodyException unreadable(String state, String reader) {
        return new UnreadableBodyException(
                "an iterator or stream in the body " + state + " by " + reader
                                           + ", and can be read only once: give each endpoint its own, or a list");
    }
}
