package io.github.camelsms;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.dispatch.Intake;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelException;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.WrappedFile;
import org.apache.camel.support.ExchangeHelper;

/**
 * Turns an exchange's body into what it asks to send. A message that cannot be read is refused alone; only a body that
 * is nothing to send at all fails the exchange.
 */
final class SendBodyReader {

    private static final String MADE_ID = "CamelSmsMadeCorrelationId";
    private static final Defaults NONE = new Defaults(null, null, null, null, null);
    private static final int LONGEST_PLAIN_TEXT = 64 * 1024;

    private final ZoneId zone;
    private final boolean autoCorrelationId;
    private final TextRules texts;
    private final CorrelationIds ids = new CorrelationIds();

    SendBodyReader(ZoneId zone, boolean autoCorrelationId, TextRules texts) {
        this.zone = zone;
        this.autoCorrelationId = autoCorrelationId;
        this.texts = texts;
    }

    SendBody read(Exchange exchange) throws IOException, CamelException {
        Object body = exchange.getMessage().getBody();
        if (body instanceof WrappedFile<?>) {
            body = exchange.getMessage().getMandatoryBody(InputStream.class);
        }
        if (body instanceof String text) {
            return text(text, exchange);
        } else if (body instanceof byte[] bytes) {
            return stream(new ByteArrayInputStream(bytes), exchange, true);
        } else if (body instanceof InputStream stream) {
            return stream(stream, exchange, false);
        } else if (body instanceof Map<?, ?> map && map.get("sms") instanceof Iterable<?> messages) {
            return many(messages.iterator(), messages instanceof Collection<?>, exchange);
        } else if (body instanceof JsonNode node) {
            return node.isArray() ? many(node.iterator(), true, exchange) : node(node, exchange);
        } else if (body instanceof Map<?, ?> || body instanceof SmsMessage || body == null) {
            return one(body, exchange);
        }
        Iterator<?> elements = Elements.of(body);
        if (elements != null) {
            return many(elements, Elements.isFinite(body), exchange);
        }
        return converted(body, exchange);
    }

    private SendBody node(JsonNode node, Exchange exchange) {
        JsonNode messages = node.get("sms");
        return messages != null && messages.isArray() ? many(messages.iterator(), true, exchange) : one(node, exchange);
    }

    private SendBody text(String text, Exchange exchange) throws IOException {
        if (!JsonMessages.isLike(text)) {
            return one(text, exchange);
        }
        if (!JsonMessages.isDocument(text)) {
            return header(exchange, SmsConstants.DESTINATION) != null
                    ? one(text, exchange)
                    : new SendBody.One(MessageRules.refused(null, "the body begins like JSON but is not valid JSON", null));
        }
        return json(JsonMessages.of(text), true, exchange);
    }

    private SendBody stream(InputStream stream, Exchange exchange, boolean inMemory) throws IOException {
        Charset charset = Charset.forName(ExchangeHelper.getCharsetName(exchange));
        PushbackInputStream document = new PushbackInputStream(stream, LONGEST_PLAIN_TEXT);
        byte[] start = document.readNBytes(inMemory ? Integer.MAX_VALUE : LONGEST_PLAIN_TEXT);
        String beginning = new String(start, StandardCharsets.UTF_8).strip();
        if (!JsonMessages.isLike(beginning)) {
            return start.length < LONGEST_PLAIN_TEXT
                    ? one(new String(start, charset), exchange)
                    : new SendBody.One(MessageRules.refused(null, "the body is neither a short text nor JSON", null));
        }
        if (inMemory) {
            return text(new String(start, charset), exchange);
        }
        document.unread(start);
        try {
            return json(JsonMessages.of(document), false, exchange);
        } catch (IOException e) {
            return new SendBody.One(MessageRules.refused(null, "the body begins like JSON but is not valid JSON", null));
        }
    }

    private SendBody json(JsonMessages document, boolean finite, Exchange exchange) {
        JsonNode single = document.single();
        return single == null ? many(document, finite, exchange) : one(single, exchange);
    }

    private SendBody converted(Object body, Exchange exchange) throws SmsRejectedException {
        SmsMessage message = exchange.getContext().getTypeConverter().tryConvertTo(SmsMessage.class, exchange, body);
        if (message != null) {
            return one(message, exchange);
        }
        throw new SmsRejectedException(
                "a body of type " + body.getClass().getName()
                                       + " is nothing to send: use a text with the header CamelSmsDestination, an SmsMessage, a map, JSON, or a list, iterator, stream or array of these",
                List.of());
    }

