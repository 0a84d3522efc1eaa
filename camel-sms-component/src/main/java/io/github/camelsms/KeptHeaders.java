package io.github.camelsms;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.apache.camel.Message;

/**
 * Headers that are stored with a message.
 */
final class KeptHeaders {

    private final List<String> names;

    /**
     * @param names separated by commas, or null for none
     */
    KeptHeaders(@Nullable String names) {
        this.names = names == null
                ? List.of() : Arrays.stream(names.split(",")).map(String::strip).filter(name -> !name.isEmpty()).toList();
    }

    boolean isEmpty() {
        return names.isEmpty();
    }

    /** Returns the headers that the message has and that can be converted to text. */
    Map<String, String> of(Message message) {
        Map<String, String> kept = new LinkedHashMap<>();
        for (String name : names) {
            String value = message.getHeader(name, String.class);
            if (value != null) {
                kept.put(name, value);
            }
        }
        return kept;
    }
}
