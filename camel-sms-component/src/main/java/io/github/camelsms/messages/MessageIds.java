package io.github.camelsms.messages;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsOperation;
import io.github.camelsms.body.Container;
import io.github.camelsms.body.FieldReader;
import io.github.camelsms.body.UnreadableBodyException;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.SafeText;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Message;

/**
 * Correlation ids in an exchange for <code>sms:messages</code>.
 *
 * @param ids  the ids, at least one unless the body is an empty collection
 * @param body the body that they come from, or null
 */
record MessageIds(List<String> ids, @Nullable Object body) {

    /** Exchange property with the ids of a body that cannot be read again, such as an iterator, for redeliveries. */
    private static final String READ = "CamelSmsReadIds";

    /**
     * Reads the ids in the body, if it is a collection, array, iterator or stream, and otherwise the id in the header.
     *
     * @throws IllegalArgumentException if there is none, or one is not a text
     */
    static MessageIds of(Message message, SmsOperation operation) {
        Object body = message.getBody();
        if (body != null && message.getExchange().getProperty(READ) instanceof MessageIds read && read.body == body) {
            return read;
        }
        try {
            Container container = Container.of(body);
            if (container != null) {
                MessageIds read = new MessageIds(ids(container, operation), body);
                if (Container.isReadOnce(body)) {
                    message.getExchange().setProperty(READ, read);
                }
                return read;
            }
        } catch (UnreadableBodyException e) {
            throw missing(operation, SafeText.message(e));
        }
        Object header = FieldReader.header(message, SmsConstants.CORRELATION_ID);
        return new MessageIds(List.of(id("header " + SmsConstants.CORRELATION_ID, header, operation)), null);
    }

    /** Returns whether the ids come from the body. */
    boolean isMany() {
        return body != null;
    }

    /** The property is shown in logs. */
    @Override
    public String toString() {
        return Count.of(ids.size(), "id");
    }

    private static List<String> ids(Container container, SmsOperation operation) {
        try {
            List<String> ids = new ArrayList<>();
            while (container.elements().hasNext()) {
                ids.add(id("element " + (ids.size() + 1), container.elements().next(), operation));
            }
            return ids;
        } finally {
            container.close();
        }
    }

    private static String id(String name, @Nullable Object value, SmsOperation operation) {
        String text;
        try {
            text = FieldReader.text(name, value);
        } catch (IllegalArgumentException e) {
            throw missing(operation, SafeText.message(e));
        }
        if (text == null || text.isBlank()) {
            throw missing(operation, name + " is empty");
        }
        return text;
    }

    private static IllegalArgumentException missing(SmsOperation operation, String complaint) {
        return new IllegalArgumentException(
                "operation=" + operation + " needs correlation ids: set the header " + SmsConstants.CORRELATION_ID
                                            + " to one, or the body to a collection of them (" + complaint
                                            + "). Nothing was changed");
    }
}
