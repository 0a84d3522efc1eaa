package io.github.camelsms;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.message.Container;
import io.github.camelsms.message.FieldReader;
import io.github.camelsms.model.SafeText;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Message;

/**
 * Correlation ids in an exchange for <code>sms:messages</code>.
 *
 * @param ids    the ids, at least one unless the body is an empty collection
 * @param isMany whether they come from the body
 */
record MessageIds(List<String> ids, boolean isMany) {

    /**
     * Reads the ids in the body, if it is a collection, array, iterator or stream, and otherwise the id in the header.
     *
     * @throws IllegalArgumentException if there is none, or one is not a text
     */
    static MessageIds of(Message message, SmsMessagesOperation operation) {
        Container body = Container.of(message.getBody());
        if (body != null) {
            try {
                List<String> ids = new ArrayList<>();
                body.elements().forEachRemaining(element -> ids.add(id("element " + (ids.size() + 1), element, operation)));
                return new MessageIds(ids, true);
            } finally {
                body.close();
            }
        }
        Object header = FieldReader.header(message, SmsConstants.CORRELATION_ID);
        return new MessageIds(List.of(id("header " + SmsConstants.CORRELATION_ID, header, operation)), false);
    }

    private static String id(String name, @Nullable Object value, SmsMessagesOperation operation) {
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

    private static IllegalArgumentException missing(SmsMessagesOperation operation, String complaint) {
        return new IllegalArgumentException(
                "operation=" + operation + " needs correlation ids: set the header " + SmsConstants.CORRELATION_ID
                                            + " to one, or the body to a collection of them (" + complaint
                                            + "). Nothing was changed");
    }
}
