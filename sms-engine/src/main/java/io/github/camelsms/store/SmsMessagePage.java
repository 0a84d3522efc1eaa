package io.github.camelsms.store;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Page of found messages, in the order of their last outcomes.
 *
 * @param messages the messages; a page can have none although there are more
 * @param next     where the next page begins, or null after the last one
 */
public record SmsMessagePage(List<SmsStoredMessage> messages, @Nullable Key next) {

    /**
     * Position between two messages.
     *
     * @param outcomeAt when the earlier one had its last outcome
     * @param id        the store's number for it
     */
    public record Key(Instant outcomeAt, long id) {
    }

    public SmsMessagePage {
        messages = List.copyOf(messages);
    }
}
