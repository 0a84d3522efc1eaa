package io.github.camelsms.body;

import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.BaseStream;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

import org.apache.camel.StreamCache;

/**
 * Iterable body with many elements, which can be read once.
 *
 * @param source   the body object
 * @param elements its elements, in order
 */
public record Container(Object source, Iterator<?> elements) {

    private static final SafeLogger LOG = SafeLogger.of(Container.class);

    /**
     * Returns a container for an iterable, iterator, stream, array or JSON array, or null for other objects. A map
     * counts if it has one of these in the field <code>sms</code>, and no message fields, even misspelled.
     */
    public static @Nullable Container of(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Object list = list(map);
            // A map in this field has no messages, as in JSON, and may contain itself.
            return list instanceof Map<?, ?> ? null : of(list);
        } else if (value instanceof Path || value instanceof JsonNode node && !node.isArray()) {
            return null;
        } else if (value instanceof Iterator<?> iterator) {
            return new Container(value, iterator);
        } else if (value instanceof Iterable<?> iterable) {
            return new Container(value, iterable.iterator());
        } else if (value instanceof BaseStream<?, ?> stream) {
            return new Container(value, stream.iterator());
        }
        return value instanceof Object[] array ? new Container(array, Arrays.asList(array).iterator()) : null;
    }

    /** Returns the list of messages in a map that has no message fields, or null. */
    private static @Nullable Object list(Map<?, ?> map) {
        try {
            Object list = FieldNames.value(map, FieldNames.LIST);
            return list == null || FieldReader.hasField(map) ? null : list;
        } catch (RuntimeException e) {
            // A map of the user. It is rejected when its fields are read.
            return null;
        }
    }

    /** Returns whether all elements are in memory, so that their number is finite and none blocks its reader. */
    boolean isFinite() {
        return source instanceof JsonMessages messages ? messages.isInMemory() : isInMemory(source, 0);
    }

    private static boolean isInMemory(@Nullable Object value, int depth) {
        if (value instanceof SmsMessage || value instanceof CharSequence || value instanceof StreamCache) {
            return true;
        } else if (value instanceof Map<?, ?> map) {
            Object list = list(map);
            return list instanceof Map<?, ?> || isInMemory(list, depth);
        } else if (value instanceof Object[] array) {
            return isEachInMemory(Arrays.asList(array), depth);
        } else if (value instanceof Collection<?> collection) {
            // Other collections may load their elements.
            return collection.getClass().getModule() != Object.class.getModule() || isEachInMemory(collection, depth);
        }
        boolean mayBlock = value instanceof Iterator<?> || value instanceof BaseStream<?, ?> || ContentReader.isStored(value)
                || value instanceof Iterable<?> && !(value instanceof JsonNode);
        return !mayBlock;
    }

    private static boolean isEachInMemory(Collection<?> elements, int depth) {
        try {
            return depth < ElementSource.MAX_NESTING
                    && elements.stream().allMatch(element -> isInMemory(element, depth + 1));
        } catch (RuntimeException e) {
            // Reported when it is read.
            return false;
        }
    }

    /** Returns whether the elements or the content of an object can be read only once. */
    public static boolean isReadOnce(@Nullable Object value) {
        return value instanceof Iterator<?> && !(value instanceof JsonMessages) || value instanceof BaseStream<?, ?>
                || (value instanceof InputStream || value instanceof Reader) && !(value instanceof StreamCache);
    }

    /** Closes the source and its elements. Exceptions are only logged, because no message depends on them. */
    public void close() {
        close(source);
        if (elements != source) {
            close(elements);
        }
    }

    /** Closes an object if it is closeable. */
    public static void close(@Nullable Object input) {
        if (input instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Throwable e) {
                LOG.debug("An input of messages could not be closed. What was read of it is not affected: {}", SafeText.of(e));
            }
        }
    }
}
