package io.github.camelsms.body;

import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsException;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.SmsRejectedException;
import io.github.camelsms.SmsRow;
import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.MessageSource;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.text.NumberRules;
import io.github.camelsms.text.TextRules;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.TypeConversionException;

/**
 * Reader of exchange bodies. A message that cannot be read is rejected without affecting others. The exchange fails
 * only if its body contains nothing to send.
 */
public final class SendBodyReader {

    private static final int RADIX = 36;
    private static final String OTHER_OBJECT
            = " is not a message: give maps or objects with the interface's field names, SmsMessages, or JSON;"
              + " of grouped exchanges, give their bodies (GroupedBodyAggregationStrategy)";
    private static final Unreadable TEXT_IN_LIST = Unreadable.ofOtherKind(
            "all texts of a list would be sent to the one number in the header " + SmsConstants.DESTINATION
                                                                          + ": give each message its own destination,"
                                                                          + " or set allowTextList=true if one number must get all of them");

    private final ZoneId zone;
    private final boolean autoCorrelationId;
    private final TextRules texts;
    private final NumberRules numbers;
    private final boolean allowsTextList;
    /** Makes the generated ids globally unique. */
    private final String idPrefix;
    private final AtomicLong lastId = new AtomicLong();

    /**
     * @param allowsTextList whether texts of a list are sent to the destination in the header
     */
    public SendBodyReader(ZoneId zone, boolean autoCorrelationId, TextRules texts, NumberRules numbers,
                          boolean allowsTextList) {
        this.zone = zone;
        this.autoCorrelationId = autoCorrelationId;
        this.texts = texts;
        this.numbers = numbers;
        this.allowsTextList = allowsTextList;
        UUID random = UUID.randomUUID();
        this.idPrefix = Long.toUnsignedString(random.getMostSignificantBits(), RADIX)
                        + Long.toUnsignedString(random.getLeastSignificantBits(), RADIX) + "-";
    }

    /**
     * Reads a body. Closes the body if it is read completely; otherwise {@link ElementSource} closes it.
     *
     * @return              a {@link SingleMessage}, or an {@link ElementSource} of any number of messages, including
     *                      none, which the caller must close
     * @throws SmsException if the body contains nothing to send or cannot be read; nothing of it was sent
     */
    public MessageSource read(Exchange exchange) throws SmsException {
        Object body = exchange.getMessage().getBody();
        if (body instanceof SmsMessage || body instanceof SmsRow) {
            return one(body, exchange);
        } else if (body instanceof String text && ContentReader.isPlain(text)) {
            return one(ContentReader.withoutByteOrderMark(text), exchange);
        }
        ContentReader contents = new ContentReader(
                exchange, exchange.getMessage().getHeader(SmsConstants.DESTINATION) != null);
        Object content = ContentReader.isContent(body) ? content(body, contents) : body;
        Container container = container(content);
        if (container != null) {
            return many(container, contents, exchange);
        }
        boolean isMessage = content == null || content instanceof CharSequence || content instanceof Map<?, ?>
                || content instanceof Unreadable;
        return isMessage ? one(content, exchange) : converted(content, contents, exchange);
    }

    private static Object content(Object body, ContentReader contents) throws SmsException {
        try {
            return contents.read(body);
        } catch (UnreadableBodyException e) {
            throw unreadable(e);
        } catch (IOException | RuntimeException e) {
            throw unread(e);
        }
    }

    private static @Nullable Container container(@Nullable Object content) throws SmsException {
        try {
            return Container.of(content);
        } catch (UnreadableBodyException e) {
            throw unreadable(e);
        } catch (RuntimeException e) {
            throw unread(e);
        }
    }

    private static SmsRejectedException unreadable(UnreadableBodyException e) {
        return new SmsRejectedException(e.getMessage() + "; nothing was sent", List.of());
    }

    /** Without the message of an exception of user code, which may quote the body. */
    private static SmsNotSentException unread(Exception e) {
        return new SmsNotSentException(
                "the body could not be read (" + (e instanceof IOException ? SafeText.of(e) : e.getClass().getSimpleName())
                                       + "), and nothing was sent: check that its file or stream is readable, and send it again",
                List.of(), e);
    }

    private MessageSource converted(Object body, ContentReader contents, Exchange exchange) throws SmsRejectedException {
        Object message;
        try {
            message = convert(body, exchange);
        } catch (IllegalArgumentException e) {
            throw new SmsRejectedException(SafeText.message(e) + "; nothing was sent", List.of());
        }
        Container container = Container.of(message);
        if (container != null) {
            return many(container, contents, exchange);
        } else if (message != null) {
            return one(message, exchange);
        }
        throw new SmsRejectedException(
                "a body of type " + body.getClass().getName()
                                       + " cannot be sent: use a text with the header CamelSmsDestination, an SmsMessage, a map or an object with the interface's field names, JSON, or a list, iterator, stream or array of these",
                List.of());
    }

    private SingleMessage one(@Nullable Object body, Exchange exchange) {
        HeaderDefaults defaults = HeaderDefaults.of(exchange, true);
        CheckedMessage checked = check(body, defaults, this::generatedId);
        if (checked instanceof CheckedMessage.Valid valid) {
            String id = valid.message().correlationId();
            if (id != null && isGenerated(id)) {
                HeaderDefaults.addGenerated(exchange, id);
            }
        }
        return new SingleMessage(checked);
    }

