package io.github.camelsms.send;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.SmsCompleteOn;
import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsException;
import io.github.camelsms.SmsRejectedException;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.body.FieldReader;
import io.github.camelsms.body.SendBodyReader;
import io.github.camelsms.engine.MessageSource;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.options.SmsOptions;
import io.github.camelsms.text.TextRules;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;

/**
 * Input of an endpoint: from exchanges to checked messages and the options with which they are submitted. A dry run
 * uses it as well, so that it has the verdict of a real run. Thread-safe.
 */
final class SendInput {

    private final EndpointAccount endpointAccount;
    private final TextRules texts;
    private final SendBodyReader bodies;
    private final boolean isCompleteWhenStored;
    /** Names of the headers that are stored with a message. */
    private final List<String> keptHeaders;
    private final SubmitOptions submitOptions;
    private final ZoneId zone;

    SendInput(SmsConfiguration options, EndpointAccount endpointAccount) {
        this.endpointAccount = endpointAccount;
        this.texts = SmsOptions.texts(options);
        // In a message store, the correlation id identifies a message.
        boolean isStored = endpointAccount.store() != null;
        this.zone = SmsOptions.zone(options);
        this.bodies = new SendBodyReader(
                zone, options.isAutoCorrelationId() || isStored, texts, SmsOptions.numbers(options),
                options.isAllowTextList());
        this.isCompleteWhenStored = options.getCompleteOn() == SmsCompleteOn.stored;
        this.keptHeaders = SmsOptions.keptHeaders(options);
        this.submitOptions = new SubmitOptions(
                Duration.ofMillis(options.getDeliveryTimeout()), isCompleteWhenStored, options.isOfferResults(), Map.of());
    }

    /**
     * @throws IllegalArgumentException if an option needs a message store, and there is none
     */
    void requireStore() {
        if (isCompleteWhenStored) {
            endpointAccount.requireStore("Option completeOn=stored");
        }
        if (!keptHeaders.isEmpty()) {
            endpointAccount.requireStore("Option keepHeaders");
        }
    }

    /** Returns the rules for long texts, by which messages are split. */
    TextRules texts() {
        return texts;
    }

    /** Returns whether exchanges complete when their messages are stored. */
    boolean isCompleteWhenStored() {
        return isCompleteWhenStored;
    }

    /** Reads the body of an exchange, as {@link SendBodyReader#read(Exchange)} does. */
    MessageSource read(Exchange exchange) throws SmsException {
        return bodies.read(exchange);
    }

    /** Returns whether a correlation id was generated for a message of this endpoint. */
    boolean isGenerated(@Nullable String correlationId) {
        return bodies.isGenerated(correlationId);
    }

    /**
     * Returns the time before which no message of the exchange is sent, or null. A message that is only in memory would
     * be lost if the process ended before this time.
     */
    @Nullable
    Instant dueAt(Exchange exchange) throws SmsRejectedException {
        String complaint;
        try {
            Instant dueAt = FieldReader.headerDate(exchange.getMessage(), SmsConstants.DUE_AT, zone);
            if (dueAt == null || isCompleteWhenStored) {
                return dueAt;
            }
            complaint = "header " + SmsConstants.DUE_AT + " needs a message store and completeOn=stored";
        } catch (IllegalArgumentException e) {
            complaint = SafeText.message(e);
        }
        throw new SmsRejectedException(complaint + "; nothing was sent", List.of());
    }

    /**
     * Returns the options with which the messages of an exchange are submitted.
     *
     * @param dueAt earliest time to send, or null
     */
    SubmitOptions submitOptions(Exchange exchange, @Nullable Instant dueAt) {
        if (keptHeaders.isEmpty() && dueAt == null) {
            return submitOptions;
        }
        Map<String, String> kept = new HashMap<>();
        for (String name : keptHeaders) {
            String value = exchange.getMessage().getHeader(name, String.class);
            if (value != null) {
                kept.put(name, value);
            }
        }
        return submitOptions.with(kept, dueAt);
    }
}
