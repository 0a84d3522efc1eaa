package io.github.camelsms.cli.service;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.cli.process.Table;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/** The stored messages of a session's account, and how they are shown. */
public final class StoredMessages {

    private static final String FIND = "sms:messages?operation=find";
    private static final int SHOWN_DIGITS = 4;

    private final SmsSession session;

    public StoredMessages(SmsSession session) {
        this.session = session;
    }

    /** Returns the messages with these correlation ids in their order, without those that are not stored. */
    @SuppressWarnings("unchecked")
    public List<SmsStoredMessage> find(Collection<String> ids) throws Exception {
        return session.request(FIND, List.class, message -> message.setBody(ids));
    }

    /**
     * Returns the messages with an outcome on the day.
     *
     * @param status names of states or delivery statuses with commas between them, or NOT_REACHED; null for all
     */
    public List<SmsStoredMessage> ofDay(LocalDate day, @Nullable String status) throws Exception {
        Iterator<?> messages = session.request(FIND, Iterator.class, message -> {
            message.setHeader(SmsConstants.DATE, day.toString());
            message.setHeader(SmsConstants.STATUS, status);
        });
        List<SmsStoredMessage> found = new ArrayList<>();
        messages.forEachRemaining(message -> found.add((SmsStoredMessage) message));
        return found;
    }

    /** Returns a table of messages, without texts and with the last digits of numbers only. */
    public static Table table(Collection<SmsStoredMessage> messages) {
        Table table = new Table("correlationId", "state", "deliveryStatus", "sentAt", "destination", "reason");
        messages.forEach(message -> table.add(
                message.correlationId(), message.state(), message.deliveryStatus(), message.sentAt(),
                masked(message.message().destination()), message.reason()));
        return table;
    }

    /** Returns whether the message has certainly or probably not reached its recipient. */
    public static boolean isNotReached(SmsStoredMessage message) {
        return message.deliveryStatus() != null && message.deliveryStatus().isNotDelivered()
                || message.state().outcome() != null && message.state() != SmsMessageState.ACCEPTED;
    }

    /** Returns the delivery status, or without one the state. */
    public static String reached(SmsStoredMessage message) {
        return message.deliveryStatus() == null ? message.state().name() : message.deliveryStatus().name();
    }

    /** Returns the number with its last four digits only. */
    public static @Nullable String masked(@Nullable String number) {
        return number == null || number.length() <= SHOWN_DIGITS
                ? number
                : "*".repeat(number.length() - SHOWN_DIGITS) + number.substring(number.length() - SHOWN_DIGITS);
    }
}