    private ElementSource many(Container container, ContentReader contents, Exchange exchange) {
        try {
            HeaderDefaults defaults = HeaderDefaults.of(exchange, false);
            Object prefix = FieldReader.header(exchange.getMessage(), SmsConstants.CORRELATION_ID_PREFIX);
            AtomicLong position = new AtomicLong();
            return new ElementSource(container, defaults.inputPriority(), contents, element -> {
                // Elements with ids of their own count as well.
                long at = position.incrementAndGet();
                return check(
                        ofKind(element, defaults, at == 1, exchange), defaults,
                        () -> prefix == null ? generatedId() : id(prefix, at));
            });
        } catch (RuntimeException e) {
            container.close();
            throw e;
        }
    }

    /**
     * Returns an element of many, or an {@link Unreadable}.
     *
     * @throws UnreadableBodyException if the first element is of a kind that no message has, so that nothing is sent
     */
    private @Nullable Object ofKind(
            @Nullable Object given, HeaderDefaults defaults, boolean isFirst, Exchange exchange) {
        Object element = given;
        if (given instanceof CharSequence && defaults.destination() != null && !allowsTextList) {
            element = TEXT_IN_LIST;
        } else if (given != null && !isKnown(given)) {
            element = object(given, exchange);
        }
        if (isFirst && element instanceof Unreadable unreadable && unreadable.isOfOtherKind()) {
            throw new UnreadableBodyException(unreadable);
        }
        return element;
    }

    private static Object object(Object given, Exchange exchange) {
        try {
            Object converted = convert(given, exchange);
            String type = given.getClass().getName();
            boolean isOfApplication = given.getClass().getClassLoader() != null && !(given instanceof JsonNode);
            return converted != null
                    ? converted
                    : isOfApplication
                            ? Unreadable.ofOtherKind("an element of type " + type + OTHER_OBJECT)
                    : new Unreadable("an element of type " + type + " is not a message", null, false);
        } catch (IllegalArgumentException e) {
            return new Unreadable(SafeText.message(e), null, false);
        }
    }

    private static boolean isKnown(Object element) {
        return element instanceof SmsMessage || element instanceof SmsRow || element instanceof Unreadable
                || element instanceof Map<?, ?> || element instanceof CharSequence;
    }

    /** Returns a new id of at most 40 characters, or null if the option is off. */
    private @Nullable String generatedId() {
        return autoCorrelationId ? idPrefix + Long.toString(lastId.incrementAndGet(), RADIX) : null;
    }

    /** Returns whether this reader has generated an id. */
    public boolean isGenerated(@Nullable String id) {
        return id != null && id.startsWith(idPrefix);
    }

    private static String id(Object prefix, long position) {
        String text = String.valueOf(FieldReader.text("header " + SmsConstants.CORRELATION_ID_PREFIX, prefix));
        return text.isEmpty() ? text : text + "-" + position;
    }

    /**
     * Checks an element. It is valid, or rejected with the reason.
     *
     * @param missingId returns the id of a message that has none
     */
    private CheckedMessage check(
            @Nullable Object element, HeaderDefaults defaults, Supplier<@Nullable String> missingId) {
        String id = null;
        try {
            SmsMessage given = message(element);
            id = given.correlationId();
            SmsMessage message = defaults.fill(given, zone);
            id = message.correlationId();
            if (id == null) {
                id = missingId.get();
                message = id == null ? message : message.withCorrelationId(id);
            }
            return MessageRules.check(message, texts, numbers);
        } catch (IllegalArgumentException e) {
            return MessageRules.rejected(null, SafeText.message(e), readable(id, element, defaults));
        } catch (RuntimeException e) {
            // An exception of a user's object must not affect the other messages.
            return MessageRules.rejected(
                    null, "it cannot be read (" + e.getClass().getSimpleName() + ")", readable(id, element, defaults));
        }
    }

    /**
     * Returns what can be read of an element that is not a message: its id, number and origin, which tell who was not
     * reached.
     *
     * @param known the id, or null if it was not read
     */
    private static SmsMessage readable(@Nullable String known, @Nullable Object element, HeaderDefaults defaults) {
        String id = known == null ? FieldReader.readableId(element) : known;
        Object destination = defaults.destination();
        String number = FieldReader.readableDestination(element);
        return new SmsMessage(
                null, number == null && destination instanceof String header ? header : number,
                id == null && defaults.correlationId() instanceof String header ? header : id, null)
                .withOrigin(element instanceof SmsRow row ? row.origin() : null);
    }

    private SmsMessage message(@Nullable Object element) {
        if (element instanceof SmsMessage message) {
            return message;
        } else if (element instanceof Unreadable unreadable) {
            throw new IllegalArgumentException(unreadable.reason());
        } else if (element instanceof SmsRow row) {
            if (row.problem() != null) {
                throw new IllegalArgumentException(row.problem());
            }
            return FieldReader.message(row.fields(), zone).withOrigin(row.origin());
        } else if (element instanceof Map<?, ?> fields) {
            return FieldReader.message(fields, zone);
        } else if (element == null || element instanceof CharSequence) {
            return new SmsMessage(element == null ? null : element.toString(), null, null, null);
        }
        throw new IllegalArgumentException("an element of type " + element.getClass().getName() + " is not a message");
    }

    /**
     * Converts an object of the application to a message, or to its properties; null if it has neither a converter nor
     * the fields of a message.
     *
     * @throws IllegalArgumentException if the converter fails; without its message, which may quote the object
     */
    private static @Nullable Object convert(Object value, Exchange exchange) {
        if (value instanceof Exchange || value instanceof Message) {
            return null;
        }
        try {
            SmsMessage message = exchange.getContext().getTypeConverter().convertTo(SmsMessage.class, exchange, value);
            return message == null ? BeanReader.read(value) : message;
        } catch (TypeConversionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalArgumentException(
                    "the type converter from " + value.getClass().getName() + " to SmsMessage failed ("
                                               + cause.getClass().getSimpleName() + ")",
                    e);
        }
    }
}
