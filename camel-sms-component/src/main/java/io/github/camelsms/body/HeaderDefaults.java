package io.github.camelsms.body;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Header values of an exchange for the fields that its messages do not set.
 * <p>
 * A generated correlation id is no default: the header {@link SmsConstants#CORRELATION_ID} keeps it, also one that a
 * redelivery restores, but the next message needs its own.
 */
public record HeaderDefaults(@Nullable Object destination, @Nullable Object correlationId, @Nullable Object scheduledDate,
        @Nullable Object priority, @Nullable Object timeToLive) {

    /** Exchange property with the ids that were generated for its last messages. */
    private static final String GENERATED_IDS = "CamelSmsGeneratedCorrelationIds";
    private static final int MAX_GENERATED_IDS = 16;
    private static final HeaderDefaults NONE = new HeaderDefaults(null, null, null, null, null);

    /** Returns the defaults. Many messages have no default id, because they would share it. */
    static HeaderDefaults of(Exchange exchange, boolean isSingle) {
        Message message = exchange.getMessage();
        if (!message.hasHeaders()) {
            return NONE;
        }
        Object id = isSingle ? FieldReader.header(message, SmsConstants.CORRELATION_ID) : null;
        return new HeaderDefaults(
                FieldReader.header(message, SmsConstants.DESTINATION), isGenerated(exchange, id) ? null : id,
                FieldReader.header(message, SmsConstants.SCHEDULED_DATE),
                FieldReader.header(message, SmsConstants.PRIORITY), FieldReader.header(message, SmsConstants.TIME_TO_LIVE));
    }

    private boolean isNone() {
        return destination == null && correlationId == null && scheduledDate == null && priority == null
                && timeToLive == null;
    }

    /**
     * Returns a message whose missing fields have the defaults.
     *
     * @param  zone                     zone of a date without offset
     * @throws IllegalArgumentException if a default cannot be read
     */
    SmsMessage fill(SmsMessage message, ZoneId zone) {
        Instant date = message.scheduledDate();
        return isNone()
                ? message
                : new SmsMessage(
                        message.messageText(),
                        message.destination() == null ? FieldReader.destination(destination) : message.destination(),
                        message.correlationId() == null
                                ? FieldReader.correlationId(correlationId) : message.correlationId(),
                        date == null ? FieldReader.date(scheduledDate, zone) : date,
                        message.priority() == null ? FieldReader.priority(priority) : message.priority(),
                        message.timeToLive() == null ? FieldReader.timeToLive(timeToLive) : message.timeToLive(),
                        message.origin());
    }

    /** Returns the priority of an input of many messages, regardless of the priorities of its messages. */
    int inputPriority() {
        try {
            Integer given = FieldReader.priority(priority);
            return given != null && MessageRules.isPriority(given) ? given : SmsMessage.DEFAULT_PRIORITY;
        } catch (IllegalArgumentException e) {
            // Each message is rejected with this error.
            return SmsMessage.DEFAULT_PRIORITY;
        }
    }

    /** Returns whether an id was generated for one of the last messages of an exchange. */
    public static boolean isGenerated(Exchange exchange, @Nullable Object id) {
        return id != null && exchange.hasProperties() && generatedIds(exchange).contains(id);
    }

    /** Records an id that was generated for a message of an exchange. */
    static void addGenerated(Exchange exchange, String id) {
        List<?> earlier = exchange.hasProperties() ? generatedIds(exchange) : List.of();
        if (earlier.isEmpty()) {
            exchange.setProperty(GENERATED_IDS, List.of(id));
            return;
        }
        List<Object> ids = new ArrayList<>(
                earlier.subList(Math.max(0, earlier.size() + 1 - MAX_GENERATED_IDS), earlier.size()));
        ids.add(id);
        exchange.setProperty(GENERATED_IDS, ids);
    }

    private static List<?> generatedIds(Exchange exchange) {
        return exchange.getProperty(GENERATED_IDS) instanceof List<?> ids ? ids : List.of();
    }
}
