package io.github.camelsms.optout;

import java.util.Map;

import io.github.camelsms.SmsRow;
import io.github.camelsms.body.Container;
import io.github.camelsms.body.FieldReader;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Numbers in a collection, array, iterator or stream: texts, whole numbers, or maps and rows with the field
 * <code>destination</code>.
 */
final class ElementNumbers implements NumberList {

    private static final String DESTINATION = "destination";

    private final Container elements;
    private int count;

    ElementNumbers(Container elements) {
        this.elements = elements;
    }

    @Override
    public @Nullable Row next() {
        if (!elements.elements().hasNext()) {
            return null;
        }
        String place = "element " + ++count;
        try {
            return new Row(place, number(elements.elements().next()), null);
        } catch (IllegalArgumentException e) {
            return Row.unreadable(place, SafeText.message(e));
        }
    }

    /**
     * Returns the number of an element, as it is written.
     *
     * @throws IllegalArgumentException if it has none
     */
    private static @Nullable String number(@Nullable Object element) {
        if (element instanceof SmsMessage message) {
            return message.destination();
        }
        Object value = element;
        if (element instanceof SmsRow row) {
            value = row.fields().get(DESTINATION);
        } else if (element instanceof Map<?, ?> map) {
            value = map.get(DESTINATION);
        }
        return FieldReader.destination(value);
    }

    @Override
    public void close() {
        elements.close();
    }
}
