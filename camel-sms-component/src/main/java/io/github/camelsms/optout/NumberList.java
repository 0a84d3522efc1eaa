package io.github.camelsms.optout;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/**
 * List of numbers that is read one by one. It can be read once.
 */
interface NumberList extends AutoCloseable {

    /**
     * Row of the list.
     *
     * @param place   where it stands, such as <code>line 7</code>
     * @param number  the number as it is written, or null
     * @param problem why the row cannot be read, without its content, or null
     */
    record Row(String place, @Nullable String number, @Nullable String problem) {

        static Row unreadable(String place, String problem) {
            return new Row(place, null, problem);
        }
    }

    /**
     * Returns the next row, or null at the end.
     *
     * @throws IOException              if it cannot be read
     * @throws IllegalArgumentException if the list is not one of numbers; the message contains the remedy
     */
    @Nullable
    Row next() throws IOException;

    @Override
    void close();
}