    private SendBody one(@Nullable Object body, Exchange exchange) {
        Defaults defaults = Defaults.of(exchange);
        Intake intake = intake(body, defaults, exchange);
        if (intake instanceof Intake.Fit fit && ids.isMade(fit.message().correlationId())) {
            exchange.setProperty(MADE_ID, fit.message().correlationId());
        }
        return new SendBody.One(intake);
    }

    private SendBody many(Iterator<?> elements, boolean finite, Exchange exchange) {
        // Only the destination of plain texts is taken from the headers: one id for all would make them one message.
        Defaults defaults = Defaults.ofEach(exchange);
        return new SendBody.Many(
                new ElementSource(
                        elements, finite, defaults.priorityInLine(), element -> intake(element, defaults, exchange)));
    }

    private Intake intake(@Nullable Object element, Defaults defaults, Exchange exchange) {
        String id = defaults.correlationId();
        try {
            SmsMessage message = message(element, defaults, exchange);
            id = message.correlationId();
            if (id == null && autoCorrelationId) {
                id = ids.next();
                message = message.withCorrelationId(id);
            }
            return MessageRules.check(texts.applied(message), texts);
        } catch (IllegalArgumentException e) {
            return MessageRules.refused(null, String.valueOf(e.getMessage()), id);
        }
    }

    private SmsMessage message(@Nullable Object element, Defaults defaults, Exchange exchange) {
        SmsMessage given;
        if (element instanceof SmsMessage message) {
            given = message;
        } else if (element instanceof Map<?, ?> fields) {
            given = FieldReader.message(fields, zone);
        } else if (element instanceof JsonNode object && object.isObject()) {
            given = FieldReader.message(object, zone);
        } else if (element instanceof JsonNode text && text.isTextual()) {
            given = new SmsMessage(text.textValue(), null, null, null);
        } else if (element == null || element instanceof CharSequence) {
            given = new SmsMessage(element == null ? null : element.toString(), null, null, null);
        } else {
            given = exchange.getContext().getTypeConverter().tryConvertTo(SmsMessage.class, exchange, element);
            if (given == null) {
                throw new IllegalArgumentException("an element of type " + element.getClass().getName() + " is not a message");
            }
        }
        return defaults.fill(given, zone);
    }

    private static @Nullable String header(Exchange exchange, String name) {
        return exchange.getMessage().getHeader(name, String.class);
    }

    /**
     * What the headers say of a message that does not say it itself.
     */
    record Defaults(@Nullable String destination, @Nullable String correlationId, @Nullable Object scheduledDate,
            @Nullable Object priority, @Nullable Object timeToLive) {

        /** For the only message of a body. */
        static Defaults of(Exchange exchange) {
            Message message = exchange.getMessage();
            if (!message.hasHeaders()) {
                return NONE;
            }
            String id = header(exchange, SmsConstants.CORRELATION_ID);
            if (id != null && id.equals(exchange.getProperty(MADE_ID))) {
                // Left over from the message that this exchange sent before: a second message needs an id of its own.
                id = null;
            }
            return new Defaults(
                    header(exchange, SmsConstants.DESTINATION), id, message.getHeader(SmsConstants.SCHEDULED_DATE),
                    message.getHeader(SmsConstants.PRIORITY), message.getHeader(SmsConstants.TIME_TO_LIVE));
        }

        /** For each of the many messages of a body: one id or date for all would rarely be meant. */
        static Defaults ofEach(Exchange exchange) {
            Message message = exchange.getMessage();
            return new Defaults(
                    header(exchange, SmsConstants.DESTINATION), null, null, message.getHeader(SmsConstants.PRIORITY),
                    message.getHeader(SmsConstants.TIME_TO_LIVE));
        }

        private boolean isNone() {
            return destination == null && correlationId == null && scheduledDate == null && priority == null
                    && timeToLive == null;
        }

        SmsMessage fill(SmsMessage message, ZoneId zone) {
            Instant date = message.scheduledDate();
            return isNone()
                    ? message
                    : new SmsMessage(
                            message.messageText(), message.destination() == null ? destination : message.destination(),
                            message.correlationId() == null ? correlationId : message.correlationId(),
                            date == null ? FieldReader.date(scheduledDate, zone) : date,
                            message.priority() == null ? HeaderReader.priority(priority) : message.priority(),
                            message.timeToLive() == null ? HeaderReader.timeToLive(timeToLive) : message.timeToLive());
        }

        /** Where an input of many stands in line, whatever its elements say of themselves. */
        int priorityInLine() {
            try {
                Integer given = HeaderReader.priority(priority);
                return given != null && MessageRules.isPriority(given) ? given : SmsMessage.DEFAULT_PRIORITY;
            } catch (IllegalArgumentException e) {
                // Each message is refused for it, with the reason.
                return SmsMessage.DEFAULT_PRIORITY;
            }
        }
    }
}
