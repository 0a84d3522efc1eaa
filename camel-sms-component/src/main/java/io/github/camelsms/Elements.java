package io.github.camelsms;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.stream.BaseStream;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * Knows which objects hold many elements.
 */
final class Elements {

    private Elements() {
    }

    /**
     * The elements of an iterable, iterator, stream or array; null for anything else. A JSON object is one element.
     */
    static @Nullable Iterator<?> of(@Nullable Object container) {
        if (container instanceof JsonNode node && !node.isArray()) {
            return null;
        } else if (container instanceof Iterable<?> iterable) {
            return iterable.iterator();
        } else if (container instanceof Iterator<?> iterator) {
            return iterator;
        } else if (container instanceof BaseStream<?, ?> stream) {
            return stream.iterator();
        }
        return container instanceof Object[] array ? Arrays.asList(array).iterator() : null;
    }

    /** Whether a container's elements are all there, so that they come to an end. */
    static boolean isFinite(Object container) {
        return container instanceof Collection<?> || container instanceof Object[];
    }

    /** Bytes and streams among the elements stand for a text, in UTF-8; anything else for itself. */
    static @Nullable Object asText(@Nullable Object element) {
        if (element instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        } else if (element instanceof InputStream stream) {
            try (stream) {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return element;
    }
}
