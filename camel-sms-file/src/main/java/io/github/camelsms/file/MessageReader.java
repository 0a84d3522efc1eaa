package io.github.camelsms.file;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Reader of the messages of a file, which never reads the whole file at once.
 */
interface MessageReader extends Closeable {

    /**
     * A message of the file.
     *
     * @param number  its first line, or in JSON its position in the list, from 1
     * @param fields  its fields with the names of the interface; if it cannot be read, those that can
     * @param problem why it cannot be read, without its content, or null
     */
    record Line(int number, Map<String, Object> fields, @Nullable String problem) {

        static Line unreadable(int number, String problem) {
            return new Line(number, new HashMap<>(), problem);
        }
    }

    /** Returns the next message, or null at the end. */
    @Nullable
    Line next() throws IOException;
}
