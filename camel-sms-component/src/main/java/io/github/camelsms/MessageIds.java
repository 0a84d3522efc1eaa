package io.github.camelsms;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

import io.github.camelsms.message.Container;
import io.github.camelsms.message.FieldReader;
import io.github.camelsms.message.SingleReading;
import io.github.camelsms.message.UnreadableBodyException;
import io.github.camelsms.message.WeakIdentityMap;
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

    /** Ids of failed operations by bodies that cannot be read again, such as iterators. */
    private static final WeakIdentityMap<List<String>> SPENT = new WeakIdentityMap<>();

    /**
     * Reads the ids in the body, if it is a collection, array, iterator or stream, and otherwise the id in the header.
     *
     * @throws IllegalArgumentException if there is none, or one is not a text
     */
    static MessageIds of(Message message, SmsMessagesOperation operation) {
        Object body = message.getBody();
        List<String> spent = SPENT.get(body);
        if (spent != null) {
            return new MessageIds(spent, body);
        }
        try {
            Container container = Container.of(body);
            if (container != null) {
                return new MessageIds(ids(container, SingleReading.of(container, message.getExchange()), operation), body);
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

    /** Returns an operation on these ids which, if it fails, keeps them for a redelivery. */
    <T> Callable<T> keptAfterFailure(Callable<T> operation) {
        return () -> {
            try {
                return operation.call();
            } catch (Exception | Error e) {
                if (Container.isReadOnce(body)) {
                    SPENT.put(Objects.requireNonNull(body), ids);
                }
                throw e;
            }
        };
    }

    private static List<String> ids(Container container, SingleReading reading, SmsMessagesOperation operation) {
        try {
            List<String> ids = new ArrayList<>();
            while (reading.hasNext(container.elements())) {
                ids.add(id("element " + (ids.size() + 1), container.elements().next(), operation));
            }
            return ids;
        } finally {
            reading.close(container);
        }
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
